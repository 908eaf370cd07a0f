import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

/** Returns the packages that are loaded with a module, before anything in it runs. */
async function listLoadedPackages(path: string): Promise<readonly string[]> {
  const program = `
    import { registerHooks } from 'node:module';
    const packages = new Set();
    registerHooks({
      load: (url, context, next) => {
        const [, name] = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? [];
        if (name !== undefined) packages.add(name);
        return next(url, context);
      },
    });
    await import(${JSON.stringify(new URL(path, import.meta.url).href)});
    console.log(JSON.stringify([...packages]));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  return JSON.parse(stdout) as string[];
}

// Every run is a new process, in which loading code takes longer than most of the work.
describe('the code that a command loads at its start', () => {
  it('is the parser and the definitions of all commands', async () => {
    expect(await listLoadedPackages('./command-line/commands.ts')).toEqual([]);
    expect(await listLoadedPackages('./command-line/to-program.ts')).toEqual(['commander']);
  });

  it.each([
    './commands/profile.ts',
    './commands/reachability.ts',
    ...['upload', 'findings', 'diff', 'plan', 'gate', 'vex', 'service', 'status'].map(
      (name) => `./commands/client/${name}.ts`,
    ),
  ])('has no package for a client: %s', async (path) => {
    expect(await listLoadedPackages(path)).toEqual([]);
  });

  it('does not include the database client for a scan: it is loaded while the database starts', async () => {
    expect(await listLoadedPackages('./commands/scan/scan.ts')).toEqual([]);
  });

  it('never includes the schemas of the API for a scan: they take longer to load than a small document to scan', async () => {
    expect(await listLoadedPackages('./commands/scan/report-scan.ts')).not.toContain('zod');
    expect(await listLoadedPackages('./commands/scan/open-document.ts')).toEqual([]);
  });
});
