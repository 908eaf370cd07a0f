/** The end of a release becomes a finding when its last day has passed, and does not make its packages count as checked. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReleasesFeed } from '../../../src/feeds/releases/releases.ts';
import { analyzeVersion } from '../../../src/pipeline/analysis/analyze-version.ts';
import { applySnapshot } from '../../../src/pipeline/analysis/apply-snapshot.ts';
import { getDataState } from '../../../src/pipeline/advisories/data-state.ts';
import { refreshSource } from '../../../src/pipeline/advisories/refresh-source.ts';
import { startTestPipeline, type TestPipeline } from '../../support/test-pipeline.ts';

let pipeline: TestPipeline;
let versionId: string;
beforeAll(async () => {
  pipeline = await startTestPipeline();
  const components = ['base-files', 'zlib1g'].map((name) => ({
    type: 'library',
    name,
    version: '1.0',
    purl: `pkg:deb/debian/${name}@1.0?distro=debian-10`,
  }));
  ({ versionId } = await pipeline.upload('1.0.0', { components, dependencies: [] }));
});
afterAll(async () => await pipeline.close());

async function refreshAt(day: string): Promise<void> {
  const feed = createReleasesFeed({ ecosystems: ['Debian'], now: () => Date.parse(day) });
  await refreshSource({ ...pipeline.deps, onProgress: () => {} }, feed);
  const { orgId } = pipeline.caller;
  await applySnapshot(pipeline.deps, { orgId });
  await analyzeVersion(pipeline.deps, { orgId, versionId });
}

const listFindings = async (): Promise<object[]> =>
  await pipeline.query(
    `select f.package_name as package, f.canonical_id as id, f.class, d.detail -> 'fix' ->> 'state' as fix
     from version_finding f join finding_detail d on d.org_id = f.org_id and d.sha256 = f.facts_sha256
     where f.version_id = $1 and f.known_to is null`,
    [versionId],
  );

describe('a release', () => {
  it('has a finding after its last day, at the package that identifies it', async () => {
    await refreshAt('2024-06-30');
    expect(await listFindings()).toEqual([]);

    await refreshAt('2024-07-01');
    expect(await listFindings()).toEqual([
      { package: 'base-files', id: 'EOL-Debian-10', class: 'end_of_life', fix: 'eol' },
    ]);
  });

  it('is not checked because its end is known', async () => {
    const [analysis] = await pipeline.query<{ coverage: object }>(
      'select coverage from analysis where coverage is not null',
    );

    expect(analysis?.coverage).toMatchObject({ notChecked: [{ reason: 'no-feed-for-release', count: 1 }] });
    expect(await getDataState(pipeline.deps.database)).toMatchObject({ state: 'none', newestRecordAt: null });
  });
});
