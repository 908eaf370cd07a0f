/** `/readyz` is 503 while uploads are rejected, and `degraded` for less severe problems. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
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

/** A result is cached for a moment; `cause` is repeated because the server may undo it meanwhile. */
async function untilProblem(
  code: string | undefined,
  cause = async (): Promise<void> => await Promise.resolve(),
): Promise<Awaited<ReturnType<typeof ask>>> {
  let answer = await ask();
  await until(async () => {
    await cause();
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
    await run(`insert into advisory_source (name, url, state, enabled, last_success_at) values ('osv', 'x', 'ready', true, now() - interval '2 days')
      on conflict (name) do update set state = 'ready', enabled = true, last_success_at = excluded.last_success_at`);

    const { status, body } = await untilProblem('ADVISORIES_STALE');
    await run(`update advisory_source set enabled = false where name = 'osv'`);

    expect([status, body.status]).toEqual([200, 'degraded']);
    expect((await untilProblem(undefined)).body.status).toBe('ok');
  });

  it('is degraded while a source has failed before it was ever loaded', async () => {
    await run(`insert into advisory_source (name, url, state, enabled) values ('osv', 'x', 'failed', true)
      on conflict (name) do update set state = 'failed', enabled = true, last_success_at = null`);

    const { status, body } = await untilProblem('ADVISORIES_MISSING');
    await run(`update advisory_source set enabled = false, state = 'ready' where name = 'osv'`);

    expect([status, body.status]).toEqual([200, 'degraded']);
    expect(body.problems[0]?.message).toBe('Advisory sources without a successful sync: osv.');
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

  it('is unavailable while the queue has no room for another analysis', { timeout: 60_000 }, async () => {
    // The queue counts its jobs every few seconds.
    const fill = async (): Promise<void> =>
      await run(`update pgboss.queue set queued_count = 60000 where name = 'analyze-version'`);

    const { status, body } = await untilProblem('SERVER_QUEUE_FULL', fill);
    await run(`update pgboss.queue set queued_count = 0 where name = 'analyze-version'`);

    expect([status, body.status]).toEqual([503, 'unavailable']);
  });

  it(
    'is unavailable while the database refuses connections, and ok again afterwards',
    { timeout: 60_000 },
    async () => {
      const name = new URL(assay.databaseUrl).pathname.slice(1);
      await asAdmin(`alter database ${name} with allow_connections false`);
      await asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);

      const { status, body } = await untilProblem('DATABASE_UNAVAILABLE');
      await asAdmin(`alter database ${name} with allow_connections true`);

      expect([status, body.status, body.database]).toEqual([503, 'unavailable', 'down']);
      expect((await untilProblem(undefined)).body.status).toBe('ok');
    },
  );
});

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresAdminUrl') });
  await client.connect();
  await client.query(statement);
  await client.end();
}
