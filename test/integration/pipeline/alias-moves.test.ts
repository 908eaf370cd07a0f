/** When vulnerabilities get other ids, merge or split, a finding stays one finding and keeps its history. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzeVersion } from '../../../src/pipeline/analysis/analyze-version.ts';
import { lockAndRequestAnalysis } from '../../../src/pipeline/request-analysis.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { startAdvisoryUpdates, type AdvisoryUpdates } from '../../support/advisory-updates.ts';
import { startOsvBucket, type OsvBucket } from '../../support/osv-bucket.ts';
import type { ExportRecord } from '../../support/osv-mirror.ts';

let minutes = 0;
function aRecord(id: string, name: string, ...aliases: readonly string[]): ExportRecord {
  minutes += 1;
  const modified = new Date(Date.parse('2026-01-01T00:00:00Z') + minutes * 60_000).toISOString();
  return anOsvRecord({ id, aliases, modified, affected: [anAffected({ name })] });
}

const FILLERS = Array.from({ length: 60 }, (_, n) => aRecord(`GSD-2024-${1_000 + n}`, `filler-${n}`));
const records = new Map(FILLERS.map((record) => [String(record['id']), record]));

let bucket: OsvBucket;
let updates: AdvisoryUpdates;
beforeAll(async () => {
  bucket = await startOsvBucket({ directories: { npm: FILLERS } });
  updates = await startAdvisoryUpdates(bucket.url, ['npm']);
});
afterAll(async () => {
  await updates.close();
  await bucket.stop();
});

async function publish(...changed: readonly ExportRecord[]): Promise<void> {
  for (const record of changed) records.set(String(record['id']), record);
  bucket.set('npm', [...records.values()]);
  await updates.refresh();
}

async function analyze(versionId: string): Promise<void> {
  await analyzeVersion(updates.pipeline.deps, { orgId: updates.pipeline.caller.orgId, versionId });
}

async function analyzeAgain(versionId: string): Promise<void> {
  const { deps, caller } = updates.pipeline;
  await lockAndRequestAnalysis(deps, { orgId: caller.orgId, versionId }, 'advisories');
  await analyze(versionId);
}

/** Uploads a version of a service that is named after its only package. */
async function upload(name: string, version = '1'): Promise<string> {
  const component = { type: 'library', name, version: '1.0.0', purl: `pkg:npm/${name}@1.0.0`, 'bom-ref': name };
  const changes = { components: [component], dependencies: [] };
  const { versionId } = await updates.pipeline.upload(version, changes, 'main', { service: name });
  await analyze(versionId);
  return versionId;
}

interface Row {
  readonly id: string;
  readonly finding: string;
  readonly vulnerability: string;
  readonly now: boolean;
  readonly ended: string | null;
  readonly fingerprint: string;
  readonly group: string;
  readonly heir: string | null;
}

async function rowsOf(versionId: string): Promise<Row[]> {
  return await updates.pipeline.query<Row>(
    `select v.id, f.id as finding, v.canonical_id as vulnerability, v.known_to is null as now, v.ended_as as ended,
       encode(f.fingerprint, 'hex') as fingerprint, f.group_id as "group", f.merged_into as heir
     from version_finding v join finding f on f.org_id = v.org_id and f.id = v.finding_id
     where v.version_id = $1 order by v.known_from, v.canonical_id, v.id`,
    [versionId],
  );
}

async function lastTold(versionId: string): Promise<unknown> {
  const [analysis] = await updates.pipeline.query<{ id: string; delta: Record<string, number> }>(
    'select id, delta from analysis where version_id = $1 order by created_at desc, id desc limit 1',
    [versionId],
  );
  const events = await updates.pipeline.query<{ type: string }>(
    `select type from event where analysis_id = $1 and type like 'finding.%' order by id`,
    [analysis?.id],
  );
  return [events.map(({ type }) => type), analysis?.delta];
}

const STAYED = { introduced: 0, resolved: 0, changed: 0, unchanged: 1 };

describe('a finding whose vulnerability', () => {
  it('gets a CVE id later stays the same under another name', async () => {
    await publish(aRecord('GHSA-aaaa-aaaa-0001', 'renamed'));
    const versionId = await upload('renamed');
    const [before] = await rowsOf(versionId);
    await publish(aRecord('GHSA-aaaa-aaaa-0001', 'renamed', 'CVE-2024-2001'));

    await analyzeAgain(versionId);
    const next = await upload('renamed', '2');

    const same = { finding: before?.finding, fingerprint: before?.fingerprint, group: 'CVE-2024-2001', heir: null };
    expect(await rowsOf(versionId)).toMatchObject([
      { ...same, vulnerability: 'GHSA-aaaa-aaaa-0001', now: false, ended: null },
      { ...same, vulnerability: 'CVE-2024-2001', now: true, ended: null },
    ]);
    expect(await rowsOf(next)).toMatchObject([{ ...same, now: true }]);
    expect([await lastTold(versionId), await lastTold(next)]).toEqual([
      [[], STAYED],
      [[], STAYED],
    ]);
  });

  it('is renamed before its components are matched again is found under its new name', async () => {
    await publish(aRecord('GHSA-aaaa-aaaa-0002', 'early'));
    const versionId = await upload('early');
    const [before] = await rowsOf(versionId);
    await updates.pipeline.query(`update alias set group_id = 'CVE-2024-2002' where id = 'GHSA-aaaa-aaaa-0002'`);

    await analyzeAgain(versionId);

    expect(await rowsOf(versionId)).toMatchObject([{ id: before?.id, group: 'CVE-2024-2002', now: true }]);
    expect(await lastTold(versionId)).toEqual([[], STAYED]);
  });

  it.each([
    ['younger', 'GHSA-aaaa-aaaa-0003', 'CVE-2024-2003'],
    ['older', 'CVE-2024-2004', 'GHSA-aaaa-aaaa-0004'],
  ])('turns out to be the same as a %s one: the older finding continues for both', async (name, first, second) => {
    await publish(aRecord(first, name));
    const versionId = await upload(name);
    const other = await upload(name, '2');
    await publish(aRecord(second, name));
    await analyzeAgain(versionId);
    await analyzeAgain(other);
    const two = (await rowsOf(versionId)).filter(({ now }) => now);
    const [oldest, youngest] = [first, second].map((id) => two.find((row) => row.vulnerability === id));
    await publish(aRecord(first, name, second));

    await analyzeAgain(versionId);

    const rows = await rowsOf(versionId);
    const current = rows.filter(({ now }) => now);
    const cve = [first, second].find((id) => id.startsWith('CVE'));
    expect(two).toHaveLength(2);
    expect(current).toMatchObject([{ finding: oldest?.finding, fingerprint: oldest?.fingerprint, group: cve }]);
    expect(rows.find((row) => row.finding === youngest?.finding)).toMatchObject({ heir: oldest?.finding, ended: null });
    expect(rows.map(({ ended }) => ended)).not.toContain('resolved');
    // Two findings became one: the other was not resolved, it is the same.
    expect(await lastTold(versionId)).toEqual([[], STAYED]);

    // A version that was not published since still has both rows, and is compared as if it had one.
    const next = await upload(name, '3');
    expect(await lastTold(next)).toEqual([[], STAYED]);
    await analyzeAgain(other);
    expect((await rowsOf(other)).filter(({ now }) => now)).toMatchObject([{ finding: oldest?.finding }]);
  });

  it('merges while several versions are published concurrently is one finding in all of them', async () => {
    const name = 'at-once';
    await publish(aRecord('GHSA-aaaa-aaaa-0007', name), aRecord('CVE-2024-2007', name));
    const versions = [await upload(name), await upload(name, '2'), await upload(name, '3'), await upload(name, '4')];
    await publish(aRecord('GHSA-aaaa-aaaa-0007', name, 'CVE-2024-2007'));

    await Promise.all(versions.map(analyzeAgain));

    const rows = (await Promise.all(versions.map(rowsOf))).flat().filter(({ now }) => now);
    expect(rows.map(({ vulnerability }) => vulnerability)).toEqual(versions.map(() => 'CVE-2024-2007'));
    expect(new Set(rows.map(({ finding, heir }) => `${finding} ${heir}`)).size).toBe(1);
  });

  it('is split from another keeps its finding, and the other one is new', async () => {
    const name = 'parted';
    await publish(aRecord('GHSA-aaaa-aaaa-0005', name), aRecord('CVE-2024-2005', name, 'GHSA-aaaa-aaaa-0005'));
    const versionId = await upload(name);
    const [before] = await rowsOf(versionId);
    await publish(aRecord('CVE-2024-2005', name));

    await analyzeAgain(versionId);

    const current = (await rowsOf(versionId)).filter(({ now }) => now);
    expect(current.map(({ group }) => group)).toEqual(['CVE-2024-2005', 'GHSA-aaaa-aaaa-0005']);
    expect(current[0]?.finding).toBe(before?.finding);
    expect(await lastTold(versionId)).toEqual([['finding.introduced'], { ...STAYED, introduced: 1 }]);
  });

  it('was renamed and is split again: no two findings share a fingerprint', async () => {
    const name = 'renamed-and-parted';
    await publish(aRecord('GHSA-aaaa-aaaa-0006', name));
    const versionId = await upload(name);
    await publish(aRecord('GHSA-aaaa-aaaa-0006', name, 'CVE-2024-2006'), aRecord('CVE-2024-2006', name));
    await analyzeAgain(versionId);
    await publish(aRecord('GHSA-aaaa-aaaa-0006', name));
    await analyzeAgain(versionId);
    await publish(aRecord('GHSA-aaaa-aaaa-0006', name, 'CVE-2024-2006'));
    await analyzeAgain(versionId);
    await publish(aRecord('GHSA-aaaa-aaaa-0006', name));
    await analyzeAgain(versionId);

    const findings = new Map((await rowsOf(versionId)).map((row) => [row.finding, row]));
    expect(new Set([...findings.values()].map(({ fingerprint }) => fingerprint)).size).toBe(findings.size);
    const current = (await rowsOf(versionId)).filter(({ now }) => now);
    expect(current.map(({ group, heir }) => [group, heir])).toEqual([
      ['CVE-2024-2006', null],
      ['GHSA-aaaa-aaaa-0006', null],
    ]);
  });
});
