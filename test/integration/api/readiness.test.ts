/** `/readyz` is 503 while uploads are refused, and `degraded` when something short of that needs attention. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireReadiness } from '../../../src/api/contract/health.ts';
import { until } from '../../support/server-processes.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';

let assay: TestAssay;
beforeAll(async () => {
  assay = await startTestAssay({ ASSAY_ROLE: 'web' });
});
afterAll(async () => await assay.stop());

async function ask(): Promise<{ status: number; body: WireReadiness }> {
  const response = await assay.request('/readyz', { token: null });
  return { status: response.status, body: (await response.json()) as WireReadiness };
}

async function run(statement: string): Promise<void> {
  await assay.database.reference(async ({ client }) => await client.query(statement));
}

/** An answer holds for a moment. */
async function untilProblem(code: string | undefined): Promise<Awaited<ReturnType<typeof ask>>> {
  let answer = await ask();
  await until(async () => {
    answer = await ask();
    return answer.body.problems[0]?.code === code;
  });
  return answer;
}

describe('/readyz', { timeout: 60_000 }, () => {
  it('is ok while nothing is wrong', async () => {
    const { status, body } = await ask();

    expect([status, body.status, body.problems]).toEqual([200, 'ok', []]);
  });

  it('is degraded while an advisory source is stale', async () => {
    await run(`insert into advisory_source (name, url, state, enabled, last_good_at) values ('osv', 'x', 'ready', true, now() - interval '2 days')
      on conflict (name) do update set state = 'ready', enabled = true, last_good_at = excluded.last_good_at`);

    const { status, body } = await untilProblem('ADVISORIES_STALE');
    await run(`update advisory_source set enabled = false where name = 'osv'`);

    expect([status, body.status]).toEqual([200, 'degraded']);
    expect((await untilProblem(undefined)).body.status).toBe('ok');
  });

  it('is degraded while an upload waits too long for its analysis', { timeout: 60_000 }, async () => {
    await run(
      `insert into pgboss.job (name, data, created_on) values ('analyze-version', '{}', now() - interval '1 hour')`,
    );

    const { status, body } = await untilProblem('QUEUE_OLD');
    await run(`delete from pgboss.job where name = 'analyze-version'`);

    expect([status, body.status]).toEqual([200, 'degraded']);
    expect(body.problems[0]?.message).toBe('The oldest upload has been waiting for its analysis for 60 minutes.');
  });
});
