/** Records about git repositories: loaded from their directories, matched with software of no package manager, and counted. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOsvFeed } from '../../../src/feeds/osv/osv.ts';
import { analyzeVersion } from '../../../src/pipeline/analysis/analyze-version.ts';
import { applySnapshot } from '../../../src/pipeline/analysis/apply-snapshot.ts';
import { refreshSource, type RefreshReport } from '../../../src/pipeline/advisories/refresh-source.ts';
import { anOsvRecord } from '../../support/advisories.ts';
import { anOsvExport, writeMirror } from '../../support/osv-mirror.ts';
import { startTestPipeline, type TestPipeline } from '../../support/test-pipeline.ts';

// CVE-2024-7264 of curl, as converted from the CVE, and OSV-2018-109 of openssl.
const CURL = anOsvRecord({
  id: 'CVE-2024-7264',
  affected: [
    {
      ranges: [
        {
          type: 'GIT',
          repo: 'https://github.com/curl/curl',
          events: [
            { introduced: '70812c2f32fc5734bcbbe572b9f61c380433ad6a' },
            { fixed: '27959ecce75cdb2809c0bdb3286e60e08fadb519' },
          ],
          database_specific: { versions: [{ introduced: '7.32.0' }, { fixed: '8.9.1' }] },
        },
      ],
      versions: ['curl-8_8_0', 'curl-8_9_0'],
    },
  ],
});
const INTRODUCED = '61fb59238dad6452a37ec14513fae617a4faef29';
const FIXED = '5f96a95e2562f026557f625e50c052e77c7bc2e8';
const OPENSSL = anOsvRecord({
  id: 'OSV-2018-109',
  affected: [
    {
      package: { ecosystem: 'OSS-Fuzz', name: 'openssl' },
      ranges: [
        {
          type: 'GIT',
          repo: 'https://github.com/openssl/openssl.git',
          events: [{ introduced: INTRODUCED }, { fixed: FIXED }],
        },
      ],
      versions: [],
    },
  ],
});
const COMPONENTS = [
  { type: 'library', name: 'curl', version: 'curl-8_9_0', purl: 'pkg:github/curl/curl@curl-8_9_0' },
  { type: 'library', name: 'libcurl', version: '8.8.0', purl: 'pkg:conan/libcurl@8.8.0' },
  { type: 'library', name: 'libcurl', version: '8.9.1', purl: 'pkg:conan/libcurl@8.9.1' },
  {
    type: 'library',
    name: 'openssl',
    version: '1.1.0',
    purl: `pkg:generic/openssl@1.1.0?vcs_url=git%2Bhttps://github.com/openssl/openssl%40${INTRODUCED}`,
  },
  { type: 'library', name: 'openssl', version: FIXED, purl: `pkg:github/openssl/openssl@${FIXED}` },
  {
    type: 'library',
    name: 'openssl',
    version: '5'.repeat(40),
    purl: `pkg:github/openssl/openssl@${'5'.repeat(40)}`,
  },
  { type: 'library', name: 'unknown', version: '1.0', purl: 'pkg:generic/unknown@1.0' },
];

let pipeline: TestPipeline;
let folder: string;
let versionId: string;

beforeAll(async () => {
  pipeline = await startTestPipeline();
  folder = await mkdtemp(join(tmpdir(), 'assay-git-'));
  await writeMirror(folder, anOsvExport({ GIT: [CURL], 'OSS-Fuzz': [OPENSSL] }));
  ({ versionId } = await pipeline.upload('1.0.0', { components: COMPONENTS }));
});
afterAll(async () => {
  await pipeline.close();
  await rm(folder, { recursive: true });
});

async function refresh(): Promise<RefreshReport | undefined> {
  const feed = createOsvFeed({
    url: pathToFileURL(folder).href,
    ecosystems: ['GIT', 'OSS-Fuzz'],
    stagingDir: join(folder, 'staging'),
  });
  return await refreshSource({ ...pipeline.deps, onProgress: () => {} }, feed);
}

async function analyze(): Promise<{ readonly checked: number; readonly notChecked: readonly object[] }> {
  const { orgId } = pipeline.caller;
  await applySnapshot(pipeline.deps, { orgId });
  await analyzeVersion(pipeline.deps, { orgId, versionId });
  const [row] = await pipeline.query<{ coverage: Awaited<ReturnType<typeof analyze>> }>(
    'select coverage from analysis where version_id = $1 and finished_at is not null order by id desc limit 1',
    [versionId],
  );
  if (row === undefined) throw new Error('There is no analysis.');
  return row.coverage;
}

describe('records about git repositories', () => {
  it('are missing at first, so that nothing counts as checked', async () => {
    expect(await analyze()).toMatchObject({
      checked: 0,
      notChecked: [
        { reason: 'no-feed-for-release', count: 6 },
        { reason: 'unsupported-type', count: 1 },
      ],
    });
  });

  it('are loaded from both directories', async () => {
    expect(await refresh()).toMatchObject({
      bad: 0,
      directories: [
        { directory: 'GIT', added: 1 },
        { directory: 'OSS-Fuzz', added: 1 },
      ],
    });
  });

  it('affect the listed tag, the version between the bounds and the named commit', async () => {
    const coverage = await analyze();
    const findings = await pipeline.query(
      `select package_name as name, canonical_id as id, class from version_finding
       where version_id = $1 and known_to is null and ended_as is null order by 1, 2`,
      [versionId],
    );

    expect(findings).toEqual([
      { name: 'github.com/curl/curl', id: 'CVE-2024-7264', class: 'vulnerability' },
      { name: 'libcurl', id: 'CVE-2024-7264', class: 'vulnerability' },
      { name: 'openssl', id: 'OSV-2018-109', class: 'vulnerability' },
    ]);
    expect(coverage).toMatchObject({
      checked: 5,
      notChecked: [
        { reason: 'history-unknown', count: 1 },
        { reason: 'unsupported-type', count: 1 },
      ],
    });
  });
});
