import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/core/limits.ts';
import { recordProgress } from '../../../src/store/advisories/sources.ts';
import { insertEvents, type NewEvent } from '../../../src/store/delivery/events.ts';
import { newId } from '../../../src/store/new-id.ts';
import { aCycloneDx } from '../../support/documents.ts';
import { openEventStream, type EventStream, type StreamedMessage } from '../../support/event-stream.ts';
import { startTestAssay, type TestAssay, type TestOrganization } from '../../support/test-assay.ts';

let assay: TestAssay;

beforeAll(async () => {
  assay = await startTestAssay();
});
afterAll(async () => await assay.stop());

async function write(organization: TestOrganization, ...changes: Partial<NewEvent>[]): Promise<string[]> {
  const at = new Date().toISOString();
  const events = changes.map((change): NewEvent => ({ id: newId(), type: 'version.created', at, ...change }));
  await assay.database.inOrg(organization.id, async (tx) => await insertEvents(tx, events));
  return events.map(({ id }) => id);
}

/** Returns true when this many event messages have arrived. */
function told(count: number): (messages: readonly StreamedMessage[]) => boolean {
  return (messages) => messages.filter(({ data }) => data !== undefined).length >= count;
}

const hasPlace = (messages: readonly StreamedMessage[]): boolean => messages.some(({ id }) => id !== undefined);

async function countOpen(): Promise<number> {
  const metrics = await (await assay.request('/metrics')).text();
  return Number(/^assay_event_streams (\d+)$/m.exec(metrics)?.[1]);
}

async function untilOpen(count: number): Promise<void> {
  while ((await countOpen()) !== count) await delay(20);
}

describe('the event stream', () => {
  it('starts with the next event, sends each with its cursor, and is neither cached nor compressed on the way', async () => {
    const organization = await assay.newOrganization();
    const { token } = organization;
    await write(organization, {});
    const stream = await openEventStream(assay, { token });
    await stream.until(hasPlace);

    const [id] = await write(organization, { serviceId: newId(), detail: { name: 'line\r\nbreaks' } });
    await stream.until(told(1));
    stream.close();

    const { headers } = stream.response;
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('cache-control')).toContain('no-store');
    expect([headers.get('x-accel-buffering'), headers.get('content-encoding')]).toEqual(['no', null]);
    expect(stream.messages[0]?.retry).toBe('3000');
    const message = stream.messages.find(({ data }) => data !== undefined);
    const pulled = await assay.request('/api/v2/event', { token });
    expect(message).toMatchObject({ event: 'version.created', data: { id, detail: { name: 'line\r\nbreaks' } } });
    expect(message?.data).toEqual(((await pulled.json()) as unknown[])[1]);
    const beyond = await assay.request(`/api/v2/event?after=${message?.id}`, { token });
    expect(await beyond.json()).toEqual([]);
  });

  it('resumes from the header or else the parameter, and sends its position before the first event', async () => {
    const organization = await assay.newOrganization();
    const { token } = organization;
    const ids = await write(organization, {}, {}, {});
    const all = await openEventStream(assay, { token, query: '?after=first' });
    await all.until(told(3));
    all.close();
    const first = all.messages.find(({ data }) => data !== undefined)?.id;

    const rest = await openEventStream(assay, { token, query: '?after=latest', lastId: first });
    await rest.until(told(2));
    rest.close();
    const quiet = await openEventStream(assay, { token });
    await quiet.until(hasPlace);
    quiet.close();
    ids.push(...(await write(organization, {})));
    const resumed = await openEventStream(assay, { token, lastId: quiet.lastId() });
    await resumed.until(told(1));
    resumed.close();

    expect(all.eventIds()).toEqual(ids.slice(0, 3));
    expect(rest.eventIds()).toEqual(ids.slice(1, 3));
    expect(resumed.eventIds()).toEqual(ids.slice(3));
  });

  it('sends a token for some services only their events, and advances its cursor past the others', async () => {
    const organization = await assay.newOrganization();
    const mine = newId();
    const token = await organization.newToken({ scopes: ['read'], serviceIds: [mine] });
    const stream = await openEventStream(assay, { token, query: '?after=first' });
    await stream.until(hasPlace);
    const start = stream.lastId();

    await write(await assay.newOrganization(), { serviceId: mine }, { type: 'advisories.updated', snapshot: 1 });
    await write(organization, { serviceId: newId() });
    await stream.until(() => stream.lastId() !== start);
    const [own] = await write(organization, { serviceId: mine });
    await stream.until(told(1));
    stream.close();

    expect(stream.eventIds()).toEqual([own]);
  });

  it('sends the progress of an analysis and of an import, without advancing the cursor', async () => {
    const organization = await assay.newOrganization();
    const { token } = organization;
    const stream = await openEventStream(assay, { token });
    await stream.until(hasPlace);

    const upload = await assay.request('/api/v2/service/seen/version/1/sbom', {
      method: 'POST',
      token,
      body: JSON.stringify(aCycloneDx()),
    });
    const { analysisId, versionId } = (await upload.json()) as Record<string, string>;
    await stream.until((messages) => messages.some(({ event }) => event === 'analysis.completed'));
    const progress = {
      directory: 'npm',
      records: 5,
      recordsTotal: 10,
      bytes: 1,
      startedAt: new Date().toISOString(),
      directoryNumber: 1,
      directoryCount: 1,
    };
    await assay.database.reference(async (tx) => await recordProgress(tx, 'osv', progress));
    await stream.until((messages) => messages.some(({ event }) => event === 'advisories.progress'));
    stream.close();

    const [first] = stream.messages.filter(({ event }) => event === 'analysis.progress');
    expect(first).toMatchObject({ id: undefined, data: { analysisId, versionId, status: 'running' } });
    expect(first?.data?.['stages']).toContainEqual({ name: 'parse', status: expect.any(String) as string });
    expect(first?.data).not.toHaveProperty('orgId');
    const last = stream.messages.find(({ event }) => event === 'advisories.progress');
    expect(last?.data).toEqual({ source: 'osv', directory: 'npm', records: 5, recordsTotal: 10 });
  });

  it('ends with its server, and a client that reconnects to another one loses and repeats nothing', async () => {
    const organization = await assay.newOrganization();
    const { token } = organization;
    const written: string[] = [];
    let writing = true;
    const writer = (async () => {
      while (writing) {
        written.push(...(await write(organization, {}, {})));
        await delay(10);
      }
    })();
    const seen: string[] = [];
    let lastId: string | undefined;
    for (let restart = 0; restart < 2; restart += 1) {
      const instance = await startTestAssay({ ASSAY_DATABASE_URL: assay.databaseUrl });
      const stream = await openEventStream(instance, { token, lastId, query: '?after=first' });
      await stream.until(told(10));
      await Promise.all([instance.stop(), stream.ended]);
      // The stream ended by itself, with a reconnect delay, and did not delay the shutdown.
      expect(Number(stream.messages.at(-1)?.retry)).toBeGreaterThanOrEqual(3_000);
      expect(instance.logs()).not.toContain('shutdown step failed');
      seen.push(...stream.eventIds());
      lastId = stream.lastId();
    }
    writing = false;
    await writer;
    const rest = await openEventStream(assay, { token, lastId });
    await rest.until(() => rest.eventIds().includes(written.at(-1) ?? ''));
    rest.close();

    expect([...seen, ...rest.eventIds()]).toEqual(written);
    // This test starts two more servers.
  }, 90_000);

  it('ends when its token is revoked', async () => {
    const organization = await assay.newOrganization();
    const made = await assay.request('/api/v2/token', {
      method: 'POST',
      token: organization.token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Reader', scopes: ['read'] }),
    });
    const { id, token } = (await made.json()) as { id: string; token: string };
    const stream = await openEventStream(assay, { token });
    await stream.until(hasPlace);

    await assay.request(`/api/v2/token/${id}`, { method: 'DELETE', token: organization.token });
    await stream.ended;

    expect((await openEventStream(assay, { token })).response.status).toBe(401);
  });

  it('has a limited number of connections, and a closed one frees its place', async () => {
    const organization = await assay.newOrganization();
    const { token } = organization;
    await untilOpen(0);
    const streams: EventStream[] = [];
    for (let count = 0; count < LIMITS.eventStreamsPerTokenMax; count += 1)
      streams.push(await openEventStream(assay, { token }));

    const refused = await openEventStream(assay, { token });
    await untilOpen(LIMITS.eventStreamsPerTokenMax);
    for (const stream of streams) stream.close();
    await untilOpen(0);
    const admitted = await openEventStream(assay, { token });
    admitted.close();
    await untilOpen(0);

    expect(streams.map(({ response }) => response.status)).toEqual(streams.map(() => 200));
    expect([refused.response.status, refused.response.headers.get('retry-after')]).toEqual([429, '10']);
    expect(admitted.response.status).toBe(200);
  });

  it('returns its headers for HEAD requests', async () => {
    const { token } = await assay.newOrganization();

    const response = await assay.request('/api/v2/event/stream', { token, method: 'HEAD' });

    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    await untilOpen(0);
  });
});
