/** A run that is interrupted starts again soon, also if its job was lost, and the stage shows when. */
import { afterEach, describe, expect, it } from 'vitest';
import type { WireAnalysis } from '../../../src/api/contract/services/analysis.ts';
import { LIMITS } from '../../../src/core/limits.ts';
import { useAiDesk, type AiDesk } from '../../support/ai-desk.ts';
import type { FakeLlm } from '../../support/fake-llm/fake-llm.ts';
import { until } from '../../support/server-processes.ts';
import type { TestAssay } from '../../support/test-assay.ts';

const PACKAGES = ['on-windows@1.0.0', 'everywhere@1.0.0'];
const READ = ['everywhere relevant', 'on-windows not_relevant'];
/** A statement that took too long, as on an overloaded machine, and an error that is a defect. */
const BUSY = '57014';
const DEFECT = 'XX000';

let assay: TestAssay;
let llm: FakeLlm;
let desk: AiDesk;

useAiDesk((parts) => {
  ({ assay, llm, desk } = parts);
});
afterEach(async () => await repair());

async function query(statement: string): Promise<void> {
  await assay.database.reference(async ({ client }) => await client.query(statement));
}

/** From now on, the database refuses every reservation of a question. */
async function breakWith(state: string): Promise<void> {
  await query(`
    create or replace function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused by a test' using errcode = '${state}'; end $$;
    create or replace trigger refuse before insert on ai_reservation for each row execute function refuse()`);
}

async function repair(): Promise<void> {
  await query('drop trigger if exists refuse on ai_reservation');
}

async function loseJobs(): Promise<void> {
  await query(`delete from pgboss.job where name = 'assess-version'`);
}

/** Runs the sweep of a minute later. */
async function sweepLater(minutes = 1): Promise<void> {
  await desk.rows(`update pending_assessment set due_at = due_at - interval '${minutes} minutes'`);
  const { rows } = await assay.database.reference(
    async ({ client }) =>
      await client.query<{ id: string }>(
        `insert into pgboss.job (name, data) values ('repair-sweep', '{}') returning id`,
      ),
  );
  const isRunning = async (): Promise<boolean> =>
    await assay.database.reference(async ({ client }) => {
      const active = `select from pgboss.job where id = $1 and state in ('created', 'retry', 'active')`;
      return (await client.query(active, [rows[0]?.id])).rows.length > 0;
    });
  await until(async () => !(await isRunning()));
}

async function newest(): Promise<WireAnalysis> {
  const [analysis] = (await desk.call<WireAnalysis[]>('GET', '/service/shop/version/1.0/analysis?limit=1')).body;
  if (analysis === undefined) throw new Error('Nothing was analyzed.');
  return analysis;
}

async function stageNow(): Promise<WireAnalysis['stages'][number] | undefined> {
  return (await newest()).stages.find(({ name }) => name === 'ai');
}

/** Waits for an interruption after the given time, and returns its time and the pause until the next start. */
async function interrupted(after = ''): Promise<{ readonly finishedAt: string; readonly pauseMs: number }> {
  let found: { readonly finishedAt: string; readonly pauseMs: number } | undefined;
  await until(async () => {
    const { status, reason, finishedAt, retryAt } = (await stageNow()) ?? {};
    if (status !== 'failed' || reason !== 'interrupted' || !finishedAt || finishedAt <= after) return false;
    found = { finishedAt, pauseMs: Date.parse(retryAt ?? '') - Date.parse(finishedAt) };
    return true;
  });
  if (found === undefined) throw new Error('Nothing was interrupted.');
  return found;
}

describe('a run that is interrupted', () => {
  it('by an overloaded database starts again after a minute, however often it happened and without its job', async () => {
    await breakWith(BUSY);
    await desk.enable(llm.url, { concurrency: 1 });
    await desk.upload('shop', '1.0', PACKAGES);

    const { finishedAt } = await interrupted();
    await desk.rows('update pending_assessment set tries = 3');
    const { pauseMs } = await interrupted(finishedAt);
    expect(pauseMs).toBe(LIMITS.aiRestartPauseMs);
    expect(await desk.rows('select tries from pending_assessment')).toEqual([{ tries: 3 }]);
    await repair();
    await loseJobs();
    await sweepLater();

    expect(await desk.verdicts()).toEqual(READ);
    expect(await desk.stage()).toMatchObject({ status: 'done', reason: null, retryAt: null });
    expect(await desk.rows('select 1 from pending_assessment')).toEqual([]);
  });

  it('by a defect shows when it starts again', async () => {
    await breakWith(DEFECT);
    await desk.enable(llm.url, { concurrency: 1 });
    await desk.upload('shop', '1.0', PACKAGES);

    const { pauseMs } = await interrupted();
    expect(pauseMs).toBeGreaterThan(0);
    expect(pauseMs).toBeLessThanOrEqual(LIMITS.aiRestartPauseMs);
    await repair();
    await loseJobs();
    await sweepLater();

    expect(await desk.stage()).toMatchObject({ status: 'done', reason: null });
  });

  it('after another run of the same job has completed the assessment starts again as well', async () => {
    await desk.enable(llm.url, { concurrency: 1 });
    await desk.upload('shop', '1.0', PACKAGES);
    expect(await desk.stage()).toMatchObject({ status: 'done' });
    const { id: analysisId, versionId } = await newest();
    const freshSince = new Date().toISOString();
    const payload = JSON.stringify({ orgId: desk.organization.id, versionId, analysisId, freshSince });

    await breakWith(BUSY);
    await query(`insert into pgboss.job (name, data, retry_delay) values ('assess-version', '${payload}', 60)`);
    await interrupted();
    await repair();
    await loseJobs();
    await sweepLater();

    expect(await desk.stage()).toMatchObject({ status: 'done', reason: null, retryAt: null });
    expect(await desk.verdicts()).toEqual(READ);
  });

  it('too often is given up, and the stage does not promise another start', async () => {
    llm.behave({ faults: 'bad-request' });
    await desk.enable(llm.url, { concurrency: 1 });
    await desk.upload('shop', '1.0', PACKAGES);
    await desk.rest();
    llm.behave({ faults: [] });
    const asked = llm.requests.length;

    await desk.rows(`update pending_assessment set tries = ${LIMITS.aiTriesMax}`);
    await sweepLater(5);

    expect(await desk.stage()).toMatchObject({ status: 'failed', reason: 'interrupted', retryAt: null });
    expect(llm.requests.length).toBe(asked);
    expect(await desk.rows('select due_at from pending_assessment')).toEqual([{ due_at: null }]);
    expect((await desk.call('POST', '/service/shop/version/1.0/ai')).status).toBe(200);
    expect(await desk.stage()).toMatchObject({ status: 'done' });
  });
});
