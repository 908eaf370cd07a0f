/**
 * The effects of each kind of record change: the package keys whose revision it raises, whether it takes a snapshot, and what is
 * kept of the old form.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src/core/calendar.ts';
import { createStarterFeed } from '../../../src/feeds/starter.ts';
import { refreshSource } from '../../../src/pipeline/advisories/refresh-source.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { startAdvisoryUpdates, type AdvisoryUpdates } from '../../support/advisory-updates.ts';
import { startOsvBucket, type OsvBucket } from '../../support/osv-bucket.ts';
import type { ExportRecord } from '../../support/osv-mirror.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
const VECTOR = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';

let minutes = 0;
/** Returns a time that is a minute later with each call. */
function now(): string {
  minutes += 1;
  return new Date(START + minutes * 60_000).toISOString();
}

function aRecord(id: string, changes: Record<string, unknown> = {}): ExportRecord {
  return anOsvRecord({ id, modified: now(), affected: [anAffected({ name: id.toLowerCase() })], ...changes });
}

function keyOf(...ids: readonly string[]): string[] {
  return ids.map((id) => `npm\u001f\u001f${id.toLowerCase()}`).toSorted();
}

const FILLERS = Array.from({ length: 100 }, (_, n) => aRecord(`GSD-2024-${1_000 + n}`));

let bucket: OsvBucket;
let updates: AdvisoryUpdates;
let records: Map<string, ExportRecord>;
beforeAll(async () => {
  bucket = await startOsvBucket({ directories: { npm: FILLERS } });
  updates = await startAdvisoryUpdates(bucket.url, ['npm']);
});
afterAll(async () => {
  await updates.close();
  await bucket.stop();
});
beforeEach(async () => {
  await updates.forget();
  records = new Map(FILLERS.map((record) => [String(record['id']), record]));
  await change(
    aRecord('GHSA-aaaa-aaaa-aaaa', { aliases: ['CVE-2024-0001'] }),
    aRecord('GHSA-bbbb-bbbb-bbbb', { aliases: ['CVE-2024-0002'] }),
    aRecord('DSA-1-1', { upstream: ['CVE-2024-0001', 'CVE-2024-0009'] }),
  );
});

/** Publishes the new state of some records, and reads it in one run. */
async function change(...changed: readonly ExportRecord[]): Promise<{ raised: string[]; snapshots: number }> {
  for (const record of changed) records.set(String(record['id']), record);
  return await refresh();
}

async function refresh(
  options?: Parameters<AdvisoryUpdates['refresh']>[0],
): Promise<{ raised: string[]; snapshots: number }> {
  bucket.set('npm', [...records.values()]);
  const before = await updates.readSnapshot();
  await updates.refresh(options);
  return { raised: await updates.listRaised(before), snapshots: (await updates.readSnapshot()) - before };
}

async function groupsOf(id: string): Promise<unknown> {
  const [row] = await updates.pipeline.query<{ group_ids: string[] }>(
    'select group_ids from advisory_record where id = $1',
    [id],
  );
  return row?.group_ids;
}

const listRevisions = async (id: string): Promise<string[]> =>
  (
    await updates.pipeline.query<{ change: string }>(
      'select change from advisory_revision where id = $1 order by snapshot desc',
      [id],
    )
  ).map((row) => row.change);

describe('a record that changes', () => {
  it.each<[string, Record<string, unknown>, number]>([
    ['its text', { summary: 'Other words', details: 'More of them', references: [{ url: 'https://example.org/' }] }, 0],
    ['its severity', { severity: [{ type: 'CVSS_V3', score: VECTOR }] }, 1],
    ['what it is related to', { related: ['CVE-2020-1000'] }, 0],
    ['nothing but its time', {}, 0],
  ])('in %s is stored, and raises no key', async (_what, changes, taken) => {
    const record = aRecord('GHSA-aaaa-aaaa-aaaa', { aliases: ['CVE-2024-0001'], ...changes });

    const { raised, snapshots } = await change(record);

    expect([raised, snapshots]).toEqual([[], taken]);
    const [row] = await updates.pipeline.query<{ modified: Date; severity: string }>(
      `select modified, severity from advisory_record where id = 'GHSA-aaaa-aaaa-aaaa'`,
    );
    expect(row?.modified.toISOString()).toBe(record['modified']);
    if ('severity' in changes) expect(row?.severity).toBe('critical');
  });

  it('in its affected packages raises its old and new keys, and its old form is kept', async () => {
    const affected = [anAffected({ name: 'right-pad' })];

    const { raised, snapshots } = await change(
      aRecord('GHSA-bbbb-bbbb-bbbb', { aliases: ['CVE-2024-0002'], affected }),
    );

    expect(raised).toEqual(keyOf('GHSA-bbbb-bbbb-bbbb', 'right-pad'));
    expect(snapshots).toBe(1);
    expect((await listRevisions('GHSA-bbbb-bbbb-bbbb'))[0]).toBe('revised');
  });

  it('in its aliases raises exactly the keys of the groups that change', async () => {
    expect(await groupsOf('DSA-1-1')).toEqual(['CVE-2024-0001', 'CVE-2024-0009']);

    const joined = await change(
      aRecord('GHSA-aaaa-aaaa-aaaa', { aliases: ['CVE-2024-0001', 'CVE-2023-0003'] }),
      aRecord('PYSEC-2024-7', { aliases: ['CVE-2023-0003'] }),
    );

    expect(joined.raised).toEqual(keyOf('GHSA-aaaa-aaaa-aaaa', 'PYSEC-2024-7', 'DSA-1-1'));
    expect(await groupsOf('PYSEC-2024-7')).toEqual(['CVE-2023-0003']);
    expect(await groupsOf('DSA-1-1')).toEqual(['CVE-2023-0003', 'CVE-2024-0009']);

    const parted = await change(aRecord('GHSA-aaaa-aaaa-aaaa', { aliases: ['CVE-2024-0001'] }));

    expect(parted.raised).toEqual(keyOf('GHSA-aaaa-aaaa-aaaa', 'DSA-1-1'));
    expect(await groupsOf('DSA-1-1')).toEqual(['CVE-2024-0001', 'CVE-2024-0009']);
    expect(await groupsOf('PYSEC-2024-7')).toEqual(['CVE-2023-0003']);
  });

  it('into a cycle of aliases forms one group', async () => {
    await change(
      aRecord('GHSA-aaaa-aaaa-aaaa', { aliases: ['GHSA-bbbb-bbbb-bbbb'] }),
      aRecord('GHSA-bbbb-bbbb-bbbb', { aliases: ['GHSA-aaaa-aaaa-aaaa'] }),
    );

    expect(await groupsOf('GHSA-aaaa-aaaa-aaaa')).toEqual(['GHSA-aaaa-aaaa-aaaa']);
    expect(await groupsOf('GHSA-bbbb-bbbb-bbbb')).toEqual(['GHSA-aaaa-aaaa-aaaa']);
  });

  it('to the same time as another is not overlooked', async () => {
    const modified = now();
    await change(aRecord('GHSA-aaaa-aaaa-aaaa', { aliases: ['CVE-2024-0001'], modified }));

    const { raised } = await change(aRecord('GHSA-cccc-cccc-cccc', { modified }));

    expect(raised).toEqual(keyOf('GHSA-cccc-cccc-cccc'));
  });

  it('up to an hour before the newest is not overlooked, and earlier ones are found by the daily check', async () => {
    const early = new Date(START + (minutes - 30) * 60_000).toISOString();
    const tooEarly = new Date(START - 120 * 60_000).toISOString();

    const first = await change(
      aRecord('GHSA-dddd-dddd-dddd', { modified: early }),
      aRecord('GHSA-eeee-eeee-eeee', { modified: tooEarly }),
    );
    updates.pass(DAY_MS);
    const second = await refresh();

    expect(first.raised).toEqual(keyOf('GHSA-dddd-dddd-dddd'));
    expect(second.raised).toEqual(keyOf('GHSA-eeee-eeee-eeee'));
  });
});

describe('a record that is withdrawn', () => {
  const withdrawn = (time: string | undefined): ExportRecord =>
    aRecord('GHSA-bbbb-bbbb-bbbb', { aliases: ['CVE-2024-0002'], withdrawn: time });

  it('raises its keys, and again when it is reinstated', async () => {
    const gone = await change(withdrawn('2025-06-01T00:00:00Z'));
    const revisions = await listRevisions('GHSA-bbbb-bbbb-bbbb');
    const back = await change(withdrawn(undefined));

    expect([gone.raised, back.raised]).toEqual([keyOf('GHSA-bbbb-bbbb-bbbb'), keyOf('GHSA-bbbb-bbbb-bbbb')]);
    expect(revisions[0]).toBe('withdrawn');
    expect((await listRevisions('GHSA-bbbb-bbbb-bbbb'))[0]).toBe('revised');
  });

  it('at a future time raises its keys once more at that time, and never after', async () => {
    const time = new Date(Date.now() + 40 * DAY_MS).toISOString();
    const announced = await change(withdrawn(time));
    updates.pass(2 * DAY_MS);
    const waiting = await refresh();
    updates.pass(40 * DAY_MS);
    const due = await refresh();
    const after = await refresh();

    expect([announced, waiting, due, after].map(({ raised }) => raised)).toEqual([
      keyOf('GHSA-bbbb-bbbb-bbbb'),
      [],
      keyOf('GHSA-bbbb-bbbb-bbbb'),
      [],
    ]);
  });
});

describe('a record that is missing', () => {
  it('from two different complete lists an interval apart is deleted with its dependent rows, and its last form is kept', async () => {
    records.delete('GHSA-aaaa-aaaa-aaaa');

    const delta = await refresh();
    const first = await refresh({ kind: 'complete' });
    expect(await groupsOf('GHSA-aaaa-aaaa-aaaa')).toEqual(['CVE-2024-0001']);
    updates.pass(HOUR_MS);
    records.set('GHSA-zzzz-zzzz-zzzz', anOsvRecord({ id: 'GHSA-zzzz-zzzz-zzzz', affected: [] }));
    const second = await refresh({ kind: 'complete' });

    expect([delta.raised, first.raised]).toEqual([[], []]);
    expect(second.raised).toEqual(keyOf('GHSA-aaaa-aaaa-aaaa'));
    expect(await groupsOf('GHSA-aaaa-aaaa-aaaa')).toBeUndefined();
    expect(await updates.pipeline.query(`select 1 from alias where id = 'GHSA-aaaa-aaaa-aaaa'`)).toEqual([]);
    expect((await listRevisions('GHSA-aaaa-aaaa-aaaa'))[0]).toBe('deleted');
  });

  it('from one list but not from the next stays', async () => {
    const record = records.get('GHSA-bbbb-bbbb-bbbb');
    if (record === undefined) throw new Error('It is there.');
    records.delete('GHSA-bbbb-bbbb-bbbb');
    await refresh({ kind: 'complete' });
    records.set('GHSA-bbbb-bbbb-bbbb', record);
    await refresh({ kind: 'complete' });
    records.delete('GHSA-bbbb-bbbb-bbbb');

    const { raised } = await refresh({ kind: 'complete' });

    expect(raised).toEqual([]);
    expect(await groupsOf('GHSA-bbbb-bbbb-bbbb')).toEqual(['CVE-2024-0002']);
  });
});

describe('after a refresh', () => {
  const countJobs = async (): Promise<number> => {
    const [row] = await updates.pipeline.query<{ count: number }>(
      `select count(*)::int as count from pgboss.job where name = 'apply-snapshot'`,
    );
    return row?.count ?? 0;
  };

  it('organizations are notified of new data, even if an earlier process died before it could do so', async () => {
    const before = await countJobs();
    await change(aRecord('GHSA-aaaa-aaaa-aaaa', { summary: 'Other words', aliases: ['CVE-2024-0001'] }));
    const afterText = await countJobs();
    await change(aRecord('GHSA-ffff-ffff-ffff'));
    const afterNews = await countJobs();
    await updates.pipeline.query('update advisory_clock set announced_snapshot = announced_snapshot - 1');
    await refresh();

    expect([afterText, afterNews, await countJobs()].map((count) => count - before)).toEqual([0, 1, 2]);
  });

  it('the starter set is deleted with its groups, and its keys are raised', async () => {
    const deps = { ...updates.pipeline.deps, onProgress: () => {} };
    await refreshSource(deps, createStarterFeed());
    const [starter] = await updates.pipeline.query<{ count: number }>(
      `select count(*)::int as count from advisory_record where source = 'starter'`,
    );

    const { raised } = await refresh();

    expect(starter?.count).toBeGreaterThan(20);
    expect(raised.length).toBeGreaterThan(20);
    expect(await updates.pipeline.query(`select 1 from advisory_source where name = 'starter'`)).toEqual([]);
    const orphans = await updates.pipeline.query(
      `select id from alias a where not exists (select from advisory_record r where r.id = a.id or a.id = any(r.aliases))`,
    );
    expect(orphans).toEqual([]);
  });
});

describe('advisories that an older version of Assay has read', () => {
  it('are read again completely, although the source reports no change', async () => {
    const id = 'GHSA-bbbb-bbbb-bbbb';
    await updates.pipeline.query("update advisory_record set projection_sha256 = '\\x00' where id = $1", [id]);
    await updates.pipeline.query('delete from affected_entry where record_id = $1', [id]);
    expect(await refresh()).toEqual({ raised: [], snapshots: 0 });

    await updates.pipeline.query('update advisory_directory set reader_version = 0');
    expect(await refresh()).toEqual({ raised: keyOf(id), snapshots: 1 });
    expect(await refresh()).toEqual({ raised: [], snapshots: 0 });
  });
});
