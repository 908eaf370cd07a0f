/** Analyses without a result end with a reason, leave the known findings unchanged, and can be retried. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzeVersion, closeFailedAnalysis } from '../../../src/pipeline/analysis/analyze-version.ts';
import { lockAndRequestAnalysis } from '../../../src/pipeline/request-analysis.ts';
import { repairSweep } from '../../../src/pipeline/maintenance/repair-sweep.ts';
import { openQueue } from '../../../src/queue/pg-boss-queue.ts';
import { DATABASE_UNAVAILABLE } from '../../../src/store/errors.ts';
import { createThreadPool, type ThreadPool } from '../../../src/threads/pool/thread-pool.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { startUpdatesFrom, type BucketUpdates } from '../../support/advisory-updates.ts';
import { IDLE_HANDLERS } from '../../support/idle-handlers.ts';
import type { Misbehavior } from '../../support/misbehaving-thread.ts';
import { until } from '../../support/server-processes.ts';
import type { TestPipeline } from '../../support/test-pipeline.ts';

const NPM = [anOsvRecord({ affected: [anAffected({ name: 'left-pad', events: [{ introduced: '0' }] })] })];
const COMPONENTS = [{ type: 'library', name: 'left-pad', purl: 'pkg:npm/left-pad@1.3.0', 'bom-ref': 'a' }];
const MISBEHAVING = new URL('../../support/misbehaving-thread.ts', import.meta.url);

let updates: BucketUpdates;
let pipeline: TestPipeline;
let weak: ThreadPool;
beforeAll(async () => {
  updates = await startUpdatesFrom({ npm: NPM });
  pipeline = updates.pipeline;
  weak = createThreadPool({ count: 1, memoryMb: 32 });
});
afterAll(async () => {
  await weak.close();
  await updates.close();
});

/** Makes every document misbehave in its thread as a malicious one would. */
function poison(what: Misbehavior): ThreadPool {
  const timeoutMs = what.do === 'spin' ? 1_000 : 60_000;
  return withRun(weak, async (_entry, _message, { bytes }) => await weak.run(MISBEHAVING, what, { bytes, timeoutMs }));
}

/** Returns the pool with another function to run jobs, for every owner. */
function withRun(threads: ThreadPool, run: ThreadPool['run']): ThreadPool {
  return { ...threads, run, of: () => ({ run }) };
}

const keyOf = (versionId: string): { orgId: string; versionId: string } => ({
  orgId: pipeline.caller.orgId,
  versionId,
});

interface State {
  readonly analyses: { status: string; code: string | null }[];
  readonly sboms: { status: string; code: string | null }[];
  readonly events: { type: string; count: number }[];
  readonly findings: number;
  readonly behind: boolean;
}

async function stateOf(versionId: string): Promise<State> {
  const [row] = await pipeline.query<State>(
    `select analyzed_generation < generation as behind,
       (select coalesce(jsonb_agg(jsonb_build_object('status', status, 'code', failure->'code') order by id), '[]')
         from analysis where org_id = $1 and version_id = $2) as analyses,
       (select jsonb_agg(jsonb_build_object('status', status, 'code', failure->'code'))
         from sbom where org_id = $1 and version_id = $2 and superseded_by is null) as sboms,
       (select coalesce(jsonb_agg(jsonb_build_object('type', type, 'count', count) order by type), '[]')
         from (select type, count(*) from event
           where org_id = $1 and version_id = $2 and type like 'analysis.%' group by type) e) as events,
       (select count(*)::int from version_finding where org_id = $1 and version_id = $2 and known_to is null) as findings
     from service_version where org_id = $1 and id = $2`,
    [pipeline.caller.orgId, versionId],
  );
  if (row === undefined) throw new Error('There is no such version.');
  return row;
}

const COMPLETED = { status: 'completed', code: null };

describe('a document that crashes its thread', () => {
  it.each([
    ['ends', { do: 'exit' }, 'THREAD_CRASHED'],
    ['takes all memory', { do: 'exhaust memory' }, 'THREAD_OUT_OF_MEMORY'],
    ['never ends', { do: 'spin' }, 'THREAD_TIMEOUT'],
  ] as const)(
    'when the thread %s, fails with the reason and leaves the known findings unchanged',
    async (name, what, code) => {
      const { versionId } = await pipeline.upload(name, { components: COMPONENTS, dependencies: [] });
      await analyzeVersion(pipeline.deps, keyOf(versionId));
      await pipeline.upload(name, { components: COMPONENTS, dependencies: [], version: 2 });

      await analyzeVersion({ ...pipeline.deps, threads: poison(what) }, keyOf(versionId));
      const failed = await stateOf(versionId);
      await repairSweep(pipeline.deps);
      await lockAndRequestAnalysis(pipeline.deps, keyOf(versionId), 'manual');
      await analyzeVersion(pipeline.deps, keyOf(versionId));

      expect(failed).toEqual({
        analyses: [COMPLETED, { status: 'failed', code: 'NO_DOCUMENT_READABLE' }],
        sboms: [{ status: 'failed', code }],
        events: [
          { type: 'analysis.completed', count: 1 },
          { type: 'analysis.failed', count: 1 },
        ],
        findings: 1,
        behind: false,
      });
      expect(await stateOf(versionId)).toMatchObject({
        analyses: [COMPLETED, { status: 'failed' }, COMPLETED],
        sboms: [{ status: 'analyzed', code: null }],
        findings: 1,
      });
    },
  );

  it.each([{ do: 'spin' }, { do: 'exhaust memory' }] as const)(
    'is parsed once more alone after a thread that does %j, and then counts as parsed',
    async (what) => {
      const { versionId } = await pipeline.upload(`alone after ${what.do}`, {
        components: COMPONENTS,
        dependencies: [],
      });
      const { threads } = pipeline.deps;
      const tries: (boolean | undefined)[] = [];
      const run: ThreadPool['run'] = async (entry, message, options) => {
        tries.push(options.isAlone);
        return await (options.isAlone ? threads : poison(what)).run(entry, message, options);
      };

      await analyzeVersion({ ...pipeline.deps, threads: withRun(threads, run) }, keyOf(versionId));

      expect(tries).toEqual([false, true]);
      expect(await stateOf(versionId)).toMatchObject({
        analyses: [COMPLETED],
        sboms: [{ status: 'analyzed', code: null }],
        findings: 1,
      });
    },
  );

  it('reports the failed stage, with times and counts', async () => {
    const { versionId } = await pipeline.upload('stages', { components: COMPONENTS, dependencies: [] });

    await analyzeVersion({ ...pipeline.deps, threads: poison({ do: 'exit' }) }, keyOf(versionId));

    const [row] = await pipeline.query<{ stages: { name: string; status: string; counts: object }[] }>(
      'select stages from analysis where version_id = $1',
      [versionId],
    );
    expect(row?.stages.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'parse failed',
      'identify skipped',
      'match skipped',
      'relevance skipped',
      'remediation skipped',
      'history skipped',
      'ai skipped',
    ]);
    expect(row?.stages[0]?.counts).toEqual({ documents: 1, read: 0, failed: 1 });
  });
});

describe('an analysis that has used up its attempts', () => {
  it(
    'is failed by its dead letter, once, and the next one waiting behind it continues',
    { timeout: 60_000 },
    async () => {
      const { versionId } = await pipeline.upload('broken', { components: COMPONENTS, dependencies: [] });
      const other = await pipeline.upload('fine', { components: COMPONENTS, dependencies: [] });
      const worker = await openQueue({ url: pipeline.url, log: () => {} });
      let tries = 0;
      try {
        await worker.work({
          ...IDLE_HANDLERS,
          'analyze-version': async (job) => {
            if (job.versionId !== versionId) return await analyzeVersion(pipeline.deps, job);
            tries += 1;
            const crashPoint = (): void => {
              throw new Error('A word of the document.');
            };
            return await analyzeVersion({ ...pipeline.deps, crashPoint }, job);
          },
          'close-failed-analysis': async (job, givenUp) => await closeFailedAnalysis(pipeline.deps, job, givenUp),
        });
        await until(async () => {
          await pipeline.query("update pgboss.job set start_after = now() where state = 'retry'");
          return (await stateOf(versionId)).analyses[0]?.status === 'failed';
        });
        await until(async () => (await stateOf(other.versionId)).analyses[0]?.status === 'completed');
      } finally {
        await worker.stop(5_000);
      }

      expect(tries).toBe(4);
      expect(await stateOf(versionId)).toEqual({
        analyses: [{ status: 'failed', code: 'ANALYSIS_BROKEN' }],
        sboms: [{ status: 'failed', code: 'ANALYSIS_BROKEN' }],
        events: [{ type: 'analysis.failed', count: 1 }],
        findings: 0,
        behind: false,
      });
    },
  );

  it('does not count attempts that ended with infrastructure errors', { timeout: 60_000 }, async () => {
    const { versionId } = await pipeline.upload('unlucky', { components: COMPONENTS, dependencies: [] });
    const troubles = [
      ...Array.from({ length: 5 }, () => DATABASE_UNAVAILABLE()),
      new Error('The staging file cannot be written.', {
        cause: Object.assign(new Error('write'), { code: 'ENOSPC' }),
      }),
    ];
    const worker = await openQueue({ url: pipeline.url, log: () => {} });
    try {
      await worker.work({
        ...IDLE_HANDLERS,
        'analyze-version': async (job) => {
          const trouble = job.versionId === versionId ? troubles.pop() : undefined;
          if (trouble !== undefined) throw trouble;
          await analyzeVersion(pipeline.deps, job);
        },
        'close-failed-analysis': async (job, givenUp) => await closeFailedAnalysis(pipeline.deps, job, givenUp),
      });
      await until(async () => {
        await pipeline.query("update pgboss.job set start_after = now() where state = 'retry'");
        return !(await stateOf(versionId)).behind;
      });
    } finally {
      await worker.stop(5_000);
    }

    expect(troubles).toEqual([]);
    expect((await stateOf(versionId)).analyses).toEqual([COMPLETED]);
  });

  it('stays unfinished when its job ended with infrastructure errors, and the sweep enqueues another job', async () => {
    const { versionId } = await pipeline.upload('given-up', { components: COMPONENTS, dependencies: [] });
    await pipeline.query("update pgboss.job set state = 'failed' where data->>'versionId' = $1", [versionId]);
    const { code, message } = DATABASE_UNAVAILABLE();

    await closeFailedAnalysis(pipeline.deps, keyOf(versionId), { tries: 4, lost: false, failure: { code, message } });
    const givenUp = await stateOf(versionId);
    await repairSweep(pipeline.deps);

    expect(givenUp).toMatchObject({ analyses: [{ status: 'queued' }], events: [], behind: true });
    const jobs = await pipeline.query(
      `select 1 from pgboss.job where state = 'created' and name = 'analyze-version' and data->>'versionId' = $1`,
      [versionId],
    );
    expect(jobs).toHaveLength(1);
  });

  it('is left to another job that is already enqueued', async () => {
    const { versionId } = await pipeline.upload('newer', { components: COMPONENTS, dependencies: [] });

    await closeFailedAnalysis(pipeline.deps, keyOf(versionId), { tries: 4, lost: true });

    expect(await stateOf(versionId)).toMatchObject({ analyses: [{ status: 'queued' }], events: [], behind: true });
  });

  it('reports that its worker was lost when no other reason is known', async () => {
    const { versionId } = await pipeline.upload('gone', { components: COMPONENTS, dependencies: [] });
    await pipeline.query("update pgboss.job set state = 'failed' where data->>'versionId' = $1", [versionId]);

    await closeFailedAnalysis(pipeline.deps, keyOf(versionId), { tries: 4, lost: true });
    await closeFailedAnalysis(pipeline.deps, keyOf(versionId), { tries: 4, lost: true });

    expect(await stateOf(versionId)).toMatchObject({
      analyses: [{ status: 'failed', code: 'ANALYSIS_INTERRUPTED' }],
      events: [{ type: 'analysis.failed', count: 1 }],
      behind: false,
    });
  });
});
