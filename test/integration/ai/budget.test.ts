/** The AI budget, which concurrent runs never exceed, however many there are. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertAiCall, listAiDays } from '../../../src/store/ai/ai-calls.ts';
import { DEFAULT_AI_SETTINGS } from '../../../src/store/ai/ai-settings.ts';
import {
  extendReservation,
  lockBudget,
  getSpending,
  recordLostCalls,
  releaseBudget,
  reserveBudget,
} from '../../../src/store/ai/budget.ts';
import { newId } from '../../../src/store/new-id.ts';
import { startTestPipeline, type TestOrganization, type TestPipeline } from '../../support/test-pipeline.ts';

const AT = '2026-11-15T12:00:00.000Z';
const LATER = '2026-11-15T12:30:00.000Z';
const SOON = '2026-11-15T12:10:00.000Z';

let pipeline: TestPipeline;
let organization: TestOrganization;

beforeAll(async () => {
  pipeline = await startTestPipeline();
  organization = await pipeline.newOrganization();
});
afterAll(async () => await pipeline.close());

async function reserve(
  budget: Partial<typeof DEFAULT_AI_SETTINGS.budget>,
  { at = AT, tokens = 1_000, cost = 0.01, id = newId() } = {},
): Promise<boolean> {
  const wanted = { ...DEFAULT_AI_SETTINGS.budget, ...budget };
  return await pipeline.deps.database.inOrg(organization.caller.orgId, async (tx) => {
    await lockBudget(tx);
    const missing = await reserveBudget(tx, wanted, {
      id,
      at,
      purpose: 'facts',
      serviceId: null,
      findingId: null,
      host: 'model.example',
      model: 'm',
      promptVersion: '1',
      questionHash: '00',
      tokensIn: tokens - 100,
      tokensOut: 100,
      prices: wanted,
      cost,
      leasedUntil: SOON,
    });
    return missing === null;
  });
}

async function spent(at = AT): Promise<Awaited<ReturnType<typeof getSpending>>> {
  return await pipeline.deps.database.inOrg(organization.caller.orgId, async (tx) => await getSpending(tx, at));
}

/** Replaces a reservation with the actual cost of the call. */
async function settle(reservation: string, at: string, tokensIn: number, cost: number): Promise<void> {
  await pipeline.deps.database.inOrg(organization.caller.orgId, async (tx) => {
    await releaseBudget(tx, reservation);
    await insertAiCall(tx, {
      id: newId(),
      at,
      purpose: 'facts',
      serviceId: null,
      findingId: null,
      host: 'model.example',
      model: 'm',
      requestedModel: 'm',
      fingerprint: null,
      promptVersion: '1',
      questionHash: '00',
      requestHash: null,
      responseHash: null,
      tokensIn,
      tokensOut: 0,
      estimated: false,
      cost,
      latencyMs: 1,
      httpStatus: 200,
      attempts: 1,
      outcome: 'answered',
      reason: null,
      prices: { priceIn: 1, priceOut: 1 },
      bodies: null,
    });
  });
}

describe('a budget', () => {
  it('is not exceeded by fifty concurrent runs, in tokens or in currency', async () => {
    const byTokens = await Promise.all(Array.from({ length: 50 }, async () => await reserve({ tokensPerDay: 7_500 })));

    expect(byTokens.filter(Boolean)).toHaveLength(7);
    expect((await spent()).today).toEqual({ tokens: 7_000, cost: 0.07 });

    const byMoney = await Promise.all(Array.from({ length: 50 }, async () => await reserve({ currencyPerMonth: 0.1 })));
    expect(byMoney.filter(Boolean)).toHaveLength(3);
    expect((await spent()).month.cost).toBeCloseTo(0.1);
  });

  it('includes the reservations of a dead process, which are recorded as calls when the lease ends', async () => {
    const lose = async (at: string): Promise<void> =>
      await pipeline.deps.database.inOrg(organization.caller.orgId, async (tx) => await recordLostCalls(tx, { at }));
    const { today, month } = await spent();

    await lose(AT);
    expect(await organization.query('select id from ai_call')).toEqual([]);
    await lose(LATER);
    await lose(LATER);

    expect(await organization.query('select id from ai_reservation')).toEqual([]);
    expect(await spent(LATER)).toEqual({ today, month });
    const calls = await organization.query<{ outcome: string; reason: string; estimated: boolean }>(
      'select distinct outcome, reason, estimated from ai_call',
    );
    expect(calls).toEqual([{ outcome: 'failed', reason: 'interrupted', estimated: true }]);
    await organization.query('delete from ai_call');
    await organization.query('delete from ai_day');
  });

  it('covers each further attempt of a call, also if the process dies', async () => {
    const id = newId();
    const budget = { ...DEFAULT_AI_SETTINGS.budget, tokensPerDay: 2_500 };
    const extend = async (): Promise<string | null> =>
      await pipeline.deps.database.inOrg(organization.caller.orgId, async (tx) => {
        await lockBudget(tx);
        const attempt = { id, at: AT, tokensIn: 900, tokensOut: 100, cost: 0.01, leasedUntil: SOON };
        return await extendReservation(tx, budget, attempt);
      });
    expect(await reserve(budget, { id })).toBe(true);
    expect([await extend(), await extend()]).toEqual([null, 'day']);
    expect((await spent()).today).toEqual({ tokens: 2_000, cost: 0.02 });

    await pipeline.deps.database.inOrg(organization.caller.orgId, async (tx) => await recordLostCalls(tx, { id }));

    expect((await spent()).today).toEqual({ tokens: 2_000, cost: 0.02 });
    expect(await organization.query('select attempts, tokens_out::int as tokens from ai_call')).toEqual([
      { attempts: 2, tokens: 200 },
    ]);
    await organization.query('delete from ai_call');
    await organization.query('delete from ai_day');
  });

  it('applies per day and per month, and counts the actual cost', async () => {
    const id = newId();
    expect(await reserve({ tokensPerDay: 1_000 }, { id, at: AT })).toBe(true);
    await settle(id, AT, 400, 0.5);
    expect((await spent()).today).toEqual({ tokens: 400, cost: 0.5 });
    expect(await reserve({ tokensPerDay: 1_000 }, { at: AT })).toBe(false);
    const tomorrow = '2026-11-16T00:00:00.000Z';
    expect(await spent(tomorrow)).toEqual({ today: { tokens: 0, cost: 0 }, month: { tokens: 400, cost: 0.5 } });
    expect(await reserve({ currencyPerMonth: 0.5 }, { at: tomorrow })).toBe(false);
    expect((await spent('2026-12-01T00:00:00.000Z')).month).toEqual({ tokens: 0, cost: 0 });

    const days = await pipeline.deps.database.inOrg(
      organization.caller.orgId,
      async (tx) => await listAiDays(tx, tomorrow, 30),
    );
    expect(days).toMatchObject([{ day: '2026-11-15', tokensIn: 400, cost: 0.5, outcomes: { answered: 1 } }]);
  });
});
