/** Invalid documents and exceeded limits: no known finding disappears silently, and nothing is reported as clean by mistake. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzeVersion } from '../../../src/pipeline/analysis/analyze-version.ts';
import { applySnapshot } from '../../../src/pipeline/analysis/apply-snapshot.ts';
import type { MatchLimits } from '../../../src/pipeline/analysis/match-components.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { startUpdatesFrom, type BucketUpdates } from '../../support/advisory-updates.ts';

const NAMES = ['app-lib', 'os-lib', 'many'];
const NPM = NAMES.flatMap((name, n) =>
  Array.from({ length: name === 'many' ? 4 : 1 }, (_, m) =>
    anOsvRecord({
      id: `CVE-2024-${1_000 + n * 10 + m}`,
      aliases: [],
      affected: [anAffected({ name, events: [{ introduced: '0' }] })],
    }),
  ),
);

let updates: BucketUpdates;
beforeAll(async () => {
  updates = await startUpdatesFrom({ npm: NPM });
});
afterAll(async () => {
  await updates.close();
});

async function send(service: string, version: string, slot: string, purl: string): Promise<string> {
  const [name, number] = purl.split('@');
  const components = [{ type: 'library', name, version: number, purl: `pkg:npm/${purl}`, 'bom-ref': purl }];
  const document = { components, dependencies: [], metadata: { component: { name: `${service} ${version} ${slot}` } } };
  const { versionId } = await updates.pipeline.upload(version, document, slot, { service });
  return versionId;
}

/** Makes the current document of the slot unreadable. */
async function spoil(versionId: string, slot: string): Promise<void> {
  await updates.pipeline.query(
    `update blob_chunk set bytes = '\\x00' where org_id = $3 and sha256 = (
       select sha256 from sbom where org_id = $3 and version_id = $1 and slot = $2 and superseded_by is null)`,
    [versionId, slot, updates.pipeline.caller.orgId],
  );
}

async function analyze(versionId: string, limits: Partial<MatchLimits> = {}): Promise<void> {
  const job = { orgId: updates.pipeline.caller.orgId, versionId };
  await analyzeVersion(updates.pipeline.deps, job, { findingsMax: 1_000, matchesMax: 1_000, ...limits });
}

interface Outcome {
  readonly status: string;
  readonly code: string | null;
  readonly delta: { readonly resolved: number } | null;
  readonly packages: string[];
  readonly told: string[];
}

async function outcomeOf(versionId: string): Promise<Outcome | undefined> {
  const [row] = await updates.pipeline.query<Outcome>(
    `select status, failure->>'code' as code, delta,
       array(select package_name from version_finding
         where org_id = $2 and version_id = $1 and known_to is null order by 1) as packages,
       array(select type from event where org_id = $2 and analysis_id = a.id and type like 'finding.%' order by id) as told
     from analysis a where org_id = $2 and version_id = $1 order by id desc limit 1`,
    [versionId, updates.pipeline.caller.orgId],
  );
  return row;
}

async function countMatches(name: string, version: string): Promise<number | undefined> {
  const [row] = await updates.pipeline.query<{ count: number }>(
    `select count(*)::int from component_match m join component c on c.org_id = m.org_id and c.id = m.component_id
     where c.name = $1 and c.version = $2`,
    [name, version],
  );
  return row?.count;
}

describe('an unreadable document beside a readable one', () => {
  it('does not resolve findings of the last readable document in its slot', async () => {
    const versionId = await send('replaced', '1', 'app', 'app-lib@1.0.0');
    await send('replaced', '1', 'os', 'os-lib@1.0.0');
    await analyze(versionId);

    await send('replaced', '1', 'os', 'os-lib@2.0.0');
    await spoil(versionId, 'os');
    await analyze(versionId);

    expect(await outcomeOf(versionId)).toMatchObject({
      status: 'completed_with_warnings',
      packages: ['app-lib', 'os-lib'],
      delta: { resolved: 0 },
      told: [],
    });
  });

  it('does not resolve findings of its slot in the previous version, and resolves the others', async () => {
    const before = await send('next', '1', 'app', 'app-lib@1.0.0');
    await send('next', '1', 'os', 'os-lib@1.0.0');
    await analyze(before);

    const versionId = await send('next', '2', 'app', 'harmless@1.0.0');
    await send('next', '2', 'os', 'os-lib@1.0.1');
    await spoil(versionId, 'os');
    await analyze(versionId);

    expect(await outcomeOf(versionId)).toMatchObject({
      status: 'completed_with_warnings',
      packages: [],
      delta: { resolved: 1 },
      told: ['finding.resolved'],
    });
  });

  it('keeps what an older parser had parsed from it', async () => {
    const versionId = await send('older', '1', 'app', 'app-lib@1.0.0');
    await send('older', '1', 'os', 'os-lib@1.0.0');
    await analyze(versionId);

    await updates.pipeline.query("update sbom set reader_version = 1 where version_id = $1 and slot = 'os'", [
      versionId,
    ]);
    await spoil(versionId, 'os');
    await send('older', '1', 'app', 'harmless@1.0.0');
    await analyze(versionId);

    expect(await outcomeOf(versionId)).toMatchObject({
      status: 'completed_with_warnings',
      packages: ['os-lib'],
      told: ['finding.resolved'],
    });
  });
});

describe('a version with more findings than the limit', () => {
  it('fails with the reason, publishes none of them, and keeps the known findings', async () => {
    const versionId = await send('many', '1', 'main', 'app-lib@1.0.0');
    await analyze(versionId);

    await send('many', '1', 'main', 'many@1.0.0');
    await analyze(versionId, { findingsMax: 3 });

    expect(await outcomeOf(versionId)).toMatchObject({
      status: 'failed',
      code: 'VERSION_FINDINGS_LIMIT',
      packages: ['app-lib'],
      told: [],
    });
  });

  it('also fails when all matches were cached', async () => {
    const other = await send('known', '1', 'main', 'many@1.0.0');
    await analyze(other);

    const versionId = await send('known', '2', 'main', 'many@1.0.0');
    await analyze(versionId, { findingsMax: 3 });

    expect(await outcomeOf(other)).toMatchObject({ status: 'completed', packages: ['many', 'many', 'many', 'many'] });
    expect(await outcomeOf(versionId)).toMatchObject({
      status: 'failed',
      code: 'VERSION_FINDINGS_LIMIT',
      packages: [],
    });
  });

  it('stores none of the matches that it found before it stopped, even when the data changes later', async () => {
    const versionId = await send('unstored', '1', 'main', 'many@9.0.0');
    await analyze(versionId, { findingsMax: 3 });
    const failed = await countMatches('many', '9.0.0');

    const [first, ...others] = NPM.toReversed();
    updates.bucket.set('npm', [
      ...others,
      { ...first, modified: '2026-01-01T00:00:00Z', withdrawn: '2026-01-01T00:00:00Z' },
    ]);
    await updates.refresh();
    await applySnapshot(updates.pipeline.deps, updates.pipeline.caller);

    expect([failed, await countMatches('many', '9.0.0')]).toEqual([0, 0]);
  });
});

describe('an SBOM with more matches than the limit', () => {
  it('fails the analysis with the reason, whatever the matches are', async () => {
    const versionId = await send('matches', '1', 'main', 'many@8.0.0');
    await analyze(versionId, { matchesMax: 2 });

    expect(await outcomeOf(versionId)).toMatchObject({ status: 'failed', code: 'SBOM_MATCHES_LIMIT', packages: [] });
    expect(await countMatches('many', '8.0.0')).toBe(0);
  });

  it('does not count the matches of other SBOMs of the version', async () => {
    const versionId = await send('per-document', '1', 'a', 'many@7.0.0');
    await send('per-document', '1', 'b', 'many@7.1.0');
    await analyze(versionId, { matchesMax: 5 });

    expect(await outcomeOf(versionId)).toMatchObject({ status: 'completed' });
  });
});
