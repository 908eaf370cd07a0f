/**
 * A change that affects many versions: some analyses get a job at once, the others from the sweep.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { putProfile } from '../../../src/pipeline/profiles/change-profile.ts';
import { repairSweep } from '../../../src/pipeline/maintenance/repair-sweep.ts';
import { lockAndRequestAnalysis } from '../../../src/pipeline/request-analysis.ts';
import { startTestPipeline, type TestPipeline } from '../../support/test-pipeline.ts';

const VERSIONS = 120;

let pipeline: TestPipeline;

beforeAll(async () => {
  pipeline = await startTestPipeline();
  for (let n = 0; n < VERSIONS; n += 1) await pipeline.upload(`v${n}`);
  // Simulates that every version was analyzed.
  await pipeline.query(`update analysis set status = 'completed', finished_at = now()`);
  await pipeline.query('update service_version set analyzed_generation = generation');
});
afterAll(async () => await pipeline.close());

async function count(statement: string): Promise<number> {
  const [row] = await pipeline.query<{ count: number }>(`select count(*)::int as count from ${statement}`);
  return row?.count ?? 0;
}

/** Names of the jobs of queued analyses. Read separately, because Citus does not join tables of the coordinator with those of workers. */
async function listJobNames(condition = 'true'): Promise<string[]> {
  const analyses = await pipeline.query<{ jobId: string }>(
    `select job_id as "jobId" from analysis where status = 'queued' and job_id is not null and ${condition}`,
  );
  const jobs = await pipeline.query<{ name: string }>('select name from pgboss.job where id = any($1::uuid[])', [
    analyses.map(({ jobId }) => jobId),
  ]);
  return jobs.map(({ name }) => name);
}

it('reaches every version of the service, and requests the first analyses at once', async () => {
  const [service] = await pipeline.query<{ name: string }>('select name from service');
  const address = { service: service?.name ?? '', profile: 'web' };
  const wish = { fields: { 'exposure.reach': { value: 'internal', confirmed: true } } };

  await putProfile(pipeline.deps, pipeline.caller, address, { wish, onlyIf: () => {} });

  expect(await count('service_version where analyzed_generation < generation')).toBe(VERSIONS);
  expect(await count(`analysis where status = 'queued' and job_id is not null`)).toBe(100);

  await repairSweep(pipeline.deps);

  expect(await count(`analysis where status = 'queued' and trigger = 'profile'`)).toBe(VERSIONS);
  expect(await listJobNames()).toEqual(Array(VERSIONS).fill('reanalyze-version'));
});

it('lets a request of a user go first, before the sweep has added a job', async () => {
  const [version] = await pipeline.query<{ id: string }>(
    `update analysis set job_id = null, trigger = 'decision' where id = (
       select id from analysis where status = 'queued' order by id desc limit 1) returning version_id as id`,
  );
  const versionId = version?.id ?? '';

  await lockAndRequestAnalysis(pipeline.deps, { orgId: pipeline.caller.orgId, versionId }, 'manual');

  expect(await listJobNames(`version_id = '${versionId}' and trigger = 'manual'`)).toEqual(['analyze-version']);
});

it('is not kept from other organizations by one whose sweep fails', async () => {
  const { deps, caller } = pipeline;
  const other = await pipeline.newOrganization();
  const { versionId } = await other.upload('1');
  await pipeline.query(`delete from pgboss.job where data->>'versionId' = $1`, [versionId]);
  const inOrg: typeof deps.database.inOrg = async (orgId, ...work) => {
    if (orgId === caller.orgId) throw new Error('broken');
    return await deps.database.inOrg(orgId, ...work);
  };

  await expect(repairSweep({ ...deps, database: { ...deps.database, inOrg } })).rejects.toThrow('broken');

  expect(await count(`pgboss.job where data->>'versionId' = '${versionId}'`)).toBe(1);
});

it('has all its other steps done when one step of the sweep fails', async () => {
  const { deps } = pipeline;
  const other = await pipeline.newOrganization();
  const { versionId } = await other.upload('1');
  // Simulates that it was analyzed, and that the job of its plan was lost.
  await other.query(`update analysis set status = 'completed', finished_at = now()`);
  await other.query('update service_version set analyzed_generation = generation');
  const listActiveJobs: typeof deps.queue.listActiveJobs = async () => await Promise.reject(new Error('broken'));

  await expect(repairSweep({ ...deps, queue: { ...deps.queue, listActiveJobs } })).rejects.toThrow('broken');

  expect(await count(`pgboss.job where name = 'plan-version' and data->>'versionId' = '${versionId}'`)).toBe(1);
});

it('requests nothing when the profile is unchanged', async () => {
  const before = await count('analysis');
  const [service] = await pipeline.query<{ name: string }>('select name from service');
  const address = { service: service?.name ?? '', profile: 'web' };
  const wish = { fields: { 'exposure.reach': { value: 'internal' } } };

  await putProfile(pipeline.deps, pipeline.caller, address, { wish, onlyIf: () => {} });

  expect(await count('analysis')).toBe(before);
  expect(await count('profile_version')).toBe(1);
});
