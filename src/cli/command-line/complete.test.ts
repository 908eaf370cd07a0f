import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { COMMAND_GROUPS } from './commands.ts';
import { listCandidates, SHELLS, writeCompletionScript } from './complete.ts';

const COMMANDS = COMMAND_GROUPS.flatMap((group) => group.commands);

describe('listCandidates', () => {
  it.each([
    [['sc'], ['scan']],
    [['he'], ['help']],
    [
      ['token', ''],
      ['create', 'list', 'revoke'],
    ],
    [['scan', '--fo'], ['--format']],
    [
      ['scan', '--format', ''],
      ['table', 'json', 'sarif', 'cyclonedx'],
    ],
    [['scan', '--output', ''], []],
    [['scan', ''], []],
    [['completion', 'b'], ['bash']],
    [['advisories', 'sync', 'k'], ['kev']],
    [['nothing', ''], []],
  ])('%j', (words, candidates) => {
    expect(listCandidates(COMMANDS, words)).toEqual(candidates);
  });
});

describe('completion scripts', () => {
  it.each(SHELLS)('are valid: %s', (shell) => {
    const script = writeCompletionScript(shell);

    expect(script).toContain('assay __complete');
    const { error, status } = spawnSync(shell, ['-n'], { input: script });
    if (error === undefined) expect(status).toBe(0);
    else console.warn(`The script for ${shell} was not parsed: ${shell} is not installed.`);
  });
});
