/**
 * Advisories from the files that distributions publish: findings with and without a fix, coverage before and after, changes of a
 * file, and a broken file that affects only itself.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parsePublishedFile } from '../../../src/core/advisory/distributions/published-file.ts';
import { createDistributionsFeed } from '../../../src/feeds/distributions/distributions.ts';
import { analyzeVersion } from '../../../src/pipeline/analysis/analyze-version.ts';
import { applySnapshot } from '../../../src/pipeline/analysis/apply-snapshot.ts';
import { refreshSource, type RefreshReport } from '../../../src/pipeline/advisories/refresh-source.ts';
import { listLoadedReleases } from '../../../src/store/advisories/releases.ts';
import { writeMirror, type Files } from '../../support/osv-mirror.ts';
import { startTestPipeline, type TestPipeline } from '../../support/test-pipeline.ts';
import { anOvalOfPatches, anOvalOfVulnerabilities, anUpdateinfo, criteriaOf } from '../../support/xml-advisories.ts';

const CORE = {
  id: 'ALAS2-2024-1',
  short: 'amazon-linux-2',
  packages: [
    { name: 'curl', fixed: '0:8.0-2.amzn2' },
    { name: 'kernel', fixed: '0:4.14.336-1.amzn2' },
  ],
};
const AMAZON_2 = anUpdateinfo(CORE);
const KERNEL = anUpdateinfo({
  id: 'ALAS2KERNEL-5.15-2024-001',
  short: 'amazon-linux-2---kernel-5.15',
  packages: [{ name: 'kernel', fixed: '0:5.15.148-1.amzn2' }],
  cves: ['CVE-2024-1005'],
});
const FILES: Files = {
  '/amazon2/repodata/repomd.xml':
    '<repomd><data type="updateinfo"><location href="repodata/updateinfo.xml.gz"/></data></repomd>',
  '/amazon2/repodata/updateinfo.xml.gz': gzipSync(AMAZON_2),
  '/kernel.xml': KERNEL,
  '/amazon2023.xml.gz': gzipSync(
    anUpdateinfo({
      id: 'ALAS2023-2024-1',
      short: 'amazon-linux-2023',
      packages: [{ name: 'curl', fixed: '0:8.0-2.amzn2023.0.1' }],
      cves: ['CVE-2024-1001'],
    }),
  ),
  '/oracle.xml': anOvalOfPatches({
    id: 'ELSA-2024-1',
    criteria: `${criteriaOf('Oracle Linux 8 is installed', 'curl is earlier than 0:8.0-2.el8')}${criteriaOf('Oracle Linux 9 is installed', 'curl is earlier than 0:8.0-2.el9')}`,
    cves: ['CVE-2024-1002'],
  }),
  '/azure.xml': anOvalOfVulnerabilities({
    cve: 'CVE-2024-1003',
    name: 'curl',
    tests: [['less than', '0:8.0-2.azl3']],
  }),
  '/mariner.xml': anOvalOfVulnerabilities({
    cve: 'CVE-2024-1003',
    name: 'curl',
    tests: [['less than or equal', '0:8.0-9.cm2']],
    patchable: 'false',
  }),
  '/photon.json': JSON.stringify([{ cve_id: 'CVE-2024-1004', pkg: 'curl', aff_ver: 'NA', res_ver: 'NA' }]),
  '/hostile.xml': '<!DOCTYPE x [<!ENTITY a "a">]><updates>&a;</updates>',
};
const DIRECTORIES = {
  'Amazon Linux:2': '/amazon2/',
  'Amazon Linux:2:kernel-5.15': '/kernel.xml',
  'Amazon Linux:2023': '/amazon2023.xml.gz',
  'Oracle Linux': '/oracle.xml',
  'Azure Linux:3': '/azure.xml',
  'Azure Linux:2': '/mariner.xml',
  'Photon OS:5.0': '/photon.json',
};
const PURLS = [
  'pkg:rpm/amzn/curl@8.0-1.amzn2?distro=amzn-2',
  'pkg:rpm/amzn/kernel@4.14.336-1.amzn2?distro=amzn-2',
  'pkg:rpm/amzn/kernel@5.15.43-1.amzn2?distro=amzn-2',
  'pkg:rpm/amzn/curl@8.0-1.amzn2023?distro=amzn-2023',
  'pkg:rpm/ol/curl@8.0-1.el8?distro=ol-8.9',
  'pkg:rpm/ol/curl@8.0-2.el9?distro=ol-9.4',
  'pkg:rpm/azurelinux/curl@8.0-1.azl3?distro=azurelinux-3.0',
  'pkg:rpm/mariner/curl@8.0-1.cm2?distro=mariner-2.0',
  'pkg:rpm/photon/curl@8.0-1.ph5?distro=photon-5.0',
];

let pipeline: TestPipeline;
let folder: string;
let versionId: string;
beforeAll(async () => {
  pipeline = await startTestPipeline();
  folder = await mkdtemp(join(tmpdir(), 'assay-distributions-'));
  const components = PURLS.map((purl) => ({ type: 'library', name: 'x', purl: `${purl}&epoch=0` }));
  ({ versionId } = await pipeline.upload('1.0.0', { components, dependencies: [] }));
  await analyze();
});
afterAll(async () => {
  await pipeline.close();
  await rm(folder, { recursive: true });
});

async function refresh(
  files: Files | undefined,
  directories: Readonly<Record<string, string>>,
): Promise<RefreshReport> {
  if (files !== undefined) await writeMirror(folder, files);
  const configured = Object.entries(directories).map(([directory, path]) => ({
    ...(parsePublishedFile(directory) ?? expect.fail(`${directory} is not a name.`)),
    url: `${pathToFileURL(folder).href}${path}`,
  }));
  const feed = createDistributionsFeed({ files: configured, stagingDir: join(folder, 'staging') });
  try {
    const report = await refreshSource({ ...pipeline.deps, onProgress: () => {} }, feed);
    return report ?? expect.fail('Another process imports the source.');
  } finally {
    await analyze();
  }
}

async function analyze(): Promise<void> {
  const { orgId } = pipeline.caller;
  await applySnapshot(pipeline.deps, { orgId });
  await analyzeVersion(pipeline.deps, { orgId, versionId });
}

/** `curl 8.0-1.amzn2: CVE-2024-1000 fixed`. */
async function listFindings(): Promise<readonly string[]> {
  const rows = await pipeline.query<{ finding: string }>(
    `select f.package_name || ' ' || c.version || ': ' || f.canonical_id || ' ' || (d.detail -> 'fix' ->> 'state') as finding
     from version_finding f
     join component c on c.org_id = f.org_id and c.id = f.component_id
     join finding_detail d on d.org_id = f.org_id and d.sha256 = f.facts_sha256
     where f.version_id = $1 and f.known_to is null and f.class = 'vulnerability'`,
    [versionId],
  );
  return rows.map(({ finding }) => finding).toSorted();
}

const RELEASES = [
  { family: 'Amazon Linux', release: '2' },
  { family: 'Amazon Linux', release: '2023' },
  { family: 'Oracle Linux', release: '8' },
  { family: 'Oracle Linux', release: '9' },
  { family: 'Azure Linux', release: '3' },
  { family: 'Azure Linux', release: '2' },
  { family: 'Photon OS', release: '5.0' },
  { family: 'Fedora', release: '40' },
];

async function countLoaded(): Promise<number> {
  const loaded = await pipeline.deps.database.reference(async (tx) => await listLoadedReleases(tx, RELEASES));
  return loaded.size;
}

const FOUND = [
  'curl 8.0-1.amzn2023: CVE-2024-1001 fixed',
  'curl 8.0-1.amzn2: CVE-2024-1000 fixed',
  'curl 8.0-1.azl3: CVE-2024-1003 fixed',
  'curl 8.0-1.cm2: CVE-2024-1003 eol',
  'curl 8.0-1.el8: CVE-2024-1002 fixed',
  'curl 8.0-1.ph5: CVE-2024-1004 not_fixed',
  'kernel 5.15.43-1.amzn2: CVE-2024-1005 fixed',
];

describe('the files of distributions', () => {
  it('lead to findings with and without a fix, and to checked releases', async () => {
    expect(await listFindings()).toEqual([]);
    expect(await countLoaded()).toBe(0);

    const report = await refresh(FILES, DIRECTORIES);

    expect(report).toMatchObject({ records: 7, bad: 0 });
    expect(await listFindings()).toEqual(FOUND);
    expect(await countLoaded()).toBe(7);
  });

  it('are not read again if nothing has changed', async () => {
    const report = await refresh(undefined, DIRECTORIES);

    expect(report).toMatchObject({ records: 0, changed: 0 });
    expect(await listFindings()).toEqual(FOUND);
  });

  it('do not affect each other if one is broken', async () => {
    const broken = { ...DIRECTORIES, Fedora: '/hostile.xml', 'Oracle Linux': '/hostile.xml' };
    const changed = { ...FILES, '/kernel.xml': KERNEL.replace('version="5.15.148"', 'version="5.15.40"') };

    await expect(refresh(changed, broken)).rejects.toMatchObject({
      code: 'FEED_REJECTED',
      message: expect.stringContaining('a document type declaration is not allowed') as string,
    });

    expect(await listFindings()).toEqual(FOUND.slice(0, -1));
    const failed = await pipeline.query(
      `select directory from advisory_directory where source = 'distributions' and last_error is not null order by 1`,
      [],
    );
    expect(failed).toMatchObject([{ directory: 'Fedora' }, { directory: 'Oracle Linux' }]);
  });
});
