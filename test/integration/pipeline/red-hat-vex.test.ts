/**
 * The VEX documents of Red Hat beside the notices of OSV: one finding for a vulnerability, findings without a fix, changes by the
 * list of the source, and a hostile document that affects only itself.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOsvFeed } from '../../../src/feeds/osv/osv.ts';
import { createRedHatFeed } from '../../../src/feeds/redhat/redhat.ts';
import { analyzeVersion } from '../../../src/pipeline/analysis/analyze-version.ts';
import { applySnapshot } from '../../../src/pipeline/analysis/apply-snapshot.ts';
import { refreshSource, type RefreshReport } from '../../../src/pipeline/advisories/refresh-source.ts';
import { listLoadedReleases } from '../../../src/store/advisories/releases.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { aCsafVex } from '../../support/csaf.ts';
import { anOsvExport, writeMirror, type Files } from '../../support/osv-mirror.ts';
import { writeTar } from '../../support/tar-writer.ts';
import { startTestPipeline, type TestPipeline } from '../../support/test-pipeline.ts';

const FIXED = 'pkg:rpm/redhat/curl@8.0-1.el9?arch=x86_64';
const NOTICE = anOsvRecord({
  id: 'RHSA-2024:0001',
  related: ['CVE-2024-1000'],
  affected: [
    anAffected({
      ecosystem: 'Red Hat:enterprise_linux:9::baseos',
      name: 'curl',
      events: [{ introduced: '0' }, { fixed: '0:8.0-1.el9' }],
    }),
  ],
});
const DOCUMENTS: Readonly<Record<string, unknown>> = {
  'CVE-2024-1000': aCsafVex([{ name: 'curl', purl: FIXED, status: 'fixed' }]),
  'CVE-2024-1001': aCsafVex(
    [{ name: 'curl.src', status: 'known_affected', remediation: ['no_fix_planned', 'Will not fix'] }],
    { id: 'CVE-2024-1001' },
  ),
  'CVE-2024-1002': aCsafVex([{ name: 'curl', status: 'known_not_affected' }], { id: 'CVE-2024-1002' }),
};
/** So many that a change of one document is a small share. */
const OTHERS = Object.fromEntries(
  Array.from({ length: 40 }, (_, n) => [`CVE-2024-${2_000 + n}`, aCsafVex([], { id: `CVE-2024-${2_000 + n}` })]),
);
const HOSTILE: Readonly<Record<string, string>> = {
  'CVE-2024-6666': `${'['.repeat(100_000)}`,
};

let pipeline: TestPipeline;
let folder: string;
let versionId: string;
beforeAll(async () => {
  pipeline = await startTestPipeline();
  folder = await mkdtemp(join(tmpdir(), 'assay-vex-'));
  await writeMirror(join(folder, 'osv'), anOsvExport({ 'Red Hat': [NOTICE] }));
  await refreshSource(
    { ...pipeline.deps, onProgress: () => {} },
    createOsvFeed({ url: pathToFileURL(join(folder, 'osv')).href, ecosystems: ['Red Hat'], stagingDir: folder }),
  );
  const components = [aPackage('curl'), aPackage('libcurl')];
  ({ versionId } = await pipeline.upload('1.0.0', { components, dependencies: [] }));
  await analyze();
});
afterAll(async () => {
  await pipeline.close();
  await rm(folder, { recursive: true });
});

function aPackage(name: string): object {
  const purl = `pkg:rpm/redhat/${name}@7.76.1-26.el9?distro=rhel-9.3&epoch=0&upstream=curl-7.76.1-26.el9.src.rpm`;
  return { type: 'library', name, version: '7.76.1-26.el9', purl };
}

async function refresh(documents: Readonly<Record<string, unknown>>, archived = documents): Promise<RefreshReport> {
  await writeMirror(join(folder, 'vex'), toMirror(documents, archived));
  const feed = createRedHatFeed({ url: pathToFileURL(join(folder, 'vex')).href, stagingDir: folder });
  const report = await refreshSource({ ...pipeline.deps, onProgress: () => {} }, feed);
  await analyze();
  return report ?? expect.fail('Another process imports the source.');
}

function toMirror(documents: Readonly<Record<string, unknown>>, archived: Readonly<Record<string, unknown>>): Files {
  const toText = (document: unknown): string => (typeof document === 'string' ? document : JSON.stringify(document));
  const pathOf = (id: string): string => `2024/${id.toLowerCase()}.json`;
  const entries = Object.entries(archived).map(([id, document]) => ({ name: pathOf(id), content: toText(document) }));
  const lines = Object.keys(documents).map((id) => `"${pathOf(id)}","${timeOf(documents[id])}"\n`);
  return {
    'changes.csv': lines.toSorted((a, b) => (a.slice(27) < b.slice(27) ? 1 : -1)).join(''),
    'archive_latest.txt': 'csaf_vex_2025-01-02.tar.zst',
    'csaf_vex_2025-01-02.tar.zst': zstdCompressSync(writeTar(entries)),
    ...Object.fromEntries(Object.entries(documents).map(([id, document]) => [pathOf(id), toText(document)])),
  };
}

function timeOf(document: unknown): string {
  const found = /"current_release_date":"([^"]+)"/.exec(JSON.stringify(document));
  return found?.[1] ?? '2025-01-01T00:00:00+00:00';
}

async function analyze(): Promise<void> {
  const { orgId } = pipeline.caller;
  await applySnapshot(pipeline.deps, { orgId });
  await analyzeVersion(pipeline.deps, { orgId, versionId });
}

const listFindings = async (): Promise<object[]> =>
  await pipeline.query(
    `select f.package_name as package, f.canonical_id as id, d.detail -> 'fix' ->> 'state' as fix
     from version_finding f join finding_detail d on d.org_id = f.org_id and d.sha256 = f.facts_sha256
     where f.version_id = $1 and f.known_to is null order by 2, 1`,
    [versionId],
  );

describe('the VEX documents of Red Hat', () => {
  it('add vulnerabilities without a fix, and join the notices of OSV', async () => {
    const known = [
      { package: 'curl', id: 'CVE-2024-1000', fix: 'fixed' },
      { package: 'libcurl', id: 'CVE-2024-1000', fix: 'fixed' },
    ];
    expect(await listFindings()).toEqual(known);

    const report = await refresh({ ...DOCUMENTS, ...HOSTILE });

    expect(report).toMatchObject({ records: 4, bad: 1 });
    expect(await listFindings()).toEqual([
      ...known,
      { package: 'curl', id: 'CVE-2024-1001', fix: 'wont_fix' },
      { package: 'libcurl', id: 'CVE-2024-1001', fix: 'wont_fix' },
    ]);
    const release = { family: 'Red Hat', release: '9' };
    const loaded = await pipeline.deps.database.reference(async (tx) => await listLoadedReleases(tx, [release]));
    expect([...loaded.values()]).toEqual(['all-issues']);
  });

  it('are updated by the list of changes, from single documents', async () => {
    const changed = aCsafVex([{ name: 'curl', status: 'known_not_affected' }], {
      id: 'CVE-2024-1001',
      modified: '2025-02-01T00:00:00+00:00',
    });
    await refresh({ ...DOCUMENTS, ...OTHERS });

    const report = await refresh({ ...DOCUMENTS, ...OTHERS, 'CVE-2024-1001': changed }, DOCUMENTS);

    expect(report).toMatchObject({ records: 1, bad: 0, changed: 1 });
    expect(await listFindings()).toMatchObject([{ id: 'CVE-2024-1000' }, { id: 'CVE-2024-1000' }]);
  });

  it('are read one by one if the archive is older than the list', async () => {
    const changed = Object.fromEntries(
      Object.entries(DOCUMENTS).map(([id]) => [
        id,
        aCsafVex([{ name: 'curl', status: 'known_affected' }], { id, modified: '2025-03-01T00:00:00+00:00' }),
      ]),
    );
    const archived = { ...DOCUMENTS, ...OTHERS };
    await refresh({ ...archived, ...changed }, archived);

    const report = await refresh({ ...archived, ...changed }, archived);

    expect(report).toMatchObject({ records: 3, changed: 3 });
    expect(await listFindings()).toHaveLength(6);
  });
});
