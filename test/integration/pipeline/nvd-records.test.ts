/** Records of NVD beside those of OSV: imported, updated by the file of changes, matched by CPE, and never before others. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNvdFeed } from '../../../src/feeds/nvd/nvd.ts';
import { createOsvFeed } from '../../../src/feeds/osv/osv.ts';
import { analyzeVersion } from '../../../src/pipeline/analysis/analyze-version.ts';
import { applySnapshot } from '../../../src/pipeline/analysis/apply-snapshot.ts';
import { refreshSource, type RefreshReport } from '../../../src/pipeline/advisories/refresh-source.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { anOsvExport, writeMirror } from '../../support/osv-mirror.ts';
import { startTestPipeline, type TestPipeline } from '../../support/test-pipeline.ts';

let pipeline: TestPipeline;
let folder: string;
let versionId: string;

const CVE = 'CVE-2024-1000';
const nodeRange = (versionEndExcluding: string): object => ({
  configurations: [
    {
      nodes: [
        {
          operator: 'OR',
          cpeMatch: [{ vulnerable: true, criteria: 'cpe:2.3:a:nodejs:node.js:*:*:*:*:*:*:*:*', versionEndExcluding }],
        },
      ],
    },
  ],
});

beforeAll(async () => {
  pipeline = await startTestPipeline();
  folder = await mkdtemp(join(tmpdir(), 'assay-nvd-'));
  await mkdir(join(folder, 'nvd'));
  const affected = [
    anAffected({ ecosystem: 'npm', name: 'left-pad', events: [{ introduced: '0' }, { fixed: '2.0.0' }] }),
  ];
  const osv = anOsvRecord({
    id: 'GHSA-aaaa-bbbb-cccc',
    aliases: [CVE],
    summary: 'A title of OSV',
    severity: [],
    affected,
  });
  await writeMirror(join(folder, 'osv'), anOsvExport({ npm: [osv] }));
  await refreshOsv();
  await writeYear([
    record(CVE, '2024-02-01T00:00:00.000', { ...nodeRange('18.9.1'), ...described('A text of NVD.') }),
    record('CVE-2024-1001', '2024-02-01T00:00:00.000', nodeRange('17.0.0')),
    record('CVE-2024-1002', '2024-02-01T00:00:00.000', { vulnStatus: 'Rejected', ...nodeRange('99.0.0') }),
    { cve: { id: 'CVE-2024-1003', lastModified: 'broken' } },
    ...Array.from({ length: 200 }, (_, n) => record(`CVE-2024-${2_000 + n}`, '2024-01-01T00:00:00.000')),
  ]);
});
afterAll(async () => {
  await pipeline.close();
  await rm(folder, { recursive: true });
});

function record(id: string, lastModified: string, members: object = {}): object {
  return { cve: { id, lastModified, ...members } };
}

function described(value: string): object {
  const vectorString = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
  return {
    descriptions: [{ lang: 'en', value }],
    metrics: { cvssMetricV31: [{ type: 'Primary', cvssData: { vectorString } }] },
  };
}

async function writeYear(vulnerabilities: readonly object[], part = '2024'): Promise<void> {
  await writeFile(join(folder, `nvd/nvdcve-2.0-${part}.json.gz`), gzipSync(JSON.stringify({ vulnerabilities })));
}

async function refreshOsv(): Promise<void> {
  const url = pathToFileURL(join(folder, 'osv')).href;
  await refreshSource(
    { ...pipeline.deps, onProgress: () => {} },
    createOsvFeed({ url, ecosystems: ['npm'], stagingDir: join(folder, 'staging') }),
  );
}

async function refreshNvd(): Promise<RefreshReport | undefined> {
  const url = pathToFileURL(join(folder, 'nvd')).href;
  return await refreshSource(
    { ...pipeline.deps, onProgress: () => {} },
    createNvdFeed({ url, stagingDir: join(folder, 'staging'), year: () => 2024 }),
  );
}

async function analyze(): Promise<void> {
  const { orgId } = pipeline.caller;
  await applySnapshot(pipeline.deps, { orgId });
  await analyzeVersion(pipeline.deps, { orgId, versionId });
}

interface Row {
  readonly name: string;
  readonly id: string;
  readonly class: string;
}

async function listFindings(): Promise<readonly Row[]> {
  return await pipeline.query<Row>(
    `select package_name as name, canonical_id as id, class from version_finding
     where version_id = $1 and known_to is null and ended_as is null order by 1, 2`,
    [versionId],
  );
}

describe('records of NVD', () => {
  it('are imported, and a broken one harms only itself', async () => {
    expect(await refreshNvd()).toMatchObject({ bad: 1, directories: [{ directory: 'CPE', added: 203 }] });
  });

  it('lead to possible vulnerabilities by CPE, and leave findings of packages as they are', async () => {
    const components = [
      { type: 'library', name: 'left-pad', version: '1.0.0', purl: 'pkg:npm/left-pad@1.0.0' },
      { type: 'application', name: 'node', version: '18.6.0', cpe: 'cpe:2.3:a:nodejs:node.js:18.6.0:*:*:*:*:*:*:*' },
    ];
    ({ versionId } = await pipeline.upload('1.0.0', { components }));
    await analyze();

    expect(await listFindings()).toMatchObject([
      { name: 'left-pad', id: CVE, class: 'vulnerability' },
      { name: 'node', id: CVE, class: 'possible' },
    ]);
  });

  it('are updated from the file of changes alone', async () => {
    await writeYear([record(CVE, '2024-02-03T00:00:00.000', nodeRange('18.0.0'))], 'modified');

    expect(await refreshNvd()).toMatchObject({ records: 1, directories: [{ revised: 1, deleted: 0 }] });
    await analyze();
    expect(await listFindings()).toMatchObject([{ name: 'left-pad' }]);
    expect(await refreshNvd()).toMatchObject({ records: 0, changed: 0 });
    expect(await pipeline.query(`select records from advisory_source where name = 'nvd'`)).toEqual([{ records: 203 }]);
  });
});
