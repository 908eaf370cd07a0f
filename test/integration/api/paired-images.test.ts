/** SBOMs of two versions are compared although their slots differ: tags change, and older slots have no tag, tool or types. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireDiff } from '../../../src/api/contract/history/diff.ts';
import type { WireFindingSummary } from '../../../src/api/contract/findings/finding.ts';
import type { WireCveHistoryRow } from '../../../src/api/contract/history/history.ts';
import type { WireReceipt } from '../../../src/api/contract/services/sbom.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { createApiClient, type ApiClient } from '../../support/api-client.ts';
import { anOsvExport, writeMirror } from '../../support/osv-mirror.ts';
import { until } from '../../support/server-processes.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';

const RECORDS = ['amd', 'arm'].map((name, n) =>
  anOsvRecord({
    id: `CVE-2024-2000${n}`,
    affected: [anAffected({ name, events: [{ introduced: '0' }, { fixed: '2.0.0' }] })],
  }),
);

let assay: TestAssay;
let api: ApiClient;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-mirror-'));
  await writeMirror(folder, anOsvExport({ npm: RECORDS }));
  assay = await startTestAssay({
    ASSAY_OSV_URL: pathToFileURL(folder).href,
    ASSAY_ADVISORY_ECOSYSTEMS: 'npm',
  });
  api = createApiClient(assay);
  await until(async () => {
    const sources = await api.get<{ name: string; state: string }[]>('/api/v2/advisory-source');
    return sources.some(({ name, state }) => name === 'osv' && state === 'ready');
  });
}, 120_000);
afterAll(async () => {
  await assay.stop();
  await rm(folder, { recursive: true, force: true });
});

/** `?image=...` or nothing; with one package, and packages of other types if given. */
async function upload(path: string, library: string, types: readonly string[] = []): Promise<WireReceipt> {
  const [name = '', version = ''] = library.split('@');
  const purls = [`pkg:npm/${name}@${version}`, ...types.map((type) => `pkg:${type}/x@1`)];
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { tools: [{ name: 'syft' }], component: { type: 'application', name: 'shop' } },
    components: purls.map((purl) => ({
      type: 'library',
      name: purl.split('/')[1]?.split('@')[0],
      version: purl.split('@')[1],
      purl,
    })),
  };
  const separator = path.includes('?') ? '&' : '?';
  return (await api.upload(`/api/v2/service/${path}${separator}wait=60`, document)) as unknown as WireReceipt;
}

async function nameSlot(id: string, slot: string): Promise<void> {
  const organization = await api.get<{ id: string }>('/api/v2/organization');
  await assay.database.inOrg(organization.id, async ({ client }) => {
    await client.query('update sbom set slot = $2 where id = $1', [id, slot]);
  });
}

const IMAGE = 'r.example/app';

describe('two tags of one repository in each version', () => {
  it('are paired by platform, and a platform that was not uploaded yet keeps its findings', async () => {
    await upload(`platforms/version/1.4.2/sbom?image=${IMAGE}:1.4.2-amd64`, 'amd@1.0.0');
    await upload(`platforms/version/1.4.2/sbom?image=${IMAGE}:1.4.2-arm64`, 'arm@1.0.0');
    await upload(`platforms/version/1.5.0/sbom?image=${IMAGE}:1.5.0-amd64`, 'amd@2.0.0');

    const diff = await api.get<WireDiff>('/api/v2/service/platforms/diff?head=1.5.0');
    const summary = await api.get<WireFindingSummary>('/api/v2/service/platforms/version/1.5.0/finding/summary');
    const rows = await api.get<WireCveHistoryRow[]>('/api/v2/service/platforms/cve/CVE-2024-20001/history');

    const missing = [{ slot: `${IMAGE}:1.4.2-arm64`, image: `${IMAGE}:1.4.2-arm64` }];
    expect([diff.notUploaded, summary.notUploaded]).toEqual([missing, missing]);
    expect(diff.findings).toMatchObject({
      resolved: [{ vulnerability: { id: 'CVE-2024-20000' } }],
      notUploaded: [{ vulnerability: { id: 'CVE-2024-20001' } }],
    });
    expect(rows.map(({ state }) => state)).toEqual(['open', 'not_uploaded']);

    await upload(`platforms/version/1.5.0/sbom?image=${IMAGE}:1.5.0-arm64`, 'arm@2.0.0');
    const complete = await api.get<WireDiff>('/api/v2/service/platforms/diff?head=1.5.0');
    const after = await api.get<WireCveHistoryRow[]>('/api/v2/service/platforms/cve/CVE-2024-20001/history');
    expect([complete.notUploaded, complete.findings.counts]).toEqual([
      [],
      expect.objectContaining({ resolved: 2, notUploaded: 0 }),
    ]);
    expect(after.map(({ places }) => places.map(({ name, state }) => [name, state]))).toEqual([
      [[`${IMAGE} (arm64)`, 'present']],
      [[`${IMAGE} (arm64)`, 'absent']],
    ]);
  });
});

describe('a version with slots of an older Assay', () => {
  it('is the base of the next one: an image by its repository, a document by its subject', async () => {
    const image = await upload(`older/version/1/sbom?image=${IMAGE}:1`, 'amd@1.0.0');
    const lock = await upload('older/version/1/sbom', 'arm@1.0.0');
    await nameSlot(image.id, IMAGE);
    await nameSlot(lock.id, 'application:shop');

    await upload(`older/version/2/sbom?image=${IMAGE}:2`, 'amd@2.0.0');
    await upload('older/version/2/sbom', 'arm@2.0.0', ['pypi']);

    const diff = await api.get<WireDiff>('/api/v2/service/older/diff?head=2');
    expect([diff.notUploaded, diff.findings.counts]).toEqual([
      [],
      expect.objectContaining({ resolved: 2, notUploaded: 0 }),
    ]);
    const rows = await api.get<WireCveHistoryRow[]>('/api/v2/service/older/cve/CVE-2024-20000/history');
    expect(rows.map(({ state, places }) => [state, places.map(({ name }) => name)])).toEqual([
      ['open', [IMAGE]],
      ['absent', [IMAGE]],
    ]);
  });

  it('has every finding once after the same pipeline ran again', async () => {
    const path = `again/version/1/sbom?image=${IMAGE}:1`;
    const old = await upload(path, 'amd@1.0.0');
    await nameSlot(old.id, IMAGE);

    const next = await upload(path, 'amd@1.1.0');

    expect(next.supersedes).toBe(old.id);
    expect(next.summary?.findings.total).toBe(1);
  });
});

describe('a restored SBOM', () => {
  it('restores its findings', async () => {
    const path = `restored/version/1/sbom?image=${IMAGE}:1`;
    const old = await upload(path, 'amd@1.0.0');
    const next = await upload(path, 'arm@1.0.0');
    expect(next.summary?.findings.total).toBe(1);

    await api.call('POST', `/api/v2/sbom/${old.id}/restore`);

    const summaryPath = '/api/v2/service/restored/version/1/finding/summary';
    await expect
      .poll(async () => (await api.get<WireFindingSummary>(summaryPath)).total, { timeout: 30_000, interval: 200 })
      .toBe(2);
  });
});
