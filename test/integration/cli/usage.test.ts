import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { COMMAND_GROUPS } from '../../../src/cli/command-line/commands.ts';
import { PROGRAM, runAssay } from '../../support/run-assay.ts';
import { aFolder } from './places.ts';

const COMMANDS = COMMAND_GROUPS.flatMap((group) => group.commands);

describe('the command line', () => {
  it.each([['help'], ['--help']])('lists every command: assay %s', async (line) => {
    const { code, stdout } = await runAssay(line.split(' '), { folder: await aFolder() });

    expect(code).toBe(0);
    for (const { name } of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${name.split(' ')[0]}\\b`, 'm'));
  });

  it.each([['backup -h'], ['help backup'], ['backup a b c --help']])(
    'shows the help of a command: assay %s',
    async (line) => {
      const { code, stdout } = await runAssay(line.split(' '), { folder: await aFolder() });

      expect(code).toBe(0);
      expect(stdout).toContain('Usage: assay backup [options] <file>');
      expect(stdout).toContain('\nExample:\n');
    },
  );

  it('goes on when the program that reads its output ends, such as head', async () => {
    const child = spawn(process.execPath, [PROGRAM, 'backup', '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();

    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);

    expect([code, stderr]).toEqual([0, '']);
  });

  it.each([
    ['fly', `"assay": unknown command 'fly'.`],
    ['constructor', `"assay": unknown command 'constructor'.`],
    ['scna a.json', 'Did you mean scan?'],
    ['scan a.json --fail-no high', 'Did you mean --fail-on?'],
    ['serve --port 1', `"assay serve": unknown option '--port'.`],
    ['token drop', '"assay token" expects create, list or revoke, not "drop".'],
    ['quota raise', '"assay quota" expects list or set, not "raise".'],
    ['quota set cats 1', 'Unknown quota "cats". Use one of services, versions,'],
    ['quota set sboms -1', '"-1" is not a valid limit'],
    ['quota set sboms many', '"many" is not a valid limit. Use a whole number, unlimited or default.'],
    ['advisories fetch', '"assay advisories" expects sync, status, show, export or import, not "fetch".'],
    ['token revoke first', '"first" is not a token id. Run "assay token list" to see the ids.'],
  ])('reports in one line what it does not understand: assay %s', async (line, message) => {
    const { code, stdout, stderr } = await runAssay(line.split(' '), { folder: await aFolder() });

    expect(stderr).toContain(message);
    expect([code, stdout, stderr.split('\n').length]).toEqual([2, '', 2]);
  });

  it.each([
    [{ ASSAY_PORT: 'http' }, 'ASSAY_PORT must be a number from 0 to 65535'],
    [{ ASSAY_DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x' }, 'ECONNREFUSED'],
  ])('reports a configuration error in one line: %j', async (environment, message) => {
    const { code, stdout, stderr } = await runAssay(['serve'], { folder: await aFolder(), environment });

    expect(stderr).toContain(message);
    expect([code, stdout, stderr.split('\n').length]).toEqual([1, '', 2]);
  });

  it.each(['token list', 'backup file', 'advisories status'])(
    'creates no database where there is none: assay %s',
    async (line) => {
      const folder = await aFolder();

      const { code, stderr } = await runAssay(line.split(' '), { folder });

      expect(code).toBe(1);
      expect(stderr).toContain('No database found in');
      expect(await readdir(folder)).toEqual([]);
    },
  );
});
