import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../../src/core/vocabulary/event.ts';
import { insertEvents, type NewEvent } from '../../../src/store/delivery/events.ts';
import { newId } from '../../../src/store/new-id.ts';
import { aCycloneDx } from '../../support/documents.ts';
import { waitForPlans } from '../../support/wait-for-plans.ts';
import { startTestAssay, type TestAssay, type TestOrganization } from '../../support/test-assay.ts';

let assay: TestAssay;

beforeAll(async () => {
  assay = await startTestAssay();
});
afterAll(async () => await assay.stop());

interface Event {
  readonly id: string;
  readonly type: string;
  readonly serviceId: string | null;
  readonly versionId: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

interface Page {
  readonly status: number;
  readonly events: readonly Event[];
  readonly cursor: string;
  readonly link: string | null;
  readonly code: string | undefined;
}

async function pull(token: string, query = ''): Promise<Page> {
  const response = await assay.request(`/api/v2/event${query}`, { token });
  const body = (await response.json()) as readonly Event[] | { code: string };
  return {
    status: response.status,
    events: 'code' in body ? [] : body,
    cursor: response.headers.get('x-next-cursor') ?? '',
    link: response.headers.get('link'),
    code: 'code' in body ? body.code : undefined,
  };
}

async function write(organization: TestOrganization, ...changes: Partial<NewEvent>[]): Promise<string[]> {
  const at = new Date().toISOString();
  const events = changes.map((change): NewEvent => ({ id: newId(), type: 'version.created', at, ...change }));
  await assay.database.inOrg(organization.id, async (tx) => await insertEvents(tx, events));
  return events.map(({ id }) => id);
}

describe('the event list', () => {
  it('can be read through its links to the end and with its cursor beyond, without loss or duplicates', async () => {
    const organization = await assay.newOrganization();
    const { token } = organization;
    const ids = await write(organization, ...Array.from({ length: 7 }, () => ({})));

    const seen: string[] = [];
    let page = await pull(token, '?limit=3');
    seen.push(...page.events.map(({ id }) => id));
    while (page.link !== null) {
      const [, path = ''] = /^<\/api\/v2\/event(.*)>; rel="next"$/.exec(page.link) ?? [];
      page = await pull(token, path);
      seen.push(...page.events.map(({ id }) => id));
    }
    const atEnd = await pull(token, `?after=${page.cursor}`);
    const late = await write(organization, {}, {});
    const beyond = await pull(token, `?after=${atEnd.cursor}`);

    expect(seen).toEqual(ids);
    expect(atEnd).toMatchObject({ events: [], cursor: page.cursor, link: null });
    expect(beyond.events.map(({ id }) => id)).toEqual(late);
  });

  it('starts at the end on request, also in an organization without events', async () => {
    const organization = await assay.newOrganization();
    const { token } = organization;
    const empty = await pull(token, '?after=latest');
    const [first] = await write(organization, {});
    const latest = await pull(token, '?after=latest');
    const [second] = await write(organization, {});

    const fromEmpty = await pull(token, `?after=${empty.cursor}`);
    const fromLatest = await pull(token, `?after=${latest.cursor}`);

    expect([empty.events, latest.events]).toEqual([[], []]);
    expect(fromEmpty.events.map(({ id }) => id)).toEqual([first, second]);
    expect(fromLatest.events.map(({ id }) => id)).toEqual([second]);
    expect(await pull(token, '?after=first')).toEqual(await pull(token));
  });

  it('contains an upload and its analysis in their order, and nothing for repeated bytes', async () => {
    const { token } = await assay.newOrganization();
    const lodash = { type: 'library', name: 'lodash', version: '4.17.20', purl: 'pkg:npm/lodash@4.17.20' };
    const upload = async (): Promise<{ versionId: string }> => {
      const body = JSON.stringify(aCycloneDx({ components: [lodash] }));
      const path = '/api/v2/service/told/version/1/sbom?wait=60';
      return (await (await assay.request(path, { method: 'POST', token, body })).json()) as { versionId: string };
    };
    const { versionId } = await upload();
    await waitForPlans(assay.database);

    const { events, cursor } = await pull(token);
    await upload();
    const again = await pull(token, `?after=${cursor}`);

    const types = events.map(({ type }) => type);
    expect(types.slice(0, 2).toSorted()).toEqual(['sbom.received', 'version.created']);
    const told = ['analysis.completed', 'remediation.planned'];
    expect(types.slice(2)).toEqual([...types.slice(2, -2).map(() => 'finding.introduced'), ...told]);
    expect(types).toContain('finding.introduced');
    expect(events.at(-2)).toMatchObject({ versionId, detail: { introduced: expect.any(Number) as number } });
    expect(again.events).toEqual([]);
  });

  it('delays its response until something happens, on request', async () => {
    const organization = await assay.newOrganization();
    const { token } = organization;
    const { cursor } = await pull(token, '?after=latest');
    const waiting = pull(token, `?after=${cursor}&wait=60`);

    const [id] = await write(organization, {});

    expect((await waiting).events.map((event) => event.id)).toEqual([id]);
    expect((await pull(token, `?after=latest&wait=1`)).events).toEqual([]);
  });

  it('can be filtered by type and by service', async () => {
    const organization = await assay.newOrganization();
    const { token } = organization;
    const service = await assay.request('/api/v2/service', {
      method: 'POST',
      token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Mine, or not?' }),
    });
    const { id: mine } = (await service.json()) as { id: string };
    const [a, b, c] = await write(
      organization,
      { serviceId: mine },
      { serviceId: newId(), type: 'sbom.received' },
      { serviceId: mine, type: 'sbom.received' },
      { type: 'advisories.updated', snapshot: 1 },
    );
    const { cursor: end } = await pull(token);
    const idsOf = async (query: string): Promise<string[]> => {
      const { events, cursor } = await pull(token, query);
      expect(cursor).toBe(end);
      return events.map(({ id }) => id);
    };

    expect(await idsOf(`?service=${mine}`)).toEqual([a, c]);
    expect(await idsOf('?service=Mine%2C%20or%20not%3F')).toEqual([a, c]);
    expect(await idsOf(`?type=sbom.received,sbom.deleted`)).toEqual([b, c]);
    expect(await idsOf(`?type=sbom.received&service=${mine}`)).toEqual([c]);
    expect(await idsOf(`?service=${newId()}`)).toEqual([]);
    expect(await pull(token, '?service=unknown')).toMatchObject({ status: 404, code: 'SERVICE_UNKNOWN' });
    await assay.request(`/api/v2/service/${mine}`, { method: 'DELETE', token });
    const { events } = await pull(token, `?service=${mine}`);
    expect(events.map(({ type }) => type)).toEqual(['version.created', 'sbom.received', 'service.deleted']);
  });

  it('can be filtered by one version of a service, by name and by id', async () => {
    const { token } = await assay.newOrganization();
    for (const version of ['1', '2'])
      await assay.request(`/api/v2/service/shop/version/${version}/sbom?wait=60`, {
        method: 'POST',
        token,
        body: JSON.stringify(aCycloneDx({ serialNumber: `urn:uuid:0000000${version}-0000-4000-8000-000000000000` })),
      });
    const { events } = await pull(token, '?type=version.created');
    const second = events.find(({ detail }) => detail['name'] === '2');

    const byName = await pull(token, '?service=shop&version=2&type=version.created,sbom.received');
    const byId = await pull(token, `?service=shop&version=${second?.versionId}&type=version.created,sbom.received`);

    expect(byName.events.map(({ type }) => type).toSorted()).toEqual(['sbom.received', 'version.created']);
    expect(byId.events).toEqual(byName.events);
    expect((await pull(token, '?service=shop&version=3')).code).toBe('VERSION_UNKNOWN');
    expect((await pull(token, '?version=2')).code).toBe('PARAMETER_INVALID');
  });

  it('starts with the newest events of a version on request, and can be followed from there', async () => {
    const organization = await assay.newOrganization();
    const { token } = organization;
    const [serviceId, versionId] = [newId(), newId()];
    const ids = await write(organization, ...Array.from({ length: 5 }, () => ({ serviceId, versionId })));
    const query = `?service=${serviceId}&version=${versionId}`;
    const newest = await pull(token, `${query}&order=newest&limit=2`);
    const [late] = await write(organization, { serviceId, versionId });

    expect(newest.events.map(({ id }) => id)).toEqual(ids.slice(-2).toReversed());
    expect(newest.link).toBeNull();
    expect((await pull(token, `${query}&after=${newest.cursor}`)).events.map(({ id }) => id)).toEqual([late]);
    for (const refused of [`?service=${serviceId}&order=newest`, `${query}&order=newest&after=first`])
      expect((await pull(token, refused)).code).toBe('PARAMETER_INVALID');
  });

  it('returns to a token for some services only their events and those without a service', async () => {
    const organization = await assay.newOrganization();
    const [mine, theirs] = [newId(), newId()];
    const token = await organization.newToken({ scopes: ['read'], serviceIds: [mine] });
    const [own, , common] = await write(
      organization,
      { serviceId: mine },
      { serviceId: theirs },
      { type: 'advisories.updated', snapshot: 1 },
      { type: 'version.deleted', detail: { name: 'without a service' } },
    );

    expect((await pull(token)).events.map(({ id }) => id)).toEqual([own, common]);
    expect((await pull(token, `?service=${theirs}`)).events).toEqual([]);
    expect((await pull(token, `?service=${mine}`)).events.map(({ id }) => id)).toEqual([own]);
  });

  it('requires the read scope', async () => {
    const organization = await assay.newOrganization();
    const token = await organization.newToken({ scopes: ['sbom:upload'] });

    expect(await pull(token)).toMatchObject({ status: 403, code: 'SCOPE_MISSING' });
    expect((await assay.request('/api/v2/event/stream', { token })).status).toBe(403);
  });

  it('rejects the cursor of another organization', async () => {
    const [owner, other] = [await assay.newOrganization(), await assay.newOrganization()];
    for (const organization of [owner, other]) await write(organization, {}, {});
    const { cursor } = await pull(owner.token, '?limit=1');

    const answer = await pull(other.token, `?after=${cursor}`);
    const stream = await assay.request('/api/v2/event/stream', {
      token: other.token,
      headers: { 'last-event-id': cursor },
    });

    expect(answer).toMatchObject({ status: 400, code: 'EVENT_CURSOR_INVALID' });
    expect([stream.status, ((await stream.json()) as { code: string }).code]).toEqual([400, 'EVENT_CURSOR_INVALID']);
  });

  it.each([
    ['an empty cursor', '?after=', 'PARAMETER_INVALID'],
    ['a number for a cursor', '?after=0', 'EVENT_CURSOR_INVALID'],
    ['a cursor of other characters', '?after=%01%0A', 'EVENT_CURSOR_INVALID'],
    ['a cursor that was made up', `?after=${Buffer.alloc(24).toString('base64url')}`, 'EVENT_CURSOR_INVALID'],
    ['a cursor that is too long', `?after=${'A'.repeat(5_000)}`, 'PARAMETER_INVALID'],
    ['two cursors', '?after=first&after=latest', 'PARAMETER_INVALID'],
    ['a limit of nothing', '?limit=0', 'PARAMETER_INVALID'],
    ['a limit beyond all bounds', '?limit=1001', 'PARAMETER_INVALID'],
    ['a limit that is no number', '?limit=1e2', 'PARAMETER_INVALID'],
    ['an endless wait', '?wait=61', 'PARAMETER_INVALID'],
    ['an unknown type', '?type=sbom.eaten', 'PARAMETER_INVALID'],
    ['no type', '?type=', 'PARAMETER_INVALID'],
    ['a type of the moment', '?type=analysis.progress', 'PARAMETER_INVALID'],
    ['an impossible name', '?service=%07', 'NAME_INVALID'],
  ])('rejects %s', async (_what, query, code) => {
    const response = await assay.request(`/api/v2/event${query}`);

    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, code]);
  });

  it('can be filtered by every type that is written', async () => {
    const response = await assay.request(`/api/v2/event?type=${EVENT_TYPES.join(',')}`);

    expect(response.status).toBe(200);
  });
});
