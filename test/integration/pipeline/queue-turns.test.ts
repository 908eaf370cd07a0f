/** The order of the queue: organizations take turns, however much each of them uploads. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobHandlers } from '../../../src/queue/job-queue.ts';
import { openQueue } from '../../../src/queue/pg-boss-queue.ts';
import { newId } from '../../../src/store/new-id.ts';
import { insertOrganization } from '../../../src/store/people/organizations.ts';
import { IDLE_HANDLERS } from '../../support/idle-handlers.ts';
import { until } from '../../support/server-processes.ts';
import { startTestPipeline, type TestPipeline } from '../../support/test-pipeline.ts';

let pipeline: TestPipeline;
beforeAll(async () => {
  pipeline = await startTestPipeline();
});
afterAll(async () => await pipeline.close());

async function anOrganization(): Promise<string> {
  const id = newId();
  const organization = { id, name: 'One of many', createdAt: new Date().toISOString() };
  await pipeline.deps.database.inOrg(id, async (tx) => await insertOrganization(tx, organization));
  return id;
}

async function enqueue(orgId: string, versionId: string): Promise<void> {
  const { database, queue } = pipeline.deps;
  const job = { id: newId(), versionId };
  await database.inOrg(orgId, async (tx) => await queue.enqueueAnalysis(tx, 'analyze-version', job));
}

/** Handlers that only record the job and wait for the gate. */
function noteTaken(taken: string[], gate: Promise<void>): JobHandlers {
  return {
    ...IDLE_HANDLERS,
    'analyze-version': async ({ versionId }) => {
      taken.push(versionId);
      await gate;
    },
  };
}

describe('organizations in the queue', () => {
  it('take turns: one version does not wait for fifty of another organization', async () => {
    const [large, small, late] = [await anOrganization(), await anOrganization(), await anOrganization()];
    const many = Array.from({ length: 50 }, () => newId());
    const [first, last] = [newId(), newId()];
    for (const versionId of many) await enqueue(large, versionId);
    const taken: string[] = [];
    const gate = Promise.withResolvers<void>();
    const worker = await openQueue({ url: pipeline.url, log: () => {} });
    try {
      await worker.work(noteTaken(taken, gate.promise));
      await until(() => taken.length === 3);
      // One slot is free: a single organization cannot use them all.
      await enqueue(small, first);
      await until(() => taken.length === 4);
      await enqueue(late, last);
      gate.resolve();
      await until(() => taken.length === 52);
    } finally {
      await worker.stop(5_000);
    }

    expect(new Set(many)).toEqual(new Set([...many, ...taken.slice(0, 3)]));
    expect(taken[3]).toBe(first);
    // Four jobs were taken before it arrived, three more have earlier turns, and the other three slots may be one step ahead.
    expect(taken.indexOf(last)).toBeLessThan(11);
    expect(new Set(taken).size).toBe(52);
  });

  it('do not accumulate turns while they send nothing', async () => {
    const [busy, idle] = [await anOrganization(), await anOrganization()];
    const turnsOf = async (orgId: string): Promise<number[]> => {
      const rows = await pipeline.query<{ priority: number }>(
        "select priority from pgboss.job where data->>'orgId' = $1 order by created_on",
        [orgId],
      );
      return rows.map(({ priority }) => -priority);
    };
    await pipeline.query(
      "insert into queue_clock values ('analyze-version', 1000) on conflict (queue) do update set turn = 1000",
    );

    for (let n = 0; n < 3; n += 1) await enqueue(busy, newId());
    await enqueue(idle, newId());

    expect(await turnsOf(busy)).toEqual([1001, 1002, 1003]);
    expect(await turnsOf(idle)).toEqual([1001]);
  });
});
