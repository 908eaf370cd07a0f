import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startWatched } from './watchdog.ts';

const SELF = { mode: 'self', uid: 0, gid: 0 } as const;
const WATCHDOG = new URL('./watchdog.ts', import.meta.url).href;

describe('startWatched', () => {
  it('tells when the program writes its next line', async () => {
    const program = startWatched(['sh', '-c', 'sleep 0.05; echo ready >&2'], SELF, () => {});

    await program.nextLine();

    expect(program.lastLines).toEqual(['ready']);
    expect(await program.exited).toEqual({ code: 0, signal: null });
  });

  it('leaves no timer behind that would keep the process alive', async () => {
    const program = `
      const { startWatched } = await import(${JSON.stringify(WATCHDOG)});
      const { code } = await startWatched(['true'], { mode: 'self', uid: 0, gid: 0 }, () => {}).exited;
      console.log(JSON.stringify({ code, resources: process.getActiveResourcesInfo() }));`;

    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);

    const { code, resources } = JSON.parse(stdout) as { code: number; resources: string[] };
    expect(code).toBe(0);
    expect(resources).not.toContain('Timeout');
  });
});
