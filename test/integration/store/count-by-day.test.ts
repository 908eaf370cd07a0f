/**
 * The count of a day is the number of known findings of its newest version at the end of the day, whatever the times of the
 * findings.
 */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../../src/store/database.ts';
import { countByDay, type CountedDay } from '../../../src/store/findings/history/count-by-version.ts';
import { newId } from '../../../src/store/new-id.ts';
import { insertOrganization } from '../../../src/store/people/organizations.ts';
import {
  dayOf,
  insertGeneratedFindings,
  type GeneratedFindings,
  type GeneratedRow,
} from '../../support/generated-findings.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';

const DAYS = 12;
const orgId = newId();
let testDatabase: TestDatabase;
let database: Database;
let generated: GeneratedFindings;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const onIdleError = (): void => {};
  database = openDatabase({ url: testDatabase.url, connectionsMax: 2, statementTimeoutMs: 0, onIdleError });
  await database.inOrg(
    orgId,
    async (tx) => await insertOrganization(tx, { id: orgId, name: 'Days', createdAt: dayOf(0) }),
  );
  generated = await insertGeneratedFindings(database, orgId);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

interface Times {
  /** The time of the first analysis of each of the two versions. */
  readonly analyzed: readonly string[];
  /** For each row, from when and until when it was known. */
  readonly known: readonly { readonly from: string; readonly to: string | null }[];
}

/** Midnight is as likely as all other times of a day together, because errors are most likely there. */
const anyTime = fc
  .tuple(fc.integer({ min: -2, max: DAYS + 2 }), fc.option(fc.integer({ min: 0, max: 86_399_999 }), { nil: 0 }))
  .map(([day, ms]) => new Date(Date.parse(dayOf(day)) + ms).toISOString());

function anyTimes(rows: number): fc.Arbitrary<Times> {
  const known = fc
    .tuple(anyTime, fc.option(anyTime))
    .map(([from, to]) => (to !== null && to < from ? { from: to, to: from } : { from, to }));
  return fc.record({
    analyzed: fc.array(anyTime, { minLength: 2, maxLength: 2 }),
    known: fc.array(known, { minLength: rows, maxLength: rows }),
  });
}

describe('findings by day', () => {
  it('are those known at the end of the day, of the newest version by then', async () => {
    const service = generated.services[0];
    const versions = (service?.versionIds ?? []).map((id, n) => ({ id, name: `1.${n}`, createdAt: dayOf(n) }));
    const [first = '', second = ''] = versions.map(({ id }) => id);
    // Each finding occurs once in each version, so that its row can have any two times.
    const rows = [first, second].flatMap((id) => [
      ...new Map(
        generated.rows.filter(({ versionId }) => versionId === id).map((row) => [row.findingId, row]),
      ).values(),
    ]);
    const ids = rows.map(({ id }) => id);
    await database.inOrg(orgId, async (tx) => {
      await tx.db.deleteFrom('version_finding').where('id', 'not in', ids).execute();
    });

    await fc.assert(
      fc.asyncProperty(anyTimes(rows.length), async (times) => {
        const days = await database.inOrg(orgId, async (tx) => {
          await tx.db.deleteFrom('analysis').execute();
          for (const [n, { id }] of versions.entries())
            await sql`insert into analysis
                (org_id, id, version_id, trigger, status, stages, engine_version, created_at, finished_at, coverage)
              values (${orgId}, ${newId()}, ${id}, 'upload', 'completed', '[]', '1', ${dayOf(n)}, ${times.analyzed[n]}, '{}')`.execute(
              tx.db,
            );
          await sql`update version_finding f set known_from = t.known_from, known_to = t.known_to
            from unnest(${ids}::uuid[], ${times.known.map(({ from }) => from)}::timestamptz[],
              ${times.known.map(({ to }) => to)}::timestamptz[]) t (id, known_from, known_to)
            where f.id = t.id`.execute(tx.db);
          return await countByDay(tx, service?.id ?? '', { from: toDay(0), to: toDay(DAYS - 1) });
        });

        expect(days).toEqual(Array.from({ length: DAYS }, (_, day) => countNaively(day, versions, rows, times)));
      }),
      { numRuns: 40 },
    );
  });
});

function toDay(day: number): string {
  return dayOf(day).slice(0, 10);
}

function countNaively(
  day: number,
  versions: readonly { readonly id: string; readonly name: string; readonly createdAt: string }[],
  rows: readonly GeneratedRow[],
  { analyzed, known }: Times,
): CountedDay {
  const end = dayOf(day + 1);
  const version = versions.findLast(({ createdAt }, n) => createdAt < end && (analyzed[n] ?? end) < end);
  const counts = new Map<number, number>();
  for (const [n, { versionId, severityRank, relevance }] of rows.entries()) {
    const { from = end, to = null } = known[n] ?? {};
    if (versionId !== version?.id || relevance === 'not_relevant' || from >= end || (to !== null && to < end)) continue;
    counts.set(severityRank, (counts.get(severityRank) ?? 0) + 1);
  }
  return {
    day: toDay(day),
    version: version === undefined ? null : { id: version.id, name: version.name },
    bySeverityRank: counts,
  };
}
