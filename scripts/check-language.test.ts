import { describe, expect, it } from 'vitest';
import { seedTree } from '../test/support/seeded-tree.ts';
import { checkLanguage, PERSON_ADVICE, WORD_ADVICE, type LanguageException } from './check-language.ts';

function check(files: Readonly<Record<string, string>>, exceptions: readonly LanguageException[] = []): string[] {
  const tree = seedTree(files);
  try {
    return checkLanguage(tree.root, exceptions).problems.map(({ file, line, found }) => `${file}:${line} ${found}`);
  } finally {
    tree.remove();
  }
}

describe('checkLanguage', () => {
  it.each([
    ['a string', 'src/api/a.ts', `export const A = 'Nobody has confirmed it.';`, 'Nobody'],
    ['a comment', 'src/core/a.ts', `// Somebody else may have changed it.`, 'Somebody'],
    ['a test', 'src/core/a.test.ts', `it('tells anybody', () => {});`, 'anybody'],
    ['SQL', 'src/store/a.ts', 'const A = sql`-- whoever comes first`;', 'whoever'],
    ['a camelCase identifier', 'portal/a.tsx', `const isNobody = true;`, 'Nobody'],
    ['a SNAKE_CASE identifier', 'bench/a.ts', `const NOBODY_ID = 1;`, 'NOBODY'],
    ['a package name', 'test/support/a.ts', 'const A = `nobody-${1}`;', 'nobody'],
    ['a document', 'docs/guide/a.md', 'Whoever uploads it', 'Whoever'],
    ['the readme', 'README.md', 'for anybody', 'anybody'],
  ])('rejects a stand-in for an actor in %s', (_name, file, text, found) => {
    expect(check({ [file]: `\n${text}\n` })).toEqual([`${file}:2 ${found}`]);
  });

  it.each([
    ['an error', 'src/api/errors.ts', `export const A = defineError('A', () => 'Ask a person to approve it.');`],
    ['a text of the portal', 'portal/a.tsx', `export const A = () => <p>It waits for a person.</p>;`],
    ['a text table', 'portal/text/a.ts', `export const A = { open: 'Waits for a person' };`],
    ['an API description', 'src/api/contract/a.ts', `export const A = z.string().describe('Set by a person.');`],
    ['a log message', 'src/start/a.ts', `log.warn({}, 'it waits for a person');`],
    ['the help of a command', 'src/cli/usage.ts', 'export const USAGE = `\n  invite  invites a person\n`;'],
  ])('rejects "a person" in %s', (_name, file, text) => {
    expect(check({ [file]: text })).toEqual([`${file}:1 a person`]);
  });

  it.each([
    ['a comment', 'src/api/a.ts', `// A person may have several sessions.\nexport const A = 1;`],
    ['a test name', 'src/api/a.test.ts', `it('invites a person', () => {});`],
    ['a document', 'docs/a.md', 'An account of a person.'],
  ])('accepts "a person" in %s, which users do not see as a label', (_name, file, text) => {
    expect(check({ [file]: text })).toEqual([]);
  });

  it.each([
    ['a similar word', 'src/core/a.ts', `export const A = 'The body has an antibody.';`],
    ['a text with an actor', 'portal/a.tsx', `export const A = () => <p>An admin approved it.</p>;`],
    [
      'a person with an attribute',
      'src/api/errors.ts',
      `export const A = defineError('A', () => 'A personal token.');`,
    ],
    ['a binary file', 'docs/images/a.png', 'nobody'],
    ['a folder that is not checked', 'data/a.md', 'nobody'],
  ])('accepts %s', (_name, file, text) => {
    expect(check({ [file]: text })).toEqual([]);
  });

  it('reports each occurrence with advice', () => {
    const tree = seedTree({ 'src/api/a.ts': `export const A = 'Nobody and somebody: a person.';` });
    const { files, problems } = checkLanguage(tree.root, []);
    tree.remove();

    expect(files).toBe(1);
    expect(problems.map(({ advice }) => advice)).toEqual([WORD_ADVICE, WORD_ADVICE, PERSON_ADVICE]);
  });

  it('exempts a folder, a file, and only the lines that an exception names', () => {
    const files = {
      'src/store/migrations/0001.sql': '-- nobody',
      'src/postgres/run-as.ts': `const NOBODY = 65_534;\n// nobody else`,
      'src/postgres/run-as-more.ts': `const NOBODY = 1;`,
    };
    const exceptions = [
      { path: 'src/store/migrations/', reason: 'history' },
      { path: 'src/postgres/run-as.ts', line: 'NOBODY', reason: 'the Unix user' },
    ];

    expect(check(files, exceptions)).toEqual([
      'src/postgres/run-as-more.ts:1 NOBODY',
      'src/postgres/run-as.ts:2 nobody',
    ]);
  });
});
