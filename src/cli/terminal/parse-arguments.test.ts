import { describe, expect, it } from 'vitest';
import { parseArguments } from './parse-arguments.ts';

const FLAGS = { name: { type: 'string' }, quiet: { type: 'boolean' } } as const;

describe('parseArguments', () => {
  it('parses flags and values in any order', () => {
    const { values, places } = parseArguments('copy', ['--name=a b', 'from', '--quiet', 'to'], FLAGS, ['from', 'to']);

    expect({ ...values }).toEqual({ name: 'a b', quiet: true });
    expect(places).toEqual(['from', 'to']);
  });

  it.each([
    [['--port', '1'], `"assay copy": Unknown option '--port'.`],
    [['-x', 'a'], `"assay copy": Unknown option '-x'.`],
    [['--name'], `"assay copy": Option '--name <value>' argument missing.`],
    [['--name', '--quiet', 'a'], `"assay copy": Option '--name' argument is ambiguous.`],
    [['--quiet=yes', 'a'], `"assay copy": Option '--quiet' does not take an argument.`],
    [[], '"assay copy" requires a value: the file.'],
    [['a', 'b\u001b[31m'], '"assay copy" does not accept "b\\u{1b}[31m".'],
  ])('rejects %j in one line', (parameters, message) => {
    expect(() => parseArguments('copy', parameters, FLAGS, ['the file'])).toThrow(
      expect.objectContaining({ code: 'USAGE_INVALID', message: `${message} Run "assay help" to see all commands.` }),
    );
  });
});
