/** Failed assessments are retried automatically, and the stage shows when. */
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/core/calendar.ts';
import { LIMITS } from '../../../src/core/limits.ts';
import { AI_KEY, useAiDesk, type AiDesk } from '../../support/ai-desk.ts';
import type { FakeLlm } from '../../support/fake-llm/fake-llm.ts';
import { until } from '../../support/server-processes.ts';
import type { TestAssay } from '../../support/test-assay.ts';

const PACKAGES = ['on-windows@1.0.0', 'everywhere@1.0.0'];
const READ = ['everywhere relevant', 'on-windows not_relevant'];

let assay: TestAssay;
let llm: FakeLlm;
let desk: AiDesk;

useAiDesk((parts) => {
  ({ assay, llm, desk } = parts);
});

/** Simulates a sweep after the waiting time: all pending assessments are due. */
async function sweepLater(): Promise<void> {
  await desk.rows('update pending_assessment set due_at = now() where due_at is not null');
  await sweep();
}

async function sweep(): Promise<void> {
  const count = async (): Promise<number> =>
    await assay.database.reference(async ({ client }) => {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from pgboss.job where name = 'repair-sweep' and state in ('created', 'active')`,
      );
      return rows[0]?.count ?? 0;
    });
  await assay.database.reference(
    async ({ client }) => await client.query(`insert into pgboss.job (name, data) values ('repair-sweep', '{}')`),
  );
  await until(async () => (await count()) === 0);
}

async function waiting(): Promise<unknown[]> {
  return await desk.rows('select due_at is not null as "isDue", tries from pending_assessment');
}

describe('an assessment that failed', () => {
  it('because the provider was down is retried once it is back, without a request', async () => {
    llm.behave({ faults: 'bad-request' });
    await desk.enable(llm.url, { concurrency: 1 });
    await desk.upload('shop', '1.0', PACKAGES);

    const { status, reason, retryAt, finishedAt } = await desk.stage();
    expect([status, reason]).toEqual(['failed', 'provider_error']);
    expect(Date.parse(retryAt ?? '') - Date.parse(finishedAt ?? '')).toBe(LIMITS.aiFirstPauseMs);
    const asked = llm.requests.length;
    await sweep();
    await desk.rest();
    expect(llm.requests.length).toBe(asked);

    llm.behave({ faults: [] });
    await sweepLater();

    expect(await desk.verdicts()).toEqual(READ);
    expect(await desk.stage()).toMatchObject({ status: 'done', reason: null, retryAt: null });
    expect(await waiting()).toEqual([]);
  });

  it('waits longer after each attempt, and is given up in the end', async () => {
    llm.behave({ faults: 'bad-request' });
    await desk.enable(llm.url, { concurrency: 1 });
    await desk.upload('shop', '1.0', PACKAGES);
    await desk.stage();
    expect(await waiting()).toEqual([{ isDue: true, tries: 1 }]);

    await sweepLater();
    await desk.stage();
    expect(await waiting()).toEqual([{ isDue: true, tries: 2 }]);

    await desk.rows(`update pending_assessment set tries = ${LIMITS.aiTriesMax - 1}`);
    await sweepLater();
    expect(await desk.stage()).toMatchObject({ status: 'failed', retryAt: null });
    expect(await waiting()).toEqual([{ isDue: false, tries: LIMITS.aiTriesMax }]);
  });

  it('because the daily budget was spent is retried on the next day', async () => {
    await desk.enable(llm.url, { budget: { tokensPerDay: 10 } });
    await desk.upload('shop', '1.0', PACKAGES);

    const { reason, retryAt, finishedAt } = await desk.stage();
    expect(reason).toBe('budget');
    expect(retryAt).toMatch(/T00:00:00.000Z$/);
    const pauseMs = Date.parse(retryAt ?? '') - Date.parse(finishedAt ?? '');
    expect(pauseMs).toBeGreaterThan(0);
    expect(pauseMs).toBeLessThanOrEqual(DAY_MS);

    await desk.rows(`update setting set value = jsonb_set(value, '{budget,tokensPerDay}', 'null') where name = 'ai'`);
    await sweepLater();
    expect(await desk.verdicts()).toEqual(READ);
  });

  it('because the key was wrong is retried when the key changes', async () => {
    llm.behave({ faults: 'unauthorized' });
    await desk.enable(llm.url, { concurrency: 1 });
    await desk.upload('shop', '1.0', PACKAGES);
    expect(await desk.stage()).toMatchObject({ status: 'failed', reason: 'auth', retryAt: null });

    llm.behave({ faults: [] });
    await sweepLater();
    expect(await desk.stage()).toMatchObject({ status: 'failed', reason: 'auth' });
    expect((await desk.call('PATCH', '/organization/ai', { body: { apiKey: AI_KEY } })).status).toBe(200);
    await sweep();

    expect(await desk.verdicts()).toEqual(READ);
  });

  it.each(['truncated', 'broken-json'] as const)(
    'because of answers that were %s is not stored, and waits for a request',
    async (fault) => {
      llm.behave({ faults: fault });
      await desk.enable(llm.url, { concurrency: 1 });
      await desk.upload('shop', '1.0', PACKAGES);
      const reason = fault === 'truncated' ? 'truncated' : 'invalid_output';
      expect(await desk.stage()).toMatchObject({ status: 'failed', reason, retryAt: null });
      expect(await desk.rows('select 1 from model_answer')).toEqual([]);
      const asked = llm.requests.length;
      await sweepLater();
      await desk.rest();
      expect(llm.requests.length).toBe(asked);

      llm.behave({ faults: [] });
      await desk.call('POST', '/service/shop/version/1.0/ai');
      expect(await desk.verdicts()).toEqual(READ);
    },
  );

  it('partly because of a truncated answer asks the rest again, and not for that one', async () => {
    llm.behave({ faults: [undefined, 'truncated', 'bad-request'] });
    await desk.enable(llm.url, { concurrency: 1 });
    await desk.upload('shop', '1.0', PACKAGES);
    await desk.stage();
    const asked = llm.requests.length;

    await sweepLater();
    expect(await desk.stage()).toMatchObject({ retryAt: null, counts: { failed: 1 } });
    expect(llm.requests.length).toBeGreaterThan(asked);
    const unusable = await desk.rows(`select 1 from ai_call where reason = 'truncated'`);
    expect(unusable).toHaveLength(1);
  });

  it('halfway is completed later, without paying for its answers again', async () => {
    llm.behave({ faults: [undefined, undefined, 'bad-request', 'bad-request', 'bad-request'] });
    await desk.enable(llm.url, { concurrency: 1 });
    await desk.upload('shop', '1.0', PACKAGES);
    const partly = await desk.stage();
    expect([partly.status, typeof partly.retryAt]).toEqual(['done', 'string']);

    llm.behave({ faults: [] });
    await sweepLater();

    expect(await desk.verdicts()).toEqual(READ);
    const calls = await desk.rows<{ hash: string }>(
      `select encode(question_sha256, 'hex') as hash from ai_call where outcome = 'answered' and purpose <> 'canary'`,
    );
    expect(new Set(calls.map(({ hash }) => hash)).size).toBe(calls.length);
  });

  it('because its job was lost is retried', async () => {
    llm.behave({ faults: 'bad-request' });
    await desk.enable(llm.url, { concurrency: 1 });
    await desk.upload('shop', '1.0', PACKAGES);
    await desk.rest();
    llm.behave({ faults: [] });
    await assay.database.reference(
      async ({ client }) => await client.query(`delete from pgboss.job where name = 'assess-version'`),
    );

    await sweepLater();
    expect(await desk.verdicts()).toEqual(READ);
  });

  it('is not retried once AI is disabled', async () => {
    llm.behave({ faults: 'bad-request' });
    await desk.enable(llm.url, { concurrency: 1 });
    await desk.upload('shop', '1.0', PACKAGES);
    await desk.rest();
    const asked = llm.requests.length;

    await desk.call('PATCH', '/organization/ai', { body: { enabled: false } });
    await sweepLater();

    expect(await desk.stage()).toMatchObject({ status: 'skipped', reason: 'ai_disabled' });
    expect(llm.requests.length).toBe(asked);
    expect(await waiting()).toEqual([]);
  });
});
