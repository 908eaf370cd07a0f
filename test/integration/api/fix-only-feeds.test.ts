/** Components of distributions that publish only fixed issues: every response and report shows how they were checked. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireComponent, WireComponentUses } from '../../../src/api/contract/services/component.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { createApiClient, type ApiClient } from '../../support/api-client.ts';
import { aCycloneDx } from '../../support/documents.ts';
import { startMirroredAssay } from '../../support/mirrored-assay.ts';
import type { TestAssay } from '../../support/test-assay.ts';

const FIXED = [{ introduced: '0' }, { fixed: '1.0' }];
const DIRECTORIES = {
  npm: [anOsvRecord({ id: 'GHSA-aaaa-aaaa-aaaa', affected: [anAffected({ name: 'another' })] })],
  'Red Hat': [
    anOsvRecord({
      id: 'RHSA-2024:1',
      affected: [anAffected({ ecosystem: 'Red Hat:enterprise_linux:9::baseos', name: 'openssl', events: FIXED })],
    }),
  ],
  Alpine: [
    anOsvRecord({
      id: 'CVE-2024-1',
      affected: [anAffected({ ecosystem: 'Alpine:v3.23', name: 'openssl', events: FIXED })],
    }),
  ],
  Debian: [
    anOsvRecord({
      id: 'DEBIAN-CVE-2024-1',
      affected: [anAffected({ ecosystem: 'Debian:13', name: 'openssl', events: FIXED })],
    }),
  ],
};

const RED_HAT = ['bash', 'zlib'].map((name) => `pkg:rpm/redhat/${name}@5.1-6.el9?distro=rhel-9.4`);
const PURLS = [
  ...RED_HAT,
  'pkg:apk/alpine/musl@1.2.5-r0?distro=alpine-3.23&upstream=musl',
  'pkg:deb/debian/bash@5.2-1?distro=debian-13&upstream=bash',
  'pkg:npm/left-pad@1.3.0',
];
const SBOM = aCycloneDx({ components: PURLS.map((purl) => ({ type: 'library', name: purl, purl, 'bom-ref': purl })) });
const VERSION = '/api/v2/service/edge/version/1.0.0';
const COVERAGE = {
  components: 5,
  checked: 5,
  notChecked: [],
  fixedIssuesOnly: 3,
  fixedIssuesOnlyByRelease: [
    { family: 'Red Hat', release: '9', count: 2 },
    { family: 'Alpine', release: 'v3.23', count: 1 },
  ],
};
const IN_WORDS = 'Checked for fixed issues only: 2 (Red Hat 9), 1 (Alpine v3.23).';

let assay: TestAssay;
let api: ApiClient;
let receipt: Record<string, unknown>;
beforeAll(async () => {
  assay = await startMirroredAssay(DIRECTORIES);
  api = createApiClient(assay);
  receipt = { ...(await api.upload(`${VERSION}/sbom?wait=30`, SBOM)) };
});
afterAll(async () => await assay.stop());

async function readAs(type: string, path: string): Promise<string> {
  return await (await assay.request(path, { headers: { accept: type } })).text();
}

describe('components that were checked for fixed issues only', () => {
  it('are part of the coverage of every result', async () => {
    const scan = await assay.request('/api/v2/scan', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(SBOM),
    });
    const results = [
      receipt['summary'],
      await scan.json(),
      await api.get(`/api/v2/sbom/${String(receipt['id'])}`),
      await api.get(`/api/v2/analysis/${String(receipt['analysisId'])}`),
      await api.get(`${VERSION}/finding/summary`),
      await api.get('/api/v2/finding/summary'),
      await api.get(`${VERSION}/remediation`),
      await api.get(`${VERSION}/gate`),
    ];

    expect(results.map((result) => (result as { coverage: unknown }).coverage)).toEqual(results.map(() => COVERAGE));
    expect(await api.get('/api/v2/service')).toMatchObject([
      { latestVersion: { coverage: { components: 5, checked: 5, fixedIssuesOnly: 3 } } },
    ]);
    const { headers } = await api.call('GET', `${VERSION}/finding`);
    expect(headers.get('x-coverage')).toBe('components=5, checked=5, not-checked=0, fixed-issues-only=3');
  });

  it('are marked and can be filtered in component lists', async () => {
    const listNames = async (path: string): Promise<string[]> =>
      ((await api.get(path)) as WireComponent[]).map(
        ({ name, fixedIssuesOnly }) => `${name} ${String(fixedIssuesOnly)}`,
      );

    const fixedOnly = ['bash true', 'musl true', 'zlib true'];
    const others = ['bash false', 'left-pad false'];
    for (const path of [`${VERSION}/component`, '/api/v2/component']) {
      expect(await listNames(`${path}?fixedIssuesOnly=true`)).toEqual(fixedOnly);
      expect(await listNames(`${path}?fixedIssuesOnly=false`)).toEqual(others);
      expect((await listNames(path)).toSorted()).toEqual([...fixedOnly, ...others].toSorted());
    }
    const [first] = (await api.get('/api/v2/component?fixedIssuesOnly=true')) as WireComponent[];
    const one = (await api.get(`/api/v2/component/${first?.id ?? ''}`)) as WireComponentUses;
    expect(one).toMatchObject({ checked: true, notChecked: null, fixedIssuesOnly: true });
  });

  it('are named in reports, also without findings', async () => {
    const finding = `${VERSION}/finding`;

    for (const report of [
      await readAs('text/markdown', finding),
      await readAs('text/markdown', `${VERSION}/remediation`),
    ]) {
      expect(report).toContain(IN_WORDS);
      expect(report).toContain('advisories for 3 of them list only fixed issues');
    }
    expect(await readAs('application/sarif+json', finding)).toContain(
      '2 components of Red Hat 9 checked for fixed issues',
    );
    expect(await readAs('application/vnd.cyclonedx+json', finding)).toContain(IN_WORDS);
  });

  it('count as checked for the gate, which names them', async () => {
    expect(await api.get(`${VERSION}/gate?minCoverage=100`)).toMatchObject({
      result: 'pass',
      reasons: [{ code: 'fixed-issues-only', text: expect.stringContaining('3 of 5 checked components') }],
    });
  });
});
