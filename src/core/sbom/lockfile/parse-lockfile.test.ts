import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AssayError } from '../../errors.ts';
import { LOCKFILE_KINDS, type LockfileKind } from './lockfile-kinds.ts';
import { parseLockfile } from './parse-lockfile.ts';

const KINDS = Object.keys(LOCKFILE_KINDS) as LockfileKind[];

/** The kinds of errors that a file may cause: everything else would be a defect of a reader. */
function refusalOf(kind: LockfileKind, text: string): string | undefined {
  try {
    parseLockfile(text, kind);
    return undefined;
  } catch (error) {
    if (error instanceof AssayError) return error.message;
    throw error;
  }
}

const REFUSED = 'The lockfile cannot be read: ';

const deep = (open: string, close: string): string => `${open.repeat(100_000)}${close.repeat(100_000)}`;

const HOSTILE: readonly (readonly [string, string])[] = [
  ['an empty file', ''],
  ['deep lists', deep('[', ']')],
  ['deep objects', deep('{"a":', '}')],
  ['deep YAML', `a:\n${Array.from({ length: 500 }, (_, i) => `${' '.repeat(i + 1)}a:\n`).join('')}`],
  ['deep flow YAML', `__metadata:\n  a: ${deep('[', ']')}`],
  ['deep TOML', `a = ${deep('[', ']')}`],
  ['aliases', `__metadata: &a\n  version: 1\npackages: [*a, *a]\n`],
  ['member names of prototypes', '{"__proto__": {"packages": {}}, "constructor": {}, "packages": {"__proto__": {}}}'],
  ['lists instead of objects', '{"packages": [], "dependencies": [], "workspaces": [], "default": []}'],
  ['numbers instead of texts', '{"packages": {"a": 1, "": 2}, "dependencies": {"a": {"version": 1}}}'],
  ['a long line', `${'a'.repeat(200_000)}\n`],
  ['many spaces', `a${' '.repeat(200_000)}b`],
  ['many separators', '-_.'.repeat(60_000)],
  ['many quotes', '"'.repeat(100_000)],
  ['control characters', '\u0000\u001b[2J\u202e==1.0\n'],
];

describe('parseLockfile', () => {
  it.each(KINDS.flatMap((kind) => HOSTILE.map(([name, text]) => ({ kind, name, text }))))(
    'accepts or refuses $name as $kind, without any other error',
    ({ kind, text }) => {
      const refusal = refusalOf(kind, text) ?? REFUSED;

      expect(refusal.startsWith(REFUSED)).toBe(true);
    },
  );

  it.each(KINDS)('accepts or refuses any text as %s', (kind) => {
    const word = fc.constantFrom(
      ...['a', '@x/a', '1.0.0', '==', '"', ':', ',', '\n', '  ', '    ', '(', ')', '{', '}', '[', ']', '=>', '#', '/'],
      ...['[[package]]', 'name = ', 'version', 'packages:', 'require ', '__metadata:', 'GEM', 'specs:', '{:hex, :a, '],
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string({ maxLength: 3 })), { maxLength: 40 }), (words) => {
        const refusal = refusalOf(kind, words.join(''));
        expect(refusal === undefined || refusal.length <= 300).toBe(true);
      }),
    );
  });

  it('refuses packages of version 1 that are nested too deeply', () => {
    let text = '{}';
    for (let i = 0; i < 400; i += 1) text = `{"version": "1.0.0", "dependencies": {"package-${i}": ${text}}}`;

    expect(refusalOf('npm', text)).toContain('packages are nested too deeply');
  });

  it('refuses repeated keys in YAML, because one of the values would be lost', () => {
    expect(refusalOf('pubspec', 'packages:\n  a:\n    version: "1"\n  a:\n    version: "2"\n')).toContain(
      'a key is repeated at line 4',
    );
  });

  it.each(KINDS)('names the command that writes a new %s', (kind) => {
    const broken = kind === 'requirements' ? '???' : '{"packages": ';

    expect(refusalOf(kind, broken)).toContain(`Create it again with "${LOCKFILE_KINDS[kind]}".`);
  });
});
