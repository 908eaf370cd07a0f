/**
 * Versions that are analyzed at once, in shared transactions, have the same findings, history and events as versions that are
 * analyzed one after the other.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzeVersion } from '../../../src/pipeline/analysis/analyze-version.ts';
import { MATCH_LIMITS } from '../../../src/pipeline/analysis/match-components.ts';
import { lockAndRequestAnalysis } from '../../../src/pipeline/request-analysis.ts';
import { shareTransactions } from '../../../src/store/shared-transactions.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { startAdvisoryUpdates, type AdvisoryUpdates } from '../../support/advisory-updates.ts';
import { createLivingPortfolio, type LivingPortfolio } from '../../support/living-portfolio.ts';
import { listWrongNewestFindings } from '../../support/newest-findings.ts';
import { startOsvBucket, type OsvBucket } from '../../support/osv-bucket.ts';
import type { ExportRecord } from '../../support/osv-mirror.ts';
import type { TestOrganization } from '../../support/test-pipeline.ts';

let minutes = 0;
function aRecord(id: string, name: string, changes: Record<string, unknown> = {}, fixed = '2.0.0'): ExportRecord {
  minutes += 1;
  return anOsvRecord({
    id,
    modified: new Date(Date.parse('2026-01-01T00:00:00Z') + minutes * 60_000).toISOString(),
    affected: [anAffected({ name, events: [{ introduced: '0' }, { fixed }] })],
    ...changes,
  });
}

const ONE = 'CVE-2024-0001';
const TWO = 'CVE-2024-0002';
const GHSA = 'GHSA-aaaa-bbbb-cccc';
const records = new Map(
  Array.from({ length: 100 }, (_, n) => aRecord(`GSD-2024-${1_000 + n}`, `filler-${n}`)).map((record) => [
    String(record['id']),
    record,
  ]),
);

let bucket: OsvBucket;
let updates: AdvisoryUpdates;
let organizations: readonly TestOrganization[];
let portfolios: readonly LivingPortfolio[];
beforeAll(async () => {
  bucket = await startOsvBucket({ directories: { npm: [...records.values()] } });
  updates = await startAdvisoryUpdates(bucket.url, ['npm']);
  organizations = [updates.pipeline, await updates.pipeline.newOrganization()];
  portfolios = organizations.map((organization, n) =>
    createLivingPortfolio(updates, organization, { atOnce: n === 1 }),
  );
  await publish(aRecord(ONE, 'alpha'));
  for (const portfolio of portfolios)
    await portfolio.upload({
      1: ['pkg:npm/alpha@1.0.0', 'pkg:npm/beta@1.0.0'],
      2: ['pkg:npm/alpha@1.1.0', 'pkg:npm/beta@1.0.0', 'pkg:npm/gamma@1.0.0'],
      3: ['pkg:npm/alpha@1.1.0', 'pkg:npm/beta@1.0.0', 'pkg:npm/gamma@1.0.0', 'pkg:npm/delta@1.0.0'],
      4: ['pkg:npm/alpha@3.0.0', 'pkg:npm/beta@1.5.0', 'pkg:npm/gamma@1.0.0'],
    });
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

/** Everything that is published, by names. */
const PUBLISHED = `
  select v.name, r.group_id, f.package, r.relevance, r.severity_rank, r.risk, r.began_by, r.ended_as, r.ended_by, s.name as first_seen,
    r.known_to is null as is_current, d.detail->'match'->'evidence' as evidence
  from version_finding r join service_version v on v.org_id = r.org_id and v.id = r.version_id
  join finding f on f.org_id = r.org_id and f.id = r.finding_id
  join service_version s on s.org_id = f.org_id and s.id = f.first_seen_version_id
  join finding_detail d on d.org_id = r.org_id and d.sha256 = r.facts_sha256
  order by v.name, r.group_id, f.package, r.known_from, r.ended_as`;
const ANALYSES = `
  select v.name, a.trigger, a.status, a.coverage, a.delta, a.snapshot, v.generation, v.analyzed_generation, v.published_snapshot
  from analysis a join service_version v on v.org_id = a.org_id and v.id = a.version_id order by v.name, a.id`;

const EDITS: readonly (readonly [string, () => Promise<void>])[] = [
  ['a new record', async () => await publish(aRecord(TWO, 'beta'))],
  [
    'a higher severity, and a record that some versions are fixed for',
    async () =>
      await publish(
        aRecord(TWO, 'beta', {
          severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N' }],
        }),
        aRecord(ONE, 'alpha', {}, '1.1.0'),
      ),
  ],
  ['a record that brings a second id', async () => await publish(aRecord(GHSA, 'beta', { aliases: [TWO] }))],
  ['a withdrawal', async () => await publish(aRecord(TWO, 'beta', { withdrawn: '2025-01-01T00:00:00Z' }))],
];

describe('versions that are analyzed at once', () => {
  it.each(EDITS)('have the same result after %s', async (_name, edit) => {
    await edit();

    const [followed, together] = [await portfolios[0]?.follow(), await portfolios[1]?.follow()];

    expect(followed?.analyzed).not.toEqual([]);
    expect(together).toEqual(followed);
    for (const statement of [PUBLISHED, ANALYSES]) {
      const [alone, shared] = [await organizations[0]?.query(statement), await organizations[1]?.query(statement)];
      expect(alone).not.toEqual([]);
      expect(shared).toEqual(alone);
    }
    for (const organization of organizations) expect(await listWrongNewestFindings(organization)).toEqual([]);
  });

  it('fail alone', async () => {
    const [, organization] = organizations;
    const [, portfolio] = portfolios;
    if (organization === undefined || portfolio === undefined) throw new Error('An organization is missing.');
    const { orgId } = organization.caller;
    const { deps } = updates.pipeline;
    const shared = { ...deps, database: shareTransactions(deps.database) };
    const jobs = [...portfolio.versionIds].map(([name, versionId]) => ({ name, versionId, orgId }));
    for (const job of jobs) await lockAndRequestAnalysis(deps, job, 'advisories');

    await Promise.all(
      jobs.map(async ({ name, ...job }) => {
        const findingsMax = name === '2' ? 0 : MATCH_LIMITS.findingsMax;
        await analyzeVersion(shared, job, { ...MATCH_LIMITS, findingsMax });
      }),
    );

    const rows = await organization.query(`
      select distinct on (v.name) v.name, a.status
      from analysis a join service_version v on v.org_id = a.org_id and v.id = a.version_id
      order by v.name, a.id desc`);
    expect(rows).toEqual(['1', '2', '3', '4'].map((name) => ({ name, status: name === '2' ? 'failed' : 'completed' })));
  });
});
