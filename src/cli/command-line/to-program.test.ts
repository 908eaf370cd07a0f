import { describe, expect, it } from 'vitest';
import { COMMAND_GROUPS, FAMILIES } from './commands.ts';
import { defineCommand } from './define-command.ts';
import { runProgram, toProgram } from './to-program.ts';

interface Outcome {
  readonly values: object;
  readonly places: readonly string[];
}

async function parse(...words: string[]): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  const copy = defineCommand({
    name: 'copy',
    summary: 'copy files',
    arguments: [{ name: 'file', summary: 'files', multiple: true }],
    options: {
      name: { value: 'text', summary: 'a name' },
      tag: { value: 'text', summary: 'tags', multiple: true },
      'fail-on': { value: 'severity', summary: 'severity', choices: ['high', 'low'], default: 'low' },
      quiet: { summary: 'print nothing' },
    },
    examples: [['copy a', 'Copy a file']],
    run: async (values, places) => {
      outcomes.push({ values, places });
      await Promise.resolve();
    },
  });
  const list = defineCommand({
    name: 'file list',
    summary: 'list',
    examples: [],
    run: async () => await Promise.resolve(),
  });
  const program = toProgram([{ title: 'Files', commands: [copy, list] }], {
    version: '1.0.0',
    families: {},
    write: () => {},
  });
  await runProgram(program, words);
  return outcomes[0] ?? { values: {}, places: [] };
}

describe('toProgram', () => {
  it('parses options and arguments in any order', async () => {
    expect(await parse('copy', '--name=a b', 'from', '--tag', 'x', '--quiet', 'to', '--tag', 'y', '-')).toEqual({
      values: { name: 'a b', tag: ['x', 'y'], 'fail-on': 'low', quiet: true },
      places: ['from', 'to', '-'],
    });
  });

  it.each([
    ['copy --port 1 a', `"assay copy": unknown option '--port'.`],
    ['copy --quite a', `"assay copy": unknown option '--quite'. Did you mean --quiet?`],
    ['copy --name', `"assay copy": option '--name <text>' argument missing.`],
    ['copy a --name --quiet', '--name requires a value, not "--quiet".'],
    ['copy a --fail-on hgh', 'Unknown value "hgh" for --fail-on. Use one of high, low.'],
    ['copy', `"assay copy": missing required argument 'file'.`],
    ['cpoy a', `"assay": unknown command 'cpoy'. Did you mean copy?`],
    ['file', '"assay file" expects list.'],
    ['file lsit', '"assay file" expects list, not "lsit". Did you mean list?'],
    ['file list b\u001b[31m', '"assay file list": too many arguments'],
    ['copy --\u001b[31m a', `"assay copy": unknown option '--\ufffd[31m'.`],
  ])('rejects in one line: %j', async (line, message) => {
    const error = await parse(...line.split(' ')).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );

    expect(error).toMatchObject({ code: 'USAGE_INVALID', message: expect.stringContaining(message) as string });
    expect((error as Error).message).not.toMatch(/\p{Cc}/u);
  });
});

describe('the commands', () => {
  const commands = COMMAND_GROUPS.flatMap((group) => group.commands);

  it.each(commands.map((command) => [command.name, command] as const))(
    'has a help with examples: %s',
    async (name, command) => {
      const written: string[] = [];
      const program = toProgram(COMMAND_GROUPS, {
        version: '1',
        families: FAMILIES,
        write: (text) => written.push(text),
      });

      await runProgram(program, [...name.split(' '), '--help']);

      const help = written.join('');
      expect(help).toMatch(new RegExp(`^Usage: assay ${name}`));
      for (const long of Object.keys(command.options ?? {})) expect(help).toContain(`--${long}`);
      expect(command.examples.length).toBeGreaterThan(0);
      for (const [line] of command.examples) {
        expect(line.startsWith(name)).toBe(true);
        expect(help).toContain(`assay ${line}`);
      }
    },
  );

  it('never take a token as the value of an option', () => {
    const names = commands.flatMap(({ options = {} }) => Object.keys(options));

    expect(names.filter((name) => /token|password|secret/.test(name) && name !== 'token-file')).toEqual([]);
  });

  it('have families with a summary', () => {
    const families = commands.flatMap(({ name }) => (name.includes(' ') ? [name.split(' ')[0]] : []));

    expect(new Set(Object.keys(FAMILIES))).toEqual(new Set(families));
  });
});
