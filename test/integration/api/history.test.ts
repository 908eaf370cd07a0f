/** Changes between versions and over time, their causes and consequences: diff, histories, gate, search. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireAnalysis } from '../../../src/api/contract/services/analysis.ts';
import type { WireDiff } from '../../../src/api/contract/history/diff.ts';
import type { WireEvent } from '../../../src/api/contract/events.ts';
import type { WireFindingSummary } from '../../../src/api/contract/findings/finding.ts';
import type { WireGate } from '../../../src/api/contract/history/gate.ts';
import type {
  WireCveHistoryRow,
  WireServiceAges,
  WireServiceHistory,
} from '../../../src/api/contract/history/history.ts';
import type { WireSearch } from '../../../src/api/contract/findings/search.ts';
import type { WireServiceListItem } from '../../../src/api/contract/services/service.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { createApiClient, type ApiClient } from '../../support/api-client.ts';
import { aCycloneDx } from '../../support/documents.ts';
import { beginWithinOneDay } from '../../support/one-day.ts';
import { anOsvExport, writeMirror } from '../../support/osv-mirror.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';

const CRITICAL = [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }];
const PAD = anOsvRecord({
  id: 'GHSA-aaaa-bbbb-cccc',
  aliases: ['CVE-2024-10001'],
  summary: 'Pollution in <left> pad',
  severity: CRITICAL,
});
const COLORS = anOsvRecord({
  id: 'GHSA-aaaa-bbbb-dddd',
  aliases: ['CVE-2024-10002'],
  affected: [anAffected({ name: 'colors', events: [{ introduced: '0' }] })],
});

let assay: TestAssay;
let api: ApiClient;
let folder: string;
let service = '';
/** The gate result while only the starter set was loaded. */
let early: WireGate;

beforeAll(async () => {
  await beginWithinOneDay(90_000);
  folder = await mkdtemp(join(tmpdir(), 'assay-mirror-'));
  await writeMirror(folder, anOsvExport({ npm: [PAD] }));
  assay = await startTestAssay({
    ASSAY_OSV_URL: pathToFileURL(folder).href,
    ASSAY_ADVISORY_ECOSYSTEMS: 'npm',
    ASSAY_ADVISORY_SYNC: 'manual',
  });
  api = createApiClient(assay);
  await api.upload('/api/v2/service/other/version/1/sbom?wait=60');
  early = await gate('other', '1');
  await refresh();
  // An upgrade that is still affected, then one that is not, then an advisory about an unchanged package.
  await upload('1.0', 'left-pad@1.0.0', 'colors@1.0.0');
  await upload('1.1', 'left-pad@1.1.0', 'colors@1.0.0');
  await upload('2.0', 'left-pad@2.0.0', 'colors@1.0.0');
  await writeMirror(folder, anOsvExport({ npm: [PAD, COLORS] }));
  await refresh();
  await upload('2.1', 'left-pad@1.0.0', 'colors@1.0.0');
  for (const version of ['1.0', '1.1', '2.0', '2.1']) await waitForNewData(version);
  await freeze('1.0');
}, 180_000);
afterAll(async () => {
  await assay.stop();
  await rm(folder, { recursive: true, force: true });
});

async function upload(version: string, ...packages: readonly string[]): Promise<void> {
  const components = packages.map(toComponent);
  const receipt = await api.upload(
    `/api/v2/service/team%2Fshop/version/${version}/sbom?wait=60`,
    aCycloneDx({ components, dependencies: [] }),
  );
  service = receipt['serviceId'] ?? '';
}

function toComponent(text: string): object {
  const [name, number] = text.split('@');
  return { type: 'library', name, version: number, purl: `pkg:npm/${text}`, 'bom-ref': text };
}

async function refresh(): Promise<void> {
  const before = await readOsv();
  await api.call('POST', '/api/v2/advisory-source/osv/refresh?complete=true');
  for (let now = before; now.lastSuccessAt === before.lastSuccessAt || now.state !== 'ready'; now = await readOsv())
    await new Promise((resolve) => setTimeout(resolve, 50));
}

async function readOsv(): Promise<{ state?: string; lastSuccessAt?: string | null }> {
  const sources =
    await api.get<{ name: string; state: string; lastSuccessAt: string | null }[]>('/api/v2/advisory-source');
  return sources.find(({ name }) => name === 'osv') ?? {};
}

/** New data is applied to every version in the background. */
async function waitForNewData(version: string): Promise<void> {
  const path = `/api/v2/service/${service}/version/${version}`;
  const isNew = async (): Promise<boolean> => {
    const { data } = await gate(service, version);
    const [newest] = await api.get<{ snapshot: number | null }[]>(`${path}/analysis?limit=1`);
    return newest?.snapshot === data.snapshot;
  };
  while (!(await isNew())) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Simulates an unwatched version, for which only its upload was analyzed. */
async function freeze(version: string): Promise<void> {
  await query(
    `delete from version_finding f using service_version v
     where v.org_id = f.org_id and v.id = f.version_id and v.name = $1 and f.package_name = 'colors'`,
    [version],
  );
  await query(
    `delete from analysis a using service_version v
     where v.org_id = a.org_id and v.id = a.version_id and v.name = $1 and a.trigger <> 'upload'`,
    [version],
  );
}

async function query(statement: string, values: readonly string[] = []): Promise<void> {
  const { id } = await api.get<{ id: string }>('/api/v2/organization');
  await assay.database.inOrg(id, async ({ client }) => await client.query(statement, [...values]));
}

async function gate(name: string, version: string, query = ''): Promise<WireGate> {
  return await api.get(`/api/v2/service/${name}/version/${version}/gate${query}`);
}

const told = (list: WireDiff['findings']['introduced']): unknown[] =>
  list.map(({ vulnerability, cause, evidence }) => [vulnerability.id, cause, evidence.component, evidence.records]);

describe('the diff of two versions', () => {
  const diff = async (query: string): Promise<WireDiff> => await api.get(`/api/v2/service/${service}/diff?${query}`);

  it('names the component if the code has changed', async () => {
    const changed = await diff('head=1.1');
    const resolved = await diff('base=1.1&head=2.0');

    expect(changed).toMatchObject({
      base: { name: '1.0', analysisId: expect.any(String) },
      head: { name: '1.1' },
      components: { added: [], removed: [], changed: [{ name: 'left-pad', from: '1.0.0', to: '1.1.0' }] },
      findings: { resolved: [], unchanged: 0, counts: { introduced: 1, resolved: 0, changed: 1 } },
    });
    expect(told(changed.findings.changed)).toEqual([
      ['CVE-2024-10001', 'code', { name: 'left-pad', from: ['1.0.0'], to: ['1.1.0'] }, []],
    ]);
    expect(told(resolved.findings.resolved)).toEqual([
      ['CVE-2024-10001', 'code', { name: 'left-pad', from: ['1.1.0'], to: ['2.0.0'] }, []],
    ]);
  });

  it('names the record if the code is unchanged', async () => {
    const { findings } = await diff('base=1.0&head=2.1');

    expect(told(findings.introduced)).toEqual([
      [
        'CVE-2024-10002',
        'advisory',
        null,
        [
          {
            source: 'osv',
            id: 'GHSA-aaaa-bbbb-dddd',
            change: 'published',
            modified: '2025-01-01T00:00:00.000Z',
            snapshot: expect.any(Number),
          },
        ],
      ],
    ]);
    expect(findings.unchanged).toBe(1);
  });

  it('does not report findings of an image that was not uploaded as resolved', async () => {
    const path = '/api/v2/service/fleet/version';
    const image = async (version: string, name: string, component: string): Promise<unknown> =>
      await api.upload(
        `${path}/${version}/sbom?wait=60&image=registry.example.com/${name}:${version}`,
        aCycloneDx({ components: [toComponent(component)], metadata: {} }),
      );
    await image('1', 'api', 'left-pad@1.0.0');
    await image('1', 'worker', 'colors@1.0.0');
    await image('2', 'api', 'left-pad@2.0.0');

    const found = await api.get<WireDiff>('/api/v2/service/fleet/diff?head=2');
    const { versions } = await api.get<WireServiceHistory>('/api/v2/service/fleet/history');

    expect(found.notUploaded).toEqual([
      { slot: 'registry.example.com/worker:1', image: 'registry.example.com/worker:1' },
    ]);
    expect(found.findings).toMatchObject({
      resolved: [{ vulnerability: { id: 'CVE-2024-10001' } }],
      notUploaded: [{ vulnerability: { id: 'CVE-2024-10002' } }],
      counts: { introduced: 0, resolved: 1, notUploaded: 1 },
    });
    expect(versions.at(-1)).toMatchObject({ introduced: 0, resolved: 1 });
    const summary = await api.get<WireFindingSummary>(`${path}/2/finding/summary`);
    const [analysis] = await api.get<WireAnalysis[]>(`${path}/2/analysis`);
    expect([summary.total, summary.notUploaded, analysis?.notUploaded]).toEqual([
      0,
      found.notUploaded,
      found.notUploaded,
    ]);
    const resolved = await api.get<WireEvent[]>('/api/v2/event?service=fleet&type=finding.resolved');
    expect(resolved.map(({ detail }) => detail['vulnerability'])).toEqual(['CVE-2024-10001']);
    const ages = await api.get<WireServiceAges>('/api/v2/service/fleet/history/age');
    expect(ages).toMatchObject({ open: 0, resolved: 1 });
    const notes = await assay.request('/api/v2/service/fleet/diff?head=2', { headers: { accept: 'text/markdown' } });
    expect(await notes.text()).toContain('> Not uploaded yet for this version: `registry.example.com/worker:1`.');
    await api.call('DELETE', '/api/v2/service/fleet');
  });

  it('compares all affected versions of a package, in any order', async () => {
    const path = '/api/v2/service/pairs/version';
    const put = async (version: string, ...packages: readonly string[]): Promise<unknown> =>
      await api.upload(
        `${path}/${version}/sbom?wait=60`,
        aCycloneDx({ components: packages.map(toComponent), dependencies: [] }),
      );
    await put('1', 'left-pad@1.0.0', 'left-pad@1.1.0');
    await put('2', 'left-pad@1.1.0', 'left-pad@1.0.0', 'other@1.0.0');
    await put('3', 'left-pad@1.1.0');
    await put('4', 'other@1.0.0');

    const same = await api.get<WireDiff>('/api/v2/service/pairs/diff?base=1&head=2');
    const fewer = await api.get<WireDiff>('/api/v2/service/pairs/diff?base=2&head=3');
    const gone = await api.get<WireDiff>('/api/v2/service/pairs/diff?base=3&head=4');
    const back = await api.get<WireDiff>('/api/v2/service/pairs/diff?base=4&head=3');

    expect(same.findings).toMatchObject({ unchanged: 1, counts: { introduced: 0, resolved: 0, changed: 0 } });
    expect(fewer.findings).toMatchObject({ unchanged: 0, counts: { introduced: 0, resolved: 0, changed: 1 } });
    expect(told(fewer.findings.changed)).toMatchObject([[expect.any(String), 'code', { to: ['1.1.0'] }, []]]);
    expect(told(gone.findings.resolved)).toMatchObject([[expect.any(String), 'code', { from: ['1.1.0'], to: [] }, []]]);
    expect(told(back.findings.introduced)).toMatchObject([
      [expect.any(String), 'code', { from: [], to: ['1.1.0'] }, []],
    ]);
    await api.call('DELETE', '/api/v2/service/pairs');
  });

  it('does not report findings as resolved that are fixed in one image while another was not uploaded', async () => {
    const path = '/api/v2/service/halves/version';
    const image = async (version: string, name: string, component: string): Promise<unknown> =>
      await api.upload(
        `${path}/${version}/sbom?wait=60&image=registry.example.com/${name}:${version}`,
        aCycloneDx({ components: [toComponent(component)], metadata: {} }),
      );
    await image('1', 'api', 'left-pad@1.0.0');
    await image('1', 'worker', 'left-pad@1.0.0');
    await image('2', 'api', 'left-pad@2.0.0');

    const { findings } = await api.get<WireDiff>('/api/v2/service/halves/diff?head=2');

    expect(findings).toMatchObject({ notUploaded: [{}], counts: { resolved: 0, notUploaded: 1 } });
    await api.call('DELETE', '/api/v2/service/halves');
  });

  it('is available as release notes', async () => {
    const response = await assay.request(`/api/v2/service/${service}/diff?base=1.1&head=2.0`, {
      headers: { accept: 'text/markdown, */*;q=0.1' },
    });

    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(await response.text()).toBe(
      [
        '# team/shop 2.0',
        'Compared with `1.1`: **1 fixed, 0 new**. 1 vulnerability remains.',
        '## Fixed (1)',
        '- **Critical** [CVE-2024-10001](https://osv.dev/vulnerability/CVE-2024-10001) in `left-pad` `1.1.0` → `2.0.0`: Pollution in &lt;left&gt; pad.',
        '## Upgrades (1)',
        '- `left-pad` `1.1.0` → `2.0.0`\n',
      ].join('\n\n'),
    );
  });

  it.each([
    ['head=1.0', 'VERSION_UNKNOWN'],
    ['base=nothing&head=1.0', 'VERSION_UNKNOWN'],
    ['base=1.0', 'PARAMETER_INVALID'],
  ])('requires two versions: %s', async (query, code) => {
    expect(await api.call('GET', `/api/v2/service/${service}/diff?${query}`)).toMatchObject({ body: { code } });
  });
});

describe('the history of a vulnerability', () => {
  const history = async (id: string, query = ''): Promise<WireCveHistoryRow[]> =>
    await api.get(`/api/v2/service/${service}/cve/${id}/history${query}`);
  const short = ({ version, state, packages, change }: WireCveHistoryRow): unknown[] => [
    `${version.name} ${state}`,
    packages.map((each) => `${each.name} ${each.version} ${each.affected}`),
    change && `${change.kind} ${change.cause}`,
  ];

  it('has a row for every version, in upload order', async () => {
    const rows = await history('CVE-2024-10001');

    expect(rows.map(short)).toEqual([
      ['1.0 open', ['left-pad 1.0.0 true'], 'introduced code'],
      ['1.1 open', ['left-pad 1.1.0 true'], 'changed code'],
      ['2.0 absent', ['left-pad 2.0.0 false'], 'resolved code'],
      ['2.1 open', ['left-pad 1.0.0 true'], 'reintroduced code'],
    ]);
    expect(rows[0]).toMatchObject({
      since: expect.any(String),
      relevance: 'relevant',
      packages: [{ severity: 'critical', fix: { state: 'fixed', nearest: '2.0.0' } }],
      ended: null,
    });
    expect(rows[3]?.change?.evidence.component).toEqual({ name: 'left-pad', from: ['2.0.0'], to: ['1.0.0'] });
  });

  it('finds every alias in any letter case, and is paginated', async () => {
    const all = await history('CVE-2024-10001');
    const first = await api.call('GET', `/api/v2/service/${service}/cve/ghsa-AAAA-bbbb-cccc/history?limit=2`);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';

    expect(first.body).toEqual(all.slice(0, 2));
    expect(first.headers.get('x-total-count')).toBe('4');
    expect(await api.get(next)).toEqual(all.slice(2));
    expect(await history('CVE-2024-10001', '?offset=3')).toEqual(all.slice(3));
  });

  it('shows advisories about versions that existed before', async () => {
    const rows = await history('cve-2024-10002');

    expect(rows.map(short)).toEqual([
      ['1.0 absent', ['colors 1.0.0 false'], null],
      ['1.1 open', ['colors 1.0.0 true'], 'introduced advisory'],
      ['2.0 open', ['colors 1.0.0 true'], null],
      ['2.1 open', ['colors 1.0.0 true'], null],
    ]);
    expect(rows[1]?.change?.evidence.records).toMatchObject([{ id: 'GHSA-aaaa-bbbb-dddd', change: 'published' }]);
  });

  it('returns the state at a given time: existing versions, and no later data', async () => {
    const [, , third] = await history('CVE-2024-10001');
    const asOf = `?asOf=${third?.version.createdAt ?? ''}`;

    const rows = await history('CVE-2024-10001', asOf);
    const later = await history('cve-2024-10002', asOf);

    expect(rows.map(({ version, state }) => [version.name, state])).toEqual([
      ['1.0', 'open'],
      ['1.1', 'open'],
      ['2.0', 'not_analyzed'],
    ]);
    expect(later.map(({ state }) => state)).toEqual(['absent', 'absent', 'not_analyzed']);
    const { headers } = await api.call('GET', `/api/v2/service/${service}/cve/CVE-2024-10001/history${asOf}`);
    expect(headers.get('x-total-count')).toBe('3');
  });

  it.each(['CVE-1999-0001', 'nothing', '%25'])('does not find %s', async (id) => {
    expect(await api.call('GET', `/api/v2/service/${service}/cve/${id}/history`)).toMatchObject({
      status: 404,
      body: { code: 'VULNERABILITY_UNKNOWN' },
    });
  });
});

describe('the gate', () => {
  it('does not pass a version that was only compared with the starter set', () => {
    expect(early).toMatchObject({ result: 'unknown', reasons: [{ code: 'starter-set-only' }], counts: { failing: 0 } });
  });

  it('fails with the reasons, the failing findings and their counts', async () => {
    expect(await gate(service, '2.1')).toMatchObject({
      result: 'fail',
      reasons: [{ code: 'findings-match' }],
      findings: [{ vulnerability: 'CVE-2024-10001', package: 'left-pad', version: '1.0.0', fixable: true }],
      counts: { failing: 1, open: 2, failingBySeverity: { critical: 1, unknown: 0 } },
      newSince: null,
      analysis: { status: 'completed' },
      coverage: { components: 2, checked: 2 },
      data: { state: 'ready' },
    });
  });

  it.each([
    ['2.0', '', 'pass', 0],
    ['2.1', '?severity=medium', 'fail', 2],
    ['2.1', '?severity=medium&fixableOnly=true', 'fail', 1],
    ['1.1', '?severity=medium&newSince=1.0', 'fail', 1],
    ['1.1', '?severity=high&newSince=1.0', 'pass', 0],
    ['2.1', '?severity=low&newSince=1.1', 'pass', 0],
    ['2.1', '?newSince=previous', 'fail', 1],
    ['2.0', '?minCoverage=100&minConfidence=high&kev=true', 'pass', 0],
  ])('of version %s with the query "%s" returns %s', async (version, query, result, failing) => {
    expect(await gate(service, version, query)).toMatchObject({ result, counts: { failing } });
  });

  it.each(['severity=worst', 'minCoverage=101', 'minCoverage=-1', 'kev=yes', 'fixableOnly=1'])(
    'rejects %s',
    async (query) => {
      expect(await api.call('GET', `/api/v2/service/${service}/version/2.0/gate?${query}`)).toMatchObject({
        status: 400,
      });
    },
  );

  it('requires an existing version for the comparison', async () => {
    expect(await api.call('GET', `/api/v2/service/${service}/version/2.0/gate?newSince=9`)).toMatchObject({
      status: 404,
      body: { code: 'VERSION_UNKNOWN' },
    });
  });
});

describe('the history of a service', () => {
  const history = async (query = ''): Promise<WireServiceHistory> =>
    await api.get(`/api/v2/service/${service}/history${query}`);

  it('counts by version, compared with the previous one', async () => {
    const { versions } = await history();

    expect(versions.map(({ name, total, introduced, resolved }) => [name, total, introduced, resolved])).toEqual([
      ['1.0', 1, null, null],
      ['1.1', 2, 1, 0],
      ['2.0', 1, 0, 1],
      ['2.1', 2, 1, 0],
    ]);
    expect(versions.map(({ introducedBy }) => introducedBy)).toEqual([{}, { advisory: 1 }, {}, { code: 1 }]);
    expect(versions[0]?.bySeverity).toMatchObject({ critical: 1, high: 0, unknown: 0 });
    expect((await history('?limit=1')).versions.map(({ name }) => name)).toEqual(['2.1']);
  });

  it('returns the age of open findings, and the lifetime of resolved ones', async () => {
    const path = '/api/v2/service/aging/version';
    const body = (text: string): object => aCycloneDx({ components: [toComponent(text)], dependencies: [] });
    await api.upload(`${path}/1/sbom?wait=60`, body('left-pad@1.0.0'));
    await query(`update version_finding f set first_seen_at = f.first_seen_at - interval '10 days'
      from service_version v, service s
      where v.id = f.version_id and s.id = v.service_id and s.name = 'aging'`);
    const before = await api.get<WireServiceAges>('/api/v2/service/aging/history/age');
    await api.upload(`${path}/2/sbom?wait=60`, body('left-pad@2.0.0'));
    const after = await api.get<WireServiceAges>('/api/v2/service/aging/history/age');

    expect(before).toMatchObject({ open: 1, resolved: 0, bySeverity: [{ severity: 'critical', fixDaysMedian: null }] });
    expect(before.bySeverity[0]?.openDaysMedian).toBeCloseTo(10, 1);
    expect(after).toMatchObject({ open: 0, resolved: 1, bySeverity: [{ severity: 'critical', openDaysMedian: null }] });
    expect(after.bySeverity[0]?.fixDaysMedian).toBeCloseTo(10, 1);
    await api.call('DELETE', '/api/v2/service/aging');
  });

  it('counts the findings that were known on each day', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const { days } = await history();

    expect(days).toHaveLength(90);
    expect(days.at(0)).toMatchObject({ version: null, total: 0 });
    expect(days.at(-1)).toMatchObject({ day: today, version: { name: '2.1' }, total: 2, bySeverity: { critical: 1 } });
    expect((await history(`?from=${today}&to=2100-01-01`)).days).toEqual(days.slice(-1));
  });

  it('shows a finding on the days on which it was known, and not after', async () => {
    for (const statement of [
      `update service_version set created_at = created_at - interval '10 days' where name = '1.0'`,
      `update analysis a set finished_at = finished_at - interval '10 days' from service_version v
       where v.org_id = a.org_id and v.id = a.version_id and v.name = '1.0'`,
      `update version_finding f set known_from = known_from - interval '10 days', known_to = known_from - interval '8 days'
       from service_version v where v.org_id = f.org_id and v.id = f.version_id and v.name = '1.0'`,
    ])
      await query(statement);

    const days = (await history()).days.slice(-12).map(({ version, total }) => [version?.name, total]);

    expect(days).toEqual([
      [undefined, 0],
      ['1.0', 1],
      ['1.0', 1],
      ...Array.from({ length: 8 }, () => ['1.0', 0]),
      ['2.1', 2],
    ]);
  });

  it.each([
    'from=2026-02-30',
    'from=2020-01-01&to=2026-01-01',
    'from=2026-02-02&to=2026-02-01',
    'limit=0',
    'limit=201',
  ])('rejects %s', async (query) => {
    expect(await api.call('GET', `/api/v2/service/${service}/history?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'PARAMETER_INVALID' },
    });
  });
});

describe('the search', () => {
  const search = async (text: string, token?: string): Promise<WireSearch> =>
    await api.get(`/api/v2/search?q=${encodeURIComponent(text)}`, token);

  it('finds services, versions, vulnerabilities and components', async () => {
    const [shop, one, cve, pad] = [
      await search('SHOP'),
      await search('1.'),
      await search('ghsa-aaaa'),
      await search('PAD'),
    ];

    expect(shop.services).toEqual([{ id: service, name: 'team/shop', links: { self: `/api/v2/service/${service}` } }]);
    expect(one.versions.map(({ found, serviceName }) => [found, serviceName])).toEqual([
      ['1.1', 'team/shop'],
      ['1.0', 'team/shop'],
    ]);
    expect(cve.vulnerabilities).toMatchObject([
      { id: 'CVE-2024-10002', services: 1, links: { self: '/api/v2/vulnerability/CVE-2024-10002' } },
      { id: 'CVE-2024-10001', services: 2, severity: 'critical' },
    ]);
    expect(pad.components.map(({ version }) => version)).toEqual(['1.0.0', '1.1.0', '1.3.0', '2.0.0']);
    expect(pad.vulnerabilities.map(({ id }) => id)).toEqual(['CVE-2024-10001']);
  });

  it('treats wildcards literally', async () => {
    for (const text of ['%', '_', '\\'])
      expect(await search(text)).toEqual({ services: [], versions: [], vulnerabilities: [], components: [] });
  });

  it('returns only its own services to a token that is bound to services', async () => {
    const { body } = await api.call('POST', '/api/v2/token', {
      body: { name: 'A', scopes: ['read'], services: ['other'] },
    });
    const { token } = body as { token: string };
    const stranger = await (await assay.newOrganization()).newToken();

    expect(await search('e', token)).toMatchObject({ services: [{ name: 'other' }] });
    expect((await search('1', token)).versions.map(({ serviceName }) => serviceName)).toEqual(['other']);
    expect((await search('left-pad', token)).components.map(({ version }) => version)).toEqual(['1.3.0']);
    expect((await search('ghsa-aaaa', token)).vulnerabilities.map(({ services }) => services)).toEqual([1, 0]);
    expect(await search('left-pad', stranger)).toMatchObject({ services: [], versions: [], components: [] });
  });

  it.each(['', '?q=', `?q=${'x'.repeat(201)}`])('requires a text: %#', async (query) => {
    expect(await api.call('GET', `/api/v2/search${query}`)).toMatchObject({ status: 400 });
  });
});

describe('the list of services', () => {
  it('returns the state of the newest version of each', async () => {
    const [shop] = await api.get<WireServiceListItem[]>('/api/v2/service?q=shop');

    expect(shop?.latestVersion).toMatchObject({
      name: '2.1',
      analysis: { status: 'completed' },
      coverage: { components: 2, checked: 2 },
      findings: { total: 2, hidden: 0, bySeverity: { critical: 1, unknown: 1 } },
    });
    expect(shop?.previousVersion).toMatchObject({ name: '2.0', findings: { total: 1 } });
  });
});
