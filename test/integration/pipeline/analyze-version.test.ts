import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzeVersion } from '../../../src/pipeline/analysis/analyze-version.ts';
import { lockAndRequestAnalysis } from '../../../src/pipeline/request-analysis.ts';
import { repairSweep } from '../../../src/pipeline/maintenance/repair-sweep.ts';
import { startTestPipeline, type TestPipeline } from '../../support/test-pipeline.ts';

let pipeline: TestPipeline;
beforeAll(async () => {
  pipeline = await startTestPipeline();
});
afterAll(async () => await pipeline.close());

interface State {
  readonly analyses: { id: string; status: string; superseded_by: string | null }[];
  readonly completedEvents: number;
  readonly sboms: { id: string; status: string }[];
  readonly behind: boolean;
}

const analyze = async (versionId: string): Promise<void> =>
  await analyzeVersion(pipeline.deps, { orgId: pipeline.caller.orgId, versionId });

async function stateOf(versionId: string): Promise<State> {
  const analyses = await pipeline.query<State['analyses'][number]>(
    'select id, status, superseded_by from analysis where version_id = $1 order by created_at, id',
    [versionId],
  );
  const events = await pipeline.query("select 1 from event where version_id = $1 and type = 'analysis.completed'", [
    versionId,
  ]);
  const sboms = await pipeline.query<State['sboms'][number]>(
    'select id, status from sbom where version_id = $1 and superseded_by is null',
    [versionId],
  );
  const [version] = await pipeline.query<{ behind: boolean }>(
    'select analyzed_generation < generation as behind from service_version where id = $1',
    [versionId],
  );
  return { analyses, completedEvents: events.length, sboms, behind: version?.behind ?? true };
}

describe('the analysis of a version', () => {
  it('completes once, however often and by however many workers it is run', async () => {
    const { versionId } = await pipeline.upload('often');

    await Promise.all(Array.from({ length: 8 }, async () => await analyze(versionId)));
    await analyze(versionId);

    expect(await stateOf(versionId)).toMatchObject({
      analyses: [{ status: 'completed' }],
      completedEvents: 1,
      sboms: [{ status: 'analyzed' }],
      behind: false,
    });
  });

  it('continues after a worker died in the middle', async () => {
    const { versionId } = await pipeline.upload('died');
    pipeline.atCrashPoint('job-claimed', () => {
      throw new Error('The worker is gone.');
    });
    await expect(analyze(versionId)).rejects.toThrow('The worker is gone.');
    expect(await stateOf(versionId)).toMatchObject({
      analyses: [{ status: 'running' }],
      sboms: [{ status: 'analyzing' }],
      behind: true,
    });

    pipeline.atCrashPoint('job-claimed', () => {});
    await analyze(versionId);

    expect(await stateOf(versionId)).toMatchObject({
      analyses: [{ status: 'completed' }],
      completedEvents: 1,
      behind: false,
    });
  });

  it('is superseded by a newer upload, whose analysis completes both', async () => {
    const first = await pipeline.upload('overtaken');
    pipeline.atCrashPoint('job-claimed', () => {
      throw new Error('Too slow.');
    });
    await analyze(first.versionId).catch(() => {});
    pipeline.atCrashPoint('job-claimed', () => {});
    const second = await pipeline.upload('overtaken', { version: 2 });

    await analyze(first.versionId);

    expect(second.analysisId).not.toBe(first.analysisId);
    expect(await stateOf(first.versionId)).toMatchObject({
      analyses: [
        { id: first.analysisId, status: 'completed', superseded_by: second.analysisId },
        { id: second.analysisId, status: 'completed', superseded_by: null },
      ],
      sboms: [{ id: second.id, status: 'analyzed' }],
      completedEvents: 1,
      behind: false,
    });
  });

  it('reuses the one that is already waiting', async () => {
    const first = await pipeline.upload('joined', {}, 'a');
    const second = await pipeline.upload('joined', {}, 'b');

    expect(second.analysisId).toBe(first.analysisId);
  });

  it('ends in the same state for any order of uploads, runs and dying workers', async () => {
    let round = 0;
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('upload' as const),
        bytes: fc.integer({ min: 1, max: 3 }),
        slot: fc.constantFrom('a', 'b'),
      }),
      fc.record({ kind: fc.constant('run' as const), dies: fc.boolean() }),
      fc.constant({ kind: 'sweep' as const }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), fc.boolean(), async (steps, atOnce) => {
        round += 1;
        const name = `random-${round}`;
        const { versionId } = await pipeline.upload(name, { version: 1 }, 'a');
        const newest = new Map([['a', 1]]);
        const run = async (one: (typeof steps)[number]): Promise<void> => {
          if (one.kind === 'sweep') await repairSweep(pipeline.deps);
          else if (one.kind === 'upload') {
            newest.set(one.slot, one.bytes);
            await pipeline.upload(name, { version: one.bytes }, one.slot);
          } else {
            if (one.dies)
              pipeline.atCrashPoint('job-claimed', () => {
                throw new Error('gone');
              });
            await analyze(versionId).catch(() => {});
            pipeline.atCrashPoint('job-claimed', () => {});
          }
        };
        if (atOnce) await Promise.all(steps.map(run));
        else for (const one of steps) await run(one);

        pipeline.atCrashPoint('job-claimed', () => {});
        await analyze(versionId);

        const state = await stateOf(versionId);
        expect(state.behind).toBe(false);
        expect(state.sboms).toHaveLength(newest.size);
        expect(state.sboms.every((sbom) => sbom.status === 'analyzed')).toBe(true);
        expect(state.analyses.every((analysis) => analysis.status === 'completed')).toBe(true);
        expect(state.completedEvents).toBe(state.analyses.filter((analysis) => analysis.superseded_by === null).length);
      }),
      { numRuns: 40 },
    );
  });
});

describe('the repair sweep', () => {
  const listJobs = async (versionId: string): Promise<object[]> =>
    await pipeline.query("select name, state from pgboss.job where data->>'versionId' = $1", [versionId]);

  it('enqueues a new job for a version that lost its job, once', async () => {
    const { versionId } = await pipeline.upload('lost');
    await pipeline.query("delete from pgboss.job where data->>'versionId' = $1", [versionId]);

    await repairSweep(pipeline.deps);
    await repairSweep(pipeline.deps);

    expect(await listJobs(versionId)).toEqual([{ name: 'analyze-version', state: 'created' }]);
  });

  it('does nothing for a version that has a job, even while it runs', async () => {
    const { versionId } = await pipeline.upload('fresh');
    await pipeline.query("update pgboss.job set state = 'active' where data->>'versionId' = $1", [versionId]);

    await repairSweep(pipeline.deps);

    expect(await listJobs(versionId)).toEqual([{ name: 'analyze-version', state: 'active' }]);
  });
});

describe('a background analysis', () => {
  it('has its own queue, and is prioritized when a client waits for it', async () => {
    const { versionId } = await pipeline.upload('background');
    await analyze(versionId);
    await pipeline.query("delete from pgboss.job where data->>'versionId' = $1", [versionId]);

    await lockAndRequestAnalysis(pipeline.deps, { orgId: pipeline.caller.orgId, versionId }, 'advisories');
    await lockAndRequestAnalysis(pipeline.deps, { orgId: pipeline.caller.orgId, versionId }, 'advisories');
    const before = await pipeline.query("select name from pgboss.job where data->>'versionId' = $1", [versionId]);
    await pipeline.upload('background', { version: 2 });
    const after = await pipeline.query(
      `select name, id = (select job_id from analysis where version_id = $1::uuid and status = 'queued') as counts
       from pgboss.job where (data->>'versionId')::uuid = $1 order by name`,
      [versionId],
    );

    expect(before).toEqual([{ name: 'reanalyze-version' }]);
    expect(after).toEqual([
      { name: 'analyze-version', counts: true },
      { name: 'reanalyze-version', counts: false },
    ]);
  });
});
