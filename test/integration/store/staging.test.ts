/** PostgreSQL stores exactly what a thread writes in COPY format: every advisory is returned unchanged. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BuiltPackage, Advisory, AffectedEntry } from '../../../src/core/advisory/advisory.ts';
import { clearStaging, copyTables } from '../../../src/store/advisories/merge/staging.ts';
import { openDatabase, type Database } from '../../../src/store/database.ts';
import { newId } from '../../../src/store/new-id.ts';
import { unpackRecord } from '../../../src/store/advisories/vulnerabilities/unpack-record.ts';
import { packRecord } from '../../../src/threads/advisories/packed-record.ts';
import { COPIED_COLUMNS, StagedRows } from '../../../src/threads/advisories/staged-rows.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const { url } = testDatabase;
  database = openDatabase({ url, connectionsMax: 2, statementTimeoutMs: 30_000, onIdleError: () => {} });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** Any text that PostgreSQL can store, mostly with characters that COPY, arrays and JSON have to escape. */
const aText = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^[\\"{},'\t\n\r\f\v.N a]*$/),
    fc.constantFrom('\\N', '\\.', '{}', '{"a"}', 'NULL', '\\x00', '\u2028', '\u0001', '\\u0000', ''),
  )
  .map((text) => text.toWellFormed().replaceAll('\0', ''));
const aTime = fc
  .date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().replace('Z', '000Z'));

const anEntry: fc.Arbitrary<AffectedEntry> = fc.record({
  family: fc.constant('npm'),
  release: fc.constant(''),
  name: fc.stringMatching(/^[a-z\\"'@/._-]{1,20}$/),
  scheme: fc.constant('semver'),
  windows: fc.array(fc.record({ introduced: aText, fixed: aText, lastAffected: fc.constant(undefined) })),
  versions: fc.array(aText),
  problems: fc.constant([]),
  lastKnownAffected: fc.option(aText, { nil: undefined }),
  urgency: fc.option(aText, { nil: undefined }),
});

const anAdvisory: fc.Arbitrary<Advisory> = fc.record({
  id: fc.stringMatching(/^[A-Z]{2,5}-[A-Za-z0-9._:-]{1,20}$/),
  modified: aTime,
  published: fc.option(aTime, { nil: undefined }),
  withdrawn: fc.option(aTime, { nil: undefined }),
  aliases: fc.array(aText),
  upstream: fc.array(aText),
  related: fc.array(aText),
  title: aText,
  details: aText,
  class: fc.constantFrom('vulnerability', 'malicious', 'informational'),
  severity: fc.constantFrom('critical', 'high', 'medium', 'low', 'none', 'unknown'),
  cvss: fc.array(
    fc.record({
      version: fc.constantFrom('2.0', '3.0', '3.1', '4.0'),
      vector: aText,
      score: fc.integer({ min: 0, max: 100 }).map((tenths) => tenths / 10),
    }),
  ),
  cwes: fc.array(aText),
  references: fc.array(aText),
  mentions: fc.array(aText),
  affected: fc.array(anEntry),
  builtPackages: fc.array(fc.record({ key: aText, sourceName: aText })),
  entriesSkipped: fc.constant(0),
});

interface RecordRow extends Record<string, unknown> {
  readonly modified: Date;
  readonly published: Date | null;
  readonly withdrawn: Date | null;
  readonly raw: Buffer;
}

async function stage(advisories: readonly Advisory[], bytes: Uint8Array): Promise<string> {
  const run = newId();
  const rows = new StagedRows({ run, source: 'osv', directory: 'npm' });
  for (const advisory of advisories) rows.add(advisory, packRecord(bytes));
  await copyTables(database, COPIED_COLUMNS, rows.take());
  return run;
}

async function query<Row extends object>(statement: string, values: unknown[]): Promise<Row[]> {
  return await database.reference(async ({ client }) => (await client.query<Row>(statement, values)).rows);
}

describe('staged rows', () => {
  it('contain every advisory unchanged', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(anAdvisory, { selector: ({ id }) => id, minLength: 1, maxLength: 5 }),
        fc.uint8Array(),
        async (advisories, bytes) => {
          const run = await stage(advisories, bytes);

          for (const advisory of advisories) {
            const [row] = await query<RecordRow>('select * from staged_record where run = $1 and id = $2', [
              run,
              advisory.id,
            ]);
            if (row === undefined) throw new Error('The record is there.');
            const entries = await query<{ entry: unknown }>(
              'select entry from staged_entry where run = $1 and record_id = $2 order by n',
              [run, advisory.id],
            );
            const {
              modified,
              published,
              withdrawn,
              affected,
              builtPackages,
              entriesSkipped: _skipped,
              ...rest
            } = advisory;
            expect(row).toMatchObject(rest);
            expect([row.modified, row.published, row.withdrawn].map((time) => time?.getTime())).toEqual(
              [modified, published, withdrawn].map((time) => (time === undefined ? undefined : Date.parse(time))),
            );
            expect((await unpackRecord(row.raw)).equals(bytes)).toBe(true);
            expect(entries.map(({ entry }) => entry)).toEqual(JSON.parse(JSON.stringify(affected)));
            const sources = await query<BuiltPackage>(
              'select key, source_name as "sourceName" from staged_package_source where run = $1',
              [run],
            );
            expect(sources).toEqual(expect.arrayContaining([...builtPackages]));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('replace NUL and lone surrogates with the replacement character', async () => {
    const [advisory] = fc.sample(anAdvisory, 1);
    const [entry] = fc.sample(anEntry, 1);
    if (advisory === undefined || entry === undefined) throw new Error('There is one.');
    const spoiled = {
      ...advisory,
      title: 'a\0b',
      aliases: ['\uD800'],
      affected: [{ ...entry, versions: ['\\u0000', '1\0', '\uDFFF'] }],
    };

    const run = await stage([spoiled], new Uint8Array());

    expect(await query('select title, aliases from staged_record where run = $1', [run])).toEqual([
      { title: 'a\u{FFFD}b', aliases: ['\u{FFFD}'] },
    ]);
    expect(await query(`select entry->'versions' as versions from staged_entry where run = $1`, [run])).toEqual([
      { versions: ['\\u0000', '1\u{FFFD}', '\u{FFFD}'] },
    ]);
  });

  it('are deleted for their own source only', async () => {
    const [advisory] = fc.sample(anAdvisory, 1);
    if (advisory === undefined) throw new Error('There is one.');
    const run = await stage([advisory], new Uint8Array());

    await database.reference(async (tx) => await clearStaging(tx, 'other'));
    expect(await query('select 1 from staged_record where run = $1', [run])).toHaveLength(1);

    await database.reference(async (tx) => await clearStaging(tx, 'osv'));
    expect(await query('select 1 from staged_record', [])).toEqual([]);
    expect(await query('select 1 from staged_entry', [])).toEqual([]);
  });
});
