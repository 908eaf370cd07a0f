/**
 * Finds words that stand in for an actor: "nobody", "somebody", "anybody" and "whoever" anywhere, also in comments and inside
 * identifiers, and "a person" in user-visible strings. A text names the actor, or does without one.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findStrings } from './find-strings.ts';
import { isVisibleSource } from './list-strings.ts';
import { listFiles } from './source-files.ts';
import { parseSource } from './syntax-tree.ts';

const FOLDERS = ['src', 'portal', 'test', 'bench', 'scripts', 'bin', 'docs'];
const DOCUMENTS = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'];
const TEXT_ENDINGS = /\.(?:[cm]?[jt]sx?|md|sql|css|html|ya?ml|toml|sh)$/;

/** Also inside identifiers: `isNobody`, `NOBODY_ID`. No other English word contains one of them. */
const STAND_INS = /nobody|somebody|anybody|whoever/gi;
const A_PERSON = /\ba person\b/i;

export const WORD_ADVICE = 'name the actor (a member, an admin, the operator, another process), or write without one';
export const PERSON_ADVICE = 'name the role (a member, an admin, a reviewer), or say what is needed ("needs review")';

export interface LanguageException {
  /** A file, or a folder with a slash at its end. */
  readonly path: string;
  /** If given, only lines that contain this text are exempt. */
  readonly line?: string;
  readonly reason: string;
}

const EXCEPTIONS: readonly LanguageException[] = [
  { path: 'src/store/migrations/', reason: 'A migration that was applied is history and never changes.' },
  { path: 'src/postgres/', line: 'NOBODY', reason: 'The name of the Unix user.' },
  { path: 'src/postgres/start-as-root.test.ts', line: "'nobody'", reason: 'The name of the Unix user.' },
  { path: 'test/integration/postgres/users.test.ts', line: 'NOBODY', reason: 'The name of the Unix user.' },
  { path: 'test/e2e/new-user.ts', line: 'NOBODY', reason: 'The name of the Unix user.' },
  { path: 'test/e2e/new-user.ts', line: '"nobody"', reason: 'The name of the Unix user.' },
  {
    path: 'test/quality/relevance/items/',
    reason: 'Texts in the voice of advisories, with quotes from them; recorded evaluations depend on their words.',
  },
  { path: 'src/ai/questions/', reason: 'Prompts: other words would ask models again about every finding.' },
  {
    path: 'src/core/relevance/assessments/mentions/condition-words.ts',
    line: "'somebody'",
    reason: 'A word that is looked up in advisories.',
  },
  { path: 'scripts/check-language.ts', reason: 'The words that the check looks for.' },
  { path: 'scripts/check-language.test.ts', reason: 'The words that the check looks for.' },
];

interface LanguageProblem {
  readonly file: string;
  readonly line: number;
  readonly found: string;
  readonly advice: string;
}

interface LanguageReport {
  readonly files: number;
  readonly problems: readonly LanguageProblem[];
}

export function checkLanguage(root: string, exceptions: readonly LanguageException[] = EXCEPTIONS): LanguageReport {
  const documents = DOCUMENTS.filter((file) => existsSync(join(root, file)));
  const files = [...listFiles(root, FOLDERS).filter((file) => TEXT_ENDINGS.test(file)), ...documents];
  const problems: LanguageProblem[] = [];
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    const lines = text.split('\n');
    const found = [...findStandIns(file, lines), ...findPersons(file, text)];
    problems.push(...found.filter(({ line }) => !isExempt(exceptions, file, lines[line - 1] ?? '')));
  }
  return { files: files.length, problems };
}

function* findStandIns(file: string, lines: readonly string[]): Generator<LanguageProblem> {
  for (const [at, line] of lines.entries()) {
    for (const [found] of line.matchAll(STAND_INS)) yield { file, line: at + 1, found, advice: WORD_ADVICE };
  }
}

/** Comments may speak of a person; users read only the strings. */
function* findPersons(file: string, text: string): Generator<LanguageProblem> {
  if (!isVisibleSource(file) || !A_PERSON.test(text)) return;
  for (const { line, text: visible } of findStrings(file, parseSource(file, text))) {
    const found = A_PERSON.exec(visible)?.[0];
    if (found !== undefined) yield { file, line, found, advice: PERSON_ADVICE };
  }
}

function isExempt(exceptions: readonly LanguageException[], file: string, line: string): boolean {
  return exceptions.some(
    (exception) =>
      (exception.path.endsWith('/') ? file.startsWith(exception.path) : file === exception.path) &&
      line.includes(exception.line ?? ''),
  );
}

if (import.meta.main) {
  const { files, problems } = checkLanguage(join(import.meta.dirname, '..'));
  for (const { file, line, found, advice } of problems) console.error(`${file}:${line}  "${found}": ${advice}`);
  console.log(`${files} files, ${problems.length} problems`);
  process.exitCode = problems.length === 0 && files > 0 ? 0 : 1;
}
