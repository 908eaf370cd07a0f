import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { AnalysisWatch } from '../../../src/api/http/stream/analysis-watch.ts';
import { LIMITS } from '../../../src/core/limits.ts';
import { newId } from '../../../src/store/new-id.ts';
import { startWakeUps } from '../../../src/events/wake-ups.ts';
import { createLogger } from '../../../src/telemetry/log.ts';
import { aCycloneDx } from '../../support/documents.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';

interface Receipt {
  readonly status: string;
  readonly analysisId: string;
  readonly waited?: boolean;
  readonly warnings: readonly { readonly code: string; readonly message?: string }[];
  readonly summary?: { readonly analysis: string };
}

let assay: TestAssay;
beforeAll(async () => {
  assay = await startTestAssay();
});
afterAll(async () => await assay.stop());

async function upload(on: TestAssay, token: string, path: string): Promise<Receipt> {
  const body = JSON.stringify(aCycloneDx());
  const response = await on.request(`/api/v2/service/${path}`, { method: 'POST', token, body });
  expect(response.status).toBe(200);
  return (await response.json()) as Receipt;
}

/** Uses up all waiting slots of the token by waiting for events; resolves when the first request is rejected. */
async function takeAllSeats(on: TestAssay, token: string): Promise<{ end(): Promise<void> }> {
  const leave = new AbortController();
  const ended: Promise<unknown>[] = [];
  const refused = Promise.withResolvers<Response>();
  for (let count = 0; count <= LIMITS.waitingRequestsPerTokenMax; count += 1) {
    const request = on.request('/api/v2/event?after=latest&wait=60', { token, signal: leave.signal });
    ended.push(
      request.then(
        (answer) => answer.headers.get('x-waited') === 'false' && refused.resolve(answer),
        () => {},
      ),
    );
  }
  const answer = await refused.promise;
  expect([answer.status, await answer.json()]).toEqual([200, []]);
  expect(answer.headers.get('x-wait-rejected')).toBe('too many requests with this token are waiting');
  return {
    end: async () => {
      leave.abort();
      await Promise.all(ended);
    },
  };
}

describe('a token that has used up its waiting slots', () => {
  it('is told that an upload did not wait, without affecting other tokens or organizations', async () => {
    const noisy = await assay.newOrganization();
    const quiet = await assay.newOrganization();
    const seats = await takeAllSeats(assay, noisy.token);

    const refused = await upload(assay, noisy.token, 'shop/version/1/sbom?wait=30');
    const colleague = await upload(assay, await noisy.newToken(), 'shop/version/2/sbom?wait=60');
    const neighbor = await upload(assay, quiet.token, 'shop/version/1/sbom?wait=60');
    await seats.end();

    expect(refused).toMatchObject({ status: 'queued', waited: false, warnings: [{ code: 'WAIT_REFUSED' }] });
    expect(refused.warnings[0]?.message).toContain('too many requests with this token are waiting');
    expect(refused.summary).toBeUndefined();
    for (const receipt of [colleague, neighbor])
      expect(receipt).toMatchObject({ status: 'analyzed', waited: true, summary: { analysis: 'completed' } });
  });

  it('can wait again as soon as its clients have disconnected', async () => {
    const { token } = await assay.newOrganization();
    const seats = await takeAllSeats(assay, token);
    await seats.end();

    await expect
      .poll(async () => (await assay.request('/api/v2/event?after=latest&wait=1', { token })).headers.get('x-waited'))
      .toBeNull();
  });
});

describe('an upload', () => {
  it('reports nothing about waiting unless it was requested', async () => {
    const { token } = await assay.newOrganization();

    expect(await upload(assay, token, 'shop/version/1/sbom')).not.toHaveProperty('waited');
  });
});

describe('the gate', () => {
  const gate = async (on: TestAssay, token: string, query: string): Promise<Record<string, unknown>> =>
    (await (await on.request(`/api/v2/service/shop/version/1/gate${query}`, { token })).json()) as Record<
      string,
      unknown
    >;

  it('responds when the analysis has finished, if asked to wait', async () => {
    const { token } = await assay.newOrganization();
    await upload(assay, token, 'shop/version/1/sbom');

    const answer = await gate(assay, token, '?wait=60');

    expect(answer).toMatchObject({ waited: true, analysis: { status: 'completed' } });
    expect(answer['result']).not.toBe('pending');
  });

  it('stays pending and reports that it did not wait when no slot is free', async () => {
    // Without a worker its analyses stay queued.
    const web = await startTestAssay({ ASSAY_ROLE: 'web' });
    try {
      const { token } = await web.newOrganization();
      await upload(web, token, 'shop/version/1/sbom');
      const timedOut = await gate(web, token, '?wait=1');
      const unasked = await gate(web, token, '');
      const seats = await takeAllSeats(web, token);

      const refused = await gate(web, token, '?wait=30');
      await seats.end();

      expect(timedOut).toMatchObject({ result: 'pending', waited: true });
      expect(unasked).toMatchObject({ result: 'pending' });
      expect(unasked).not.toHaveProperty('waited');
      expect(refused).toMatchObject({
        result: 'pending',
        waited: false,
        reasons: [{ code: 'analysis-unfinished' }, { code: 'wait-rejected' }],
      });
    } finally {
      await web.stop();
    }
  });
});

describe('requests that wait for analyses of one organization', () => {
  it('share one database query, however many they are', async () => {
    const { id: orgId, token } = await assay.newOrganization();
    const { analysisId } = await upload(assay, token, 'shop/version/1/sbom?wait=60');
    let looks = 0;
    const database = {
      ...assay.database,
      inOrg: (async (...call: Parameters<TestAssay['database']['inOrg']>) => {
        looks += 1;
        return await assay.database.inOrg(...call);
      }) as TestAssay['database']['inOrg'],
    };
    const wakeUps = startWakeUps({ url: assay.databaseUrl, onTrouble: () => {} });
    onTestFinished(async () => await wakeUps.stop());
    const watch = new AnalysisWatch({ database, wakeUps, log: createLogger('fatal') });
    const leaving = new AbortController();
    const until = async (id: string): Promise<boolean> =>
      await watch.untilEnded({ orgId, analysisId: id, timeoutMs: 60_000, signal: leaving.signal });

    const unfinished = Array.from({ length: 50 }, async () => await until(newId()));
    const ended = await Promise.all(Array.from({ length: 50 }, async () => await until(analysisId)));
    leaving.abort();

    expect(ended).toEqual(ended.map(() => true));
    expect(await Promise.all(unfinished)).toEqual(unfinished.map(() => false));
    // More than one only if an event of the organization was announced meanwhile.
    expect(looks).toBeLessThan(10);
  });
});
