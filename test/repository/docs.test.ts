/** Documents that are generated from the source are up to date and complete. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateDocs } from '../../scripts/generate-docs.ts';
import { listErrors, mayDefineErrors } from '../../scripts/list-errors.ts';
import { isCode, isTest, listFiles } from '../../scripts/source-files.ts';
import { CODES_WITH_STATUS } from '../../src/api/http/errors/error-status.ts';
import { VARIABLES } from '../../src/config/variables.ts';

const ROOT = join(import.meta.dirname, '../..');
const errors = await listErrors(ROOT);
const generated = await generateDocs(ROOT);
const codes = errors.map(({ code }) => code);

/** Files whose errors are printed in the terminal. In all other rooms an error may become a response and needs a status. */
const TERMINAL_FILES = [
  'src/config.ts',
  'src/postgres/errors.ts',
  'src/cli/errors.ts',
  'src/client/errors.ts',
  'src/store/backup/errors.ts',
  // Stored on the row of a source, and logged.
  'src/outbound/errors.ts',
  'src/feeds/errors.ts',
];
/** Raised where no request is served. */
const TERMINAL_CODES = [
  // Only `assay scan` reads lockfiles.
  'LOCKFILE_INVALID',
  'LOCKFILE_TOO_LARGE',
  // Raised at startup.
  'ADDRESS_UNUSABLE',
  'CITUS_NOT_READY',
  'DATABASE_CONNECTIONS_EXHAUSTED',
  'DATABASE_REFUSED',
  'DATABASE_TOO_NEW',
  'DATABASE_VERSION_UNSUPPORTED',
  // Stored on the row of an import, an analysis or a job.
  'FEED_DIRECTORY_GONE',
  'FEED_MOSTLY_BAD',
  'FEED_ROWS_INVALID',
  'FEED_ROLLED_BACK',
  'FEED_SHRUNK',
  'REFRESH_BUSY',
  'REFRESH_INTERRUPTED',
  'REFRESH_OVERTAKEN',
  'SECRET_KEY_FILE_UNUSABLE',
  'NO_DOCUMENT_READABLE',
  'VERSION_FINDINGS_LIMIT',
  'SBOM_MATCHES_LIMIT',
  'ANALYSIS_BROKEN',
  'PLAN_BROKEN',
  'ANALYSIS_INTERRUPTED',
];

describe('generated documents', () => {
  it.each([...generated])('are up to date: %s (npm run docs)', (path, text) => {
    expect(read(path)).toBe(text);
  });
});

describe('docs/reference/configuration.md', () => {
  it('lists every variable exactly once, and no other', () => {
    const named = [...read('docs/reference/configuration.md').matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name);

    expect(named.toSorted(byText)).toEqual(VARIABLES.map(({ name }) => name).toSorted(byText));
  });

  it('covers every variable that the source names', () => {
    const known = new Set(VARIABLES.map(({ name }) => name));
    const named = sources().flatMap(({ text }) => text.match(/\bASSAY_[A-Z_]+\b/g) ?? []);

    expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('docs/reference/errors.md', () => {
  it('lists every code that the source defines, and no other', () => {
    const described = [...read('docs/reference/errors.md').matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(([, code]) => code);

    expect(codes.length).toBeGreaterThan(60);
    expect(described.toSorted(byText)).toEqual(codes.toSorted(byText));
  });
});

describe('error codes', () => {
  it('are defined only once', () => {
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  });

  it('are defined only in files that the document is generated from', () => {
    const elsewhere = sources().filter(({ file, text }) => /\bdefineError[<(]/.test(text) && !mayDefineErrors(file));

    expect(elsewhere.map(({ file }) => file)).toEqual([]);
  });

  it('are all exported, so that they appear in the document', () => {
    for (const { file, text } of sources().filter(
      (each) => mayDefineErrors(each.file) && each.file !== 'src/core/errors.ts',
    )) {
      const written = text.match(/\bdefineError[<(]/g) ?? [];

      expect([file, errors.filter((error) => error.file === file).length]).toEqual([file, written.length]);
    }
  });

  it('have a status if and only if they can reach a client', () => {
    const forClients = errors.filter(
      ({ file, code }) => !TERMINAL_FILES.includes(file) && !TERMINAL_CODES.includes(code),
    );

    expect(CODES_WITH_STATUS.toSorted(byText)).toEqual(forClients.map(({ code }) => code).toSorted(byText));
  });

  it.each(errors)('have a message of valid length without undefined values: $code', ({ message }) => {
    expect(message).not.toMatch(/undefined|\[object|NaN/);
    expect(message.length).toBeGreaterThan(0);
    // Longer messages are cut to exactly 300 characters.
    expect(message.length).toBeLessThan(300);
  });
});

function sources(): { readonly file: string; readonly text: string }[] {
  const files = listFiles(ROOT, ['src']).filter((file) => isCode(file) && !isTest(file));
  return files.map((file) => ({ file, text: read(file) }));
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

function byText(a: string | undefined, b: string | undefined): number {
  return String(a) < String(b) ? -1 : 1;
}
