import { describe, expect, it } from 'vitest';
import { findStrings } from './find-strings.ts';
import { parseSource } from './syntax-tree.ts';

function find(file: string, text: string): string[] {
  return findStrings(file, parseSource(file, text)).map((found) => `${found.line} ${found.kind}: ${found.text}`);
}

describe('findStrings', () => {
  it.each([
    ['JSX text', 'portal/a.tsx', `const A = () => (\n  <p>\n    Not confirmed\n  </p>\n);`, '3 portal: Not confirmed'],
    ['a text prop', 'portal/a.tsx', `const A = () => <B label="Expires" />;`, '1 portal: Expires'],
    ['a branch of a text prop', 'portal/a.tsx', `const A = () => <B title={a ? 'Hide' : b} />;`, '1 portal: Hide'],
    ['a text table', 'portal/text/a.ts', `const A = { open: 'In triage' };`, '1 portal: In triage'],
    ['a one-word label', 'portal/text/a.ts', `const A = { open: 'Open' };`, '1 portal: Open'],
    ['an error', 'src/api/errors.ts', "defineError('A', ({ b }) => `No ${b}.`);", '1 error: No {…}.'],
    ['a reason of an error', 'src/feeds/a.ts', `throw FEED({ problem: 'it is empty' });`, '1 error: it is empty'],
    ['a thrown error', 'src/store/a.ts', `throw damaged('the file is truncated');`, '1 error: the file is truncated'],
    ['a description', 'src/api/contract/a.ts', `z.string().describe('Name');`, '1 API description: Name'],
    ['a summary', 'src/api/routes/a.ts', `const A = { summary: 'List tokens' };`, '1 API description: List tokens'],
    ['a log message', 'src/main.ts', `log.warn({ a: 'b c' }, 'job failed');`, '1 log: b c'],
    ['help', 'src/cli/usage.ts', 'const A = `assay <command>\n\n  help  show help\n`;', '1 command line: assay'],
    ['a variable', 'src/config/variables.ts', `const A = { meaning: 'Port of the API.' };`, '1 configuration: Port'],
    ['the help of a metric', 'src/telemetry/a.ts', `about('a_b', 'Open streams.');`, '1 telemetry: Open streams.'],
  ])('finds %s', (_name, file, text, expected) => {
    expect(find(file, text)[0]).toContain(expected);
  });

  it.each([
    ['an import', 'portal/a.ts', `import A from './a b.ts';`],
    ['a type', 'portal/a.ts', `type A = 'In triage' | 'Open';`],
    ['a key', 'portal/a.ts', `const A = { 'In triage': 1 };`],
    ['a comparison', 'portal/a.ts', `if (a === 'In triage') b();`],
    ['a class name', 'portal/a.tsx', `const A = () => <p className="big Red" />;`],
    ['an error code', 'src/api/errors.ts', `defineError('SERVICE_UNKNOWN', () => a);`],
    ['an identifier', 'src/cli/a.ts', `const A = 'sbom:upload';`],
    ['tagged SQL', 'src/store/a.ts', 'sql`select a from b where c is null`;'],
    ['plain SQL', 'bench/a.ts', `const A = 'select count(*)::int as count from a_b';`],
  ])('ignores %s', (_name, file, text) => {
    expect(find(file, text)).toEqual([]);
  });
});
