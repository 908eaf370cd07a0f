/** The advisory API: the sources, one vulnerability, and the affected services. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { aCycloneDx } from '../../support/documents.ts';
import { anOsvExport, writeMirror } from '../../support/osv-mirror.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';

const RECORDS = {
  npm: [
    anOsvRecord({
      id: 'GHSA-aaaa-bbbb-cccc',
      aliases: ['CVE-2024-10001'],
      summary: 'Prototype pollution in left-pad',
      details: 'At length.',
      affected: [anAffected(), anAffected({ events: [{ introduced: '3.0.0' }, { last_affected: '3.1.0' }] })],
    }),
    anOsvRecord({
      id: 'GHSA-aaaa-bbbb-dddd',
      aliases: ['CVE-2024-10002'],
      summary: 'Padding Oracle in right-pad',
      affected: [anAffected({ name: 'right-pad' })],
    }),
    anOsvRecord({
      id: 'MAL-2024-1',
      summary: 'Malicious code in left-pad',
      affected: [anAffected({ versions: ['1.3.0'], events: [] })],
    }),
    anOsvRecord({ id: 'GHSA-aaaa-bbbb-eeee', withdrawn: '2024-06-01T00:00:00Z', summary: 'Never mind' }),
  ],
  PyPI: [
    anOsvRecord({
      id: 'PYSEC-2024-1',
      aliases: ['CVE-2024-10001'],
      affected: [anAffected({ ecosystem: 'PyPI', name: 'left-pad' })],
    }),
  ],
  Debian: [
    anOsvRecord({
      id: 'DEBIAN-CVE-2024-10009',
      upstream: ['CVE-2024-10009'],
      affected: [anAffected({ ecosystem: 'Debian:12', name: 'left-pad' })],
    }),
    anOsvRecord({
      id: 'DSA-1-1',
      upstream: ['CVE-2024-10001', 'CVE-2024-10002'],
      summary: 'left-pad - security update',
      affected: [anAffected({ ecosystem: 'Debian:12', name: 'left-pad' })],
    }),
  ],
};
const KEV = {
  title: 'Catalog',
  catalogVersion: '2024.01.01',
  dateReleased: '2026-01-01T00:00:00.0000Z',
  count: 1,
  vulnerabilities: [
    {
      cveID: 'CVE-2024-10001',
      vendorProject: 'x',
      product: 'left-pad',
      vulnerabilityName: 'Left-pad pollution',
      dateAdded: '2024-02-01',
      shortDescription: 'x',
      requiredAction: 'Update.',
      dueDate: '2024-03-01',
      knownRansomwareCampaignUse: 'Known',
      notes: '',
      cwes: [],
    },
  ],
};

let assay: TestAssay;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-mirror-'));
  await writeMirror(folder, anOsvExport(RECORDS));
  await writeFile(join(folder, 'kev.json'), JSON.stringify(KEV));
  assay = await startTestAssay({
    ASSAY_OSV_URL: pathToFileURL(folder).href,
    ASSAY_KEV_URL: pathToFileURL(join(folder, 'kev.json')).href,
    ASSAY_ADVISORY_SYNC: 'manual',
  });
  for (const name of ['osv', 'kev']) {
    await send('POST', `/advisory-source/${name}/refresh`);
    await until(async () => (await sourceOf(name))['state'] === 'ready');
  }
});
afterAll(async () => {
  await assay.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('GET /advisory-source', () => {
  it('returns the state of every source, by directory', async () => {
    const { status, body } = await send('GET', '/advisory-source');

    expect(status).toBe(200);
    expect((body as Json[]).map(({ name, enabled, state }) => [name, enabled, state])).toEqual([
      ['osv', true, 'ready'],
      ['redhat', false, 'never'],
      ['distributions', false, 'never'],
      ['releases', true, 'never'],
      ['nvd', false, 'never'],
      ['kev', true, 'ready'],
      ['epss', false, 'never'],
      ['ssvc', false, 'never'],
      ['packages', false, 'never'],
      ['jars', false, 'never'],
    ]);
    expect(await sourceOf('osv')).toMatchObject({
      url: `${pathToFileURL(folder).href}/`,
      records: 7,
      newestRecordAt: '2025-01-01T00:00:00.000Z',
      ageSeconds: expect.any(Number),
      stale: false,
      lastError: null,
      progress: null,
      directories: [
        { directory: 'Debian', state: 'ready', records: 2, newest: '2025-01-01T00:00:00.000000Z', lastError: null },
        { directory: 'PyPI', records: 1 },
        { directory: 'npm', records: 4 },
      ],
    });
  });

  it('is outdated after two days without a successful run, and shows the progress of a run', async () => {
    const progress = {
      directory: 'npm',
      records: 10,
      recordsTotal: 30,
      bytes: 5,
      startedAt: new Date(Date.now() - 10_000),
    };
    await assay.database.reference(async ({ client }) => {
      await client.query(`update advisory_source set last_success_at = now() - interval '49 hours' where name = 'kev'`);
      await client.query(`update advisory_source set state = 'syncing', progress = $1 where name = 'osv'`, [progress]);
    });

    const [kev, osv] = [await sourceOf('kev'), await sourceOf('osv')];

    expect(kev).toMatchObject({ stale: true, staleReason: 'sync', staleText: expect.stringContaining('49 hours') });
    expect(osv['progress']).toMatchObject({ directory: 'npm', records: 10, recordsTotal: 30, bytes: 5 });
    expect(osv['progress']).toMatchObject({ ratePerSecond: expect.any(Number), estimateSeconds: expect.any(Number) });
    await assay.database.reference(async ({ client }) => {
      await client.query(`update advisory_source set state = 'ready', progress = null, last_success_at = now()`);
    });
  });

  it('is outdated if it syncs without new records, with the same text in /readyz', async () => {
    const setDate = async (interval: string): Promise<void> =>
      await assay.database.reference(async ({ client }) => {
        await client.query(`update advisory_source set newest_record_at = now() - $1::interval where name = 'kev'`, [
          interval,
        ]);
      });
    await setDate('447 days');

    const kev = await sourceOf('kev');
    await expect
      .poll(async () => (await (await assay.request('/readyz', { token: null })).json()) as Json)
      .toMatchObject({
        advisories: {
          state: 'stale',
          sources: [
            { name: 'osv', staleText: null },
            { name: 'kev', staleText: kev['staleText'] },
          ],
        },
        problems: [
          { code: 'ADVISORIES_STALE', message: `Outdated advisory sources. kev: ${String(kev['staleText'])}` },
        ],
      });
    await setDate('1 day');

    expect(kev).toMatchObject({ state: 'ready', stale: true, staleReason: 'content' });
    expect(kev['staleText']).toBe('The newest record is 447 days old. Replace the files at the URL of the source.');
    expect(await sourceOf('kev')).toMatchObject({ stale: false, staleReason: null, staleText: null });
  });

  it('is also reported by /readyz and /metrics', async () => {
    const readReadiness = async (): Promise<unknown> =>
      ((await (await assay.request('/readyz', { token: null })).json()) as Json)['advisories'];
    const readMetrics = async (): Promise<string> => await (await assay.request('/metrics', { token: null })).text();

    // The answer is cached for a second.
    await expect.poll(readReadiness).toMatchObject({ state: 'ready', sources: [{ name: 'osv' }, { name: 'kev' }] });
    await expect.poll(readMetrics).toMatch(/^assay_advisory_source_age_seconds\{source="osv"\} \d+$/m);
    await expect.poll(readMetrics).toMatch(/^assay_advisory_source_records\{source="osv"\} 7$/m);
  });
});

describe('POST /advisory-source/{name}/refresh', () => {
  it('is accepted, and audited with its actor and options', async () => {
    const answer = await send('POST', '/advisory-source/osv/refresh?complete=true&acceptShrink=true');
    const { body } = await send('GET', '/audit');

    expect(answer).toMatchObject({ status: 202, body: { name: 'osv' } });
    expect((body as Json[])[0]).toMatchObject({
      action: 'advisories.refresh_requested',
      subject: { kind: 'advisory-source', id: 'osv' },
      after: { complete: true, acceptShrink: true },
    });
  });

  it.each([
    ['epss', 409, 'ADVISORY_SOURCE_OFF'],
    ['starter', 404, 'ADVISORY_SOURCE_UNKNOWN'],
    ['cve', 404, 'ADVISORY_SOURCE_UNKNOWN'],
  ])('rejects %s', async (name, status, code) => {
    expect(await send('POST', `/advisory-source/${name}/refresh`)).toMatchObject({ status, body: { code } });
  });
});

describe('GET /vulnerability/{id}', () => {
  it.each(['CVE-2024-10001', 'cve-2024-10001', 'GHSA-AAAA-BBBB-CCCC', 'pysec-2024-1'])('finds it as %s', async (id) => {
    const { status, body } = await send('GET', `/vulnerability/${id}`);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: 'CVE-2024-10001',
      aliases: ['GHSA-aaaa-bbbb-cccc', 'PYSEC-2024-1'],
      class: 'vulnerability',
      title: 'Prototype pollution in left-pad',
      details: 'At length.',
      covers: [],
      withdrawnAt: null,
      kev: { dateAdded: '2024-02-01', dueDate: '2024-03-01', ransomware: true },
      epss: null,
      ssvc: null,
      affectedCount: 3,
      affected: [
        { ecosystem: 'Debian', release: '12', name: 'left-pad', ranges: ['< 2.0.0'], fixed: ['2.0.0'] },
        { ecosystem: 'PyPI', release: null, name: 'left-pad', ranges: ['< 2.0.0'] },
        {
          ecosystem: 'npm',
          release: null,
          name: 'left-pad',
          ranges: ['< 2.0.0', '>= 3.0.0, <= 3.1.0'],
          fixed: ['2.0.0'],
        },
      ],
    });
    expect(
      ((body as Json)['records'] as Json[]).map((record) => [record['source'], record['directory'], record['id']]),
    ).toEqual([
      ['osv', 'Debian', 'DSA-1-1'],
      ['osv', 'npm', 'GHSA-aaaa-bbbb-cccc'],
      ['osv', 'PyPI', 'PYSEC-2024-1'],
    ]);
  });

  it('finds a CVE id that only a distribution names, under that id and under the id of the record', async () => {
    for (const id of ['CVE-2024-10009', 'debian-cve-2024-10009']) {
      const { body } = await send('GET', `/vulnerability/${id}`);
      expect(body).toMatchObject({ id: 'CVE-2024-10009', aliases: ['DEBIAN-CVE-2024-10009'] });
    }
  });

  it('returns a notice about several vulnerabilities as a notice', async () => {
    const { body } = await send('GET', '/vulnerability/DSA-1-1');

    expect(body).toMatchObject({ id: 'DSA-1-1', covers: ['CVE-2024-10001', 'CVE-2024-10002'], affectedCount: 1 });
  });

  it('returns a withdrawn one, which affects nothing, and a malicious one', async () => {
    expect((await send('GET', '/vulnerability/GHSA-aaaa-bbbb-eeee')).body).toMatchObject({
      withdrawnAt: '2024-06-01T00:00:00.000Z',
      affected: [],
    });
    expect((await send('GET', '/vulnerability/MAL-2024-1')).body).toMatchObject({
      class: 'malicious',
      affected: [{ versions: ['1.3.0'], versionCount: 1 }],
    });
  });

  it.each(['CVE-1999-0001', 'nothing', 'x y', "'", '%00', '../..'])('does not find %s', async (id) => {
    const { status } = await send('GET', `/vulnerability/${encodeURIComponent(id)}`);

    expect([400, 404]).toContain(status);
  });

  it('lists the affected services of the organization, limited to those the token can access', async () => {
    const organization = await assay.newOrganization();
    const ids: Record<string, string> = {};
    for (const [service, version, left] of [
      ['a', '1', '1.0.0'],
      ['a', '2', '1.1.0'],
      ['a', '3', '2.0.0'],
      ['b', '1', '1.0.0'],
    ] as const) {
      const component = { type: 'library', name: 'left-pad', version: left, purl: `pkg:npm/left-pad@${left}` };
      const { body } = await send('POST', `/service/${service}/version/${version}/sbom?wait=60`, {
        token: organization.token,
        body: JSON.stringify(aCycloneDx({ components: [component] })),
      });
      ids[service] = String((body as Json)['serviceId']);
    }
    const bound = await organization.newToken({ scopes: ['read'], serviceIds: [ids['b'] ?? ''] });
    const ask = async (token: string): Promise<Json> =>
      (await send('GET', '/vulnerability/CVE-2024-10001', { token })).body as Json;

    const [all, some, none] = [await ask(organization.token), await ask(bound), await ask(assay.token)];

    expect(all['affectedServices']).toMatchObject([
      {
        serviceName: 'a',
        versionName: '2',
        versionCount: 2,
        isNewest: false,
        package: 'left-pad',
        packageVersion: '1.1.0',
        relevance: 'relevant',
        firstSeenAt: expect.stringMatching(/^20/),
      },
      { serviceName: 'b', versionName: '1', versionCount: 1, isNewest: true, packageVersion: '1.0.0' },
    ]);
    expect([all['affectedServiceCount'], some['affectedServiceCount'], none['affectedServiceCount']]).toEqual([
      2, 1, 0,
    ]);
    expect(some['affectedServices']).toMatchObject([{ serviceName: 'b' }]);
  });
});

describe('GET /vulnerability', () => {
  const search = async (query: string): Promise<string[]> =>
    ((await send('GET', `/vulnerability?${query}`)).body as Json[]).map(({ id }) => String(id));

  it.each([
    ['q=cve-2024-1000', ['CVE-2024-10002', 'CVE-2024-10001']],
    ['q=CVE-2024-10009', ['CVE-2024-10009']],
    ['q=debian-cve', ['CVE-2024-10009']],
    ['q=PYSEC-2024', ['CVE-2024-10001']],
    ['q=oracle+padding', ['CVE-2024-10002']],
    ['q=CVE_2024', []],
    ['q=%25', []],
    ['package=right-pad', ['CVE-2024-10002']],
    ['package=Left_Pad&ecosystem=pypi', ['CVE-2024-10001']],
    ['package=left-pad&ecosystem=npm', ['MAL-2024-1', 'GHSA-aaaa-bbbb-eeee', 'CVE-2024-10001']],
    ['package=left-pad&q=malicious', ['MAL-2024-1']],
    ['q=cve-2024&ecosystem=pypi', ['CVE-2024-10001']],
  ])('finds by %s', async (query, ids) => {
    expect(await search(query)).toEqual(ids);
  });

  it('is paginated', async () => {
    const found: string[] = [];
    let next = '/vulnerability?package=left-pad&limit=2';
    while (next !== '') {
      const { body, headers } = await send('GET', next);
      expect(headers.get('x-total-count')).toBe('5');
      found.push(...(body as Json[]).map(({ id }) => String(id)));
      next = /<\/api\/v2([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? '';
    }

    expect(found).toEqual(['MAL-2024-1', 'GHSA-aaaa-bbbb-eeee', 'CVE-2024-10009', 'CVE-2024-10002', 'CVE-2024-10001']);
  });

  it.each(['', 'ecosystem=npm', 'q=', 'q=x&cursor=%00', 'package='])('rejects %j', async (query) => {
    expect(await send('GET', `/vulnerability?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'PARAMETER_INVALID' },
    });
  });
});

type Json = Record<string, unknown>;

async function send(
  method: string,
  path: string,
  options: { readonly token?: string; readonly body?: string } = {},
): Promise<{ readonly status: number; readonly body: unknown; readonly headers: Headers }> {
  const response = await assay.request(`/api/v2${path}`, { method, ...options });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

async function sourceOf(name: string): Promise<Json> {
  const { body } = await send('GET', '/advisory-source');
  return (body as Json[]).find((source) => source['name'] === name) ?? {};
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 200));
}
