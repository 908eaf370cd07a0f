/**
 * The overview of an organization: new and resolved findings, and the most urgent services, without data of other organizations.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHANGE_KINDS } from '../../../src/core/vocabulary/change.ts';
import type { WireFindingChange, WireOverview } from '../../../src/api/contract/history/overview.ts';
import type { WireFindingSummary, WirePlacedFinding } from '../../../src/api/contract/findings/finding.ts';
import type { WireAuditEntry } from '../../../src/api/contract/organization/organization.ts';
import { createApiClient, type ApiClient } from '../../support/api-client.ts';
import { aCycloneDx } from '../../support/documents.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';

const LONG_AGO = '2020-01-01T00:00:00Z';
let assay: TestAssay;
let api: ApiClient;
beforeAll(async () => {
  assay = await startTestAssay();
  api = createApiClient(assay);
  await upload('mild', '1', ['pkg:npm/moment@2.29.1']);
  await upload('urgent', '1', ['pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1', 'pkg:npm/moment@2.29.1']);
  await upload('urgent', '2', ['pkg:maven/org.apache.logging.log4j/log4j-core@2.15.0']);
});
afterAll(async () => await assay.stop());

async function upload(service: string, version: string, purls: readonly string[]): Promise<void> {
  const components = purls.map((purl) => ({ type: 'library', name: purl, purl, 'bom-ref': purl }));
  await api.upload(
    `/api/v2/service/${service}/version/${version}/sbom?wait=60`,
    aCycloneDx({ components, dependencies: [] }),
  );
}

const changes = async (query: string): Promise<readonly WireFindingChange[]> =>
  await api.get(`/api/v2/overview/change?since=${LONG_AGO}${query}`);

describe('the overview', () => {
  it('lists the service with the most urgent finding first, by its newest version', async () => {
    const { services, riskiest, failed } = await api.get<WireOverview>('/api/v2/overview');

    expect(services).toBe(2);
    expect(riskiest.map(({ service, version }) => `${service.name} ${version.name}`)).toEqual(['urgent 2', 'mild 1']);
    expect(riskiest[0]).toMatchObject({ exploited: 1, hidden: 0, byBand: { P0: 1 } });
    expect(failed).toEqual([]);
  });

  it('ends its trend with the numbers of the summary, and starts with none before the first upload', async () => {
    const { trend, riskiest } = await api.get<WireOverview>('/api/v2/overview');
    const summary = await api.get<WireFindingSummary>('/api/v2/finding/summary');

    expect(trend).toHaveLength(90);
    expect(trend[0]).toMatchObject({ total: 0, risk: 0 });
    expect(trend.at(-1)).toMatchObject({ total: summary.total, bySeverity: summary.bySeverity });
    expect(trend.at(-1)?.risk).toBeGreaterThan(0);
    expect(riskiest.map((each) => each.trend.at(-1)).reduce((sum: number, each) => sum + (each ?? 0), 0)).toBe(
      summary.total,
    );
  });

  it('names the packages to upgrade next, as the list of findings counts them', async () => {
    const { fixes } = await api.get<WireOverview>('/api/v2/overview');

    expect(fixes[0]).toMatchObject({
      packages: [{ name: 'org.apache.logging.log4j:log4j-core' }],
      services: 1,
      exploited: 1,
    });
    expect(fixes[0]?.versions[0]).toMatch(/^2\./);
    for (const { packages, services } of fixes) {
      const [{ name, findings } = { name: '', findings: 0 }] = packages;
      const listed = await api.get<readonly WirePlacedFinding[]>(
        `/api/v2/finding?fixable=true&package=${encodeURIComponent(name)}`,
      );
      expect([name, listed.length]).toEqual([name, findings]);
      expect(new Set(listed.map(({ service }) => service.id)).size).toBe(services);
    }
  });

  it('counts due findings as the list of findings does', async () => {
    const { due } = await api.get<WireOverview>('/api/v2/overview');

    for (const { count, before } of [due.overdue, due.week]) {
      const { total } = await api.get<WireFindingSummary>(
        `/api/v2/finding/summary?dueBefore=${encodeURIComponent(before)}`,
      );
      expect(count).toBe(total);
    }
    expect(due.week.count).toBeGreaterThan(0);
  });

  it.each([
    ['urgency', ['urgent', 'mild']],
    ['risk', ['urgent', 'mild']],
    ['findings', ['mild', 'urgent']],
    ['exploited', ['urgent', 'mild']],
  ])('sorts services by %s', async (sort, names) => {
    const { riskiest } = await api.get<WireOverview>(`/api/v2/overview?sort=${sort}`);

    expect(riskiest.map(({ service }) => service.name)).toEqual(names);
  });

  it('counts and lists the findings that started and ended since a given time', async () => {
    const { changes: counts } = await api.get<WireOverview>(`/api/v2/overview?since=${LONG_AGO}`);

    expect(Object.keys(counts ?? {}).toSorted()).toEqual([...CHANGE_KINDS].toSorted());
    for (const kind of CHANGE_KINDS) expect(await changes(`&kind=${kind}`)).toHaveLength(counts?.[kind] ?? -1);
    expect(counts).toMatchObject({ introduced: 4, resolved: 2 });
    expect(await changes('&kind=resolved')).toContainEqual(
      expect.objectContaining({
        kind: 'resolved',
        vulnerability: 'CVE-2021-44228',
        package: 'org.apache.logging.log4j:log4j-core',
        service: expect.objectContaining({ name: 'urgent' }) as object,
        version: expect.objectContaining({ name: '2' }) as object,
      }),
    );
  });

  it('counts nothing without a time, and nothing after the last change', async () => {
    const now = new Date().toISOString();

    expect((await api.get<WireOverview>('/api/v2/overview')).changes).toBeNull();
    expect((await api.get<WireOverview>(`/api/v2/overview?since=${now}`)).changes).toMatchObject({ introduced: 0 });
  });

  it('shows a token for one service nothing of another', async () => {
    const { id } = await api.get<{ id: string }>('/api/v2/service/mild');
    const created = await api.call('POST', '/api/v2/token', { body: { name: 'one', services: [id] } });
    const { token } = created.body as { token: string };

    const {
      services,
      riskiest,
      changes: counts,
    } = await api.get<WireOverview>(`/api/v2/overview?since=${LONG_AGO}`, token);

    expect(services).toBe(1);
    expect(riskiest.map(({ service }) => service.name)).toEqual(['mild']);
    expect(counts).toMatchObject({ introduced: 1, resolved: 0 });
  });
});

describe('the audit log', () => {
  const list = async (query: string): Promise<readonly WireAuditEntry[]> => await api.get(`/api/v2/audit${query}`);

  it('names its subjects, with the service that they belong to', async () => {
    const [created] = await list('?kind=service&q=service.created');

    expect(created?.subject).toMatchObject({ kind: 'service', name: 'urgent', service: 'urgent', version: null });
  });

  it('is filtered by kind, actor and time', async () => {
    const all = await list('?limit=1000');
    const services = await list('?limit=1000&kind=service');
    const [first] = all;
    const actor = encodeURIComponent(first?.actor.name ?? '');

    expect(services.length).toBeGreaterThan(0);
    expect(services).toEqual(all.filter(({ action }) => action.startsWith('service.')));
    expect(await list(`?limit=1000&actor=${actor}`)).toEqual(
      all.filter(({ actor: { name } }) => name.includes(first?.actor.name ?? '')),
    );
    expect(await list('?actor=nothing-like-this')).toEqual([]);
    expect(await list('?since=2100-01-01T00:00:00Z')).toEqual([]);
    expect(await list(`?limit=1000&since=${all.at(-1)?.at ?? ''}`)).toEqual(all);
  });
});

/** Last, because a profile can change findings. */
describe('the number of services with a security profile', () => {
  const count = async (): Promise<number> => (await api.get<WireOverview>('/api/v2/overview')).profiledServices;
  const put = async (profile: string, fields: object): Promise<void> => {
    const { status } = await api.call('PUT', `/api/v2/service/mild/profile/${profile}`, { body: { fields } });
    expect(status).toBe(201);
  };

  it('counts a service once, and leaves out empty profiles', async () => {
    await put('empty', {});
    expect(await count()).toBe(0);

    await put('web', { 'exposure.reach': { value: 'internal' } });
    await put('batch', { 'exposure.reach': { value: 'internal' } });

    expect(await count()).toBe(1);
  });
});
