/** Limits of alias groups: long chains, ids that many records name, and records of an older version with many aliases. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/core/limits.ts';
import { findAliasCluster } from '../../../src/store/advisories/merge/alias-cluster.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { startAdvisoryUpdates, type AdvisoryUpdates } from '../../support/advisory-updates.ts';
import { startOsvBucket, type OsvBucket } from '../../support/osv-bucket.ts';
import type { ExportRecord } from '../../support/osv-mirror.ts';

const GROUP_MAX = LIMITS.aliasGroupIdsMax;

let bucket: OsvBucket;
let updates: AdvisoryUpdates;
let minutes = 0;
beforeAll(async () => {
  bucket = await startOsvBucket({ directories: { npm: [] } });
  updates = await startAdvisoryUpdates(bucket.url, ['npm']);
});
afterAll(async () => {
  await updates.close();
  await bucket.stop();
});
beforeEach(async () => {
  await updates.forget();
});

function aRecord(id: string, aliases: readonly string[]): ExportRecord {
  minutes += 1;
  const modified = new Date(Date.parse('2025-01-01T00:00:00Z') + minutes * 1_000).toISOString();
  return anOsvRecord({ id, aliases, modified, affected: [anAffected({ name: id.toLowerCase() })] });
}

/** `X-0` names `X-1`, which names `X-2`, and so on. */
function chain(from: number, to: number): ExportRecord[] {
  return Array.from({ length: to - from }, (_, n) => aRecord(`X-${from + n}`, [`X-${from + n + 1}`]));
}

async function publish(records: readonly ExportRecord[]): Promise<void> {
  bucket.set('npm', records);
  await updates.refresh({ kind: 'complete', acceptShrink: true });
}

interface Group {
  readonly group_id: string;
  readonly ids: readonly string[];
}

async function listGroups(): Promise<Group[]> {
  return await updates.pipeline.query<Group>(
    `select group_id, array_agg(id order by id collate "C") as ids from alias group by 1 having count(*) > 1 order by 1`,
  );
}

/** Checks that incremental updates give the same tables as one import of the last state. */
async function expectSameAsAtOnce(): Promise<void> {
  const stepwise = await updates.readState();
  await updates.forget();
  await updates.refresh();
  expect(await updates.readState()).toEqual(stepwise);
}

describe('a chain of aliases', () => {
  it('of thousands of records forms no group, and only the records near a new link are read', async () => {
    const records = chain(0, 3_000);
    await publish(records);
    expect(await listGroups()).toEqual([]);

    await publish([...records, aRecord('Y-1', ['X-1500'])]);
    const part = await updates.pipeline.deps.database.reference(async (tx) => await findAliasCluster(tx, ['Y-1']));

    expect(await listGroups()).toEqual([]);
    expect(part.oversized.size).toBeGreaterThan(GROUP_MAX);
    expect(part.ids.size).toBeLessThan(2 * GROUP_MAX);
  });

  it('is split when it grows beyond the limit, and forms again when it shrinks', async () => {
    const records = chain(0, GROUP_MAX - 1);
    await publish(records);
    expect((await listGroups()).map(({ ids }) => ids.length)).toEqual([GROUP_MAX]);

    await publish([...records, aRecord('Y-1', ['X-0'])]);
    expect(await listGroups()).toEqual([]);
    expect(await updates.pipeline.query('select id from advisory_record where not too_many_aliases')).toEqual([]);

    await publish([...records, aRecord('Y-1', [])]);
    expect((await listGroups()).map(({ ids }) => ids.length)).toEqual([GROUP_MAX]);
    await expectSameAsAtOnce();
  });

  it('that connects two groups beyond the limit splits both completely', async () => {
    const one = chain(0, 20);
    const other = chain(100, 120);
    await publish([...one, ...other]);
    expect(await listGroups()).toHaveLength(2);

    const bridged = [...one, ...other, aRecord('Y-1', ['X-0', 'X-120'])];
    await publish(bridged);
    expect(await listGroups()).toEqual([]);
    await expectSameAsAtOnce();
  });

  it('that moves from a group to an oversized one leaves the rest of the group together', async () => {
    const long = chain(1_000, 1_100);
    const group = chain(0, 5);
    await publish([...long, ...group, aRecord('X-5', ['Z-1']), aRecord('Z-1', [])]);
    expect((await listGroups()).map(({ ids }) => ids.length)).toEqual([7]);

    await publish([...long, ...group, aRecord('X-5', []), aRecord('Z-1', ['X-1050'])]);
    expect((await listGroups()).map(({ ids }) => ids)).toEqual([['X-0', 'X-1', 'X-2', 'X-3', 'X-4', 'X-5']]);
    await expectSameAsAtOnce();
  });
});

describe('an id that many records name', () => {
  it('forms no group, and is read up to a limit', async () => {
    const records = Array.from({ length: 1_200 }, (_, n) => aRecord(`X-${n}`, ['CVE-2024-1000']));
    await publish(records);
    expect(await listGroups()).toEqual([]);

    await publish([...records, aRecord('X-1200', ['CVE-2024-1000'])]);
    expect(await listGroups()).toEqual([]);
    expect(await updates.pipeline.query('select id from advisory_record where not too_many_aliases')).toEqual([]);
  });
});

describe('a record with too many aliases', () => {
  const ALIASES = Array.from({ length: 10_000 }, (_, n) => `X-${n}`);

  it('is rejected and named by its directory, and the others of a small directory are loaded', async () => {
    await publish([aRecord('OSV-2024-1', ALIASES), aRecord('X-0', ['X-1']), aRecord('X-2', [])]);

    const stored = await updates.pipeline.query('select id from advisory_record order by id');
    expect(stored).toEqual([{ id: 'X-0' }, { id: 'X-2' }]);
    const refused = await updates.pipeline.query('select refused, refused_records from advisory_directory');
    expect(refused).toEqual([
      { refused: 1, refused_records: [{ id: 'OSV-2024-1', problem: 'The record has more than 250 aliases.' }] },
    ]);
  });

  it('stays listed while other records change, until it is corrected', async () => {
    const others = Array.from({ length: 100 }, (_, n) => aRecord(`X-${n}`, []));
    const bad = aRecord('OSV-2024-1', ALIASES);
    await publish([...others, bad]);
    bucket.set('npm', [...others.slice(1), aRecord('X-0', ['X-1']), bad]);
    await updates.refresh();
    const readRefused = async (): Promise<unknown> =>
      (await updates.pipeline.query<{ refused: number }>('select refused from advisory_directory'))[0]?.refused;
    expect(await readRefused()).toBe(1);

    bucket.set('npm', [...others.slice(1), aRecord('X-0', ['X-1']), aRecord('OSV-2024-1', [])]);
    await updates.refresh();
    expect(await readRefused()).toBe(0);
  });

  it('that an older version has stored connects nothing, and does not slow down the records that it names', async () => {
    const named = Array.from({ length: 2_000 }, (_, n) => aRecord(`X-${n}`, []));
    await publish([aRecord('OSV-2024-1', []), ...named]);
    await updates.pipeline.query(`update advisory_record set aliases = $1 where id = 'OSV-2024-1'`, [
      ALIASES.slice(0, 5_000),
    ]);

    const edited = named.map((record, n) => aRecord(String(record['id']), n === 0 ? ['X-1'] : [`Y-${n}`]));
    await publish([aRecord('OSV-2024-1', []), ...edited]);

    expect((await listGroups()).find(({ ids }) => ids.includes('X-0'))?.ids).toEqual(['X-0', 'X-1', 'Y-1']);
  });
});
