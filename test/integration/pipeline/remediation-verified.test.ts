/** A plan is stored after every publication, and the next version shows whether it worked, and why not. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/core/calendar.ts';
import { analyzeVersion } from '../../../src/pipeline/analysis/analyze-version.ts';
import { applySnapshot } from '../../../src/pipeline/analysis/apply-snapshot.ts';
import { lockAndRequestAnalysis } from '../../../src/pipeline/request-analysis.ts';
import { deleteSbom } from '../../../src/pipeline/upload/change-sbom.ts';
import { closeFailedPlan, planVersion } from '../../../src/pipeline/remediation/plan-version.ts';
import {
  findLastPlan,
  type LastPlan,
  findOrMakePlan,
  measureService,
} from '../../../src/pipeline/remediation/get-plan.ts';
import type { VersionPlan } from '../../../src/pipeline/remediation/plan/version-plan.ts';
import { repairSweep } from '../../../src/pipeline/maintenance/repair-sweep.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { startUpdatesFrom, type BucketUpdates } from '../../support/advisory-updates.ts';
import { createJudgedService } from '../../support/judged-service.ts';
import type { ExportRecord } from '../../support/osv-mirror.ts';

let minutes = 0;
/** Affects versions below the given one; each record is a minute newer than the last. */
function aRecord(id: string, name: string, fixed: string, changes: Record<string, unknown> = {}): ExportRecord {
  minutes += 1;
  const modified = new Date(Date.parse('2026-01-01T00:00:00Z') + minutes * 60_000).toISOString();
  const affected = [anAffected({ name, events: [{ introduced: '0' }, { fixed }] })];
  return anOsvRecord({ id, modified, affected, ...changes });
}

/** Fillers, so that changed records are few among all. */
const FILLERS = Array.from({ length: 60 }, (_, n) => aRecord(`GSD-2024-${1_000 + n}`, `filler-${n}`, '2.0.0'));
const RECORDS = [
  aRecord('CVE-2024-0001', 'alpha', '1.2.0'),
  aRecord('CVE-2024-0002', 'alpha', '1.1.0'),
  aRecord('CVE-2024-0003', 'beta', '1.5.0'),
  aRecord('CVE-2024-0004', 'withdrawn', '1.2.0'),
  aRecord('CVE-2024-0005', 'later', '1.2.0'),
  aRecord('CVE-2024-0006', 'revised', '1.2.0'),
];
const records = new Map([...FILLERS, ...RECORDS].map((record) => [String(record['id']), record]));

let updates: BucketUpdates;
beforeAll(async () => {
  updates = await startUpdatesFrom({ npm: [...records.values()] });
});
afterAll(async () => {
  await updates.close();
});

async function publishRecord(record: ExportRecord): Promise<void> {
  records.set(String(record['id']), record);
  updates.bucket.set('npm', [...records.values()]);
  await updates.refresh();
}

type Libraries = Readonly<Record<string, string>>;

interface Sent {
  readonly slot?: string;
  readonly image?: string;
}

/** Uploads and analyzes a version, without a plan. */
async function publish(service: string, version: string, libraries: Libraries, { slot, image }: Sent = {}) {
  const components = Object.entries(libraries).map(([name, each]) => {
    return { type: 'library', name, version: each, purl: `pkg:npm/${name}@${each}`, 'bom-ref': name };
  });
  const about = { service, ...(image !== undefined && { image }) };
  const receipt = await updates.pipeline.upload(version, { components, dependencies: [] }, slot, about);
  await analyze(receipt.versionId);
  return receipt;
}

async function upload(service: string, version: string, libraries: Libraries, sent: Sent = {}): Promise<string> {
  const { versionId } = await publish(service, version, libraries, sent);
  await plan(versionId);
  return versionId;
}

async function analyze(versionId: string): Promise<void> {
  await analyzeVersion(updates.pipeline.deps, { orgId: updates.pipeline.caller.orgId, versionId });
}

async function analyzeAgain(versionId: string): Promise<void> {
  const { deps, caller } = updates.pipeline;
  await lockAndRequestAnalysis(deps, { orgId: caller.orgId, versionId }, 'manual');
  await analyze(versionId);
  await plan(versionId);
}

const mispredicted: number[] = [];
async function plan(versionId: string): Promise<void> {
  const { deps, caller } = updates.pipeline;
  const onMispredicted = (count: number): void => void mispredicted.push(count);
  await planVersion({ ...deps, onMispredicted }, { orgId: caller.orgId, versionId });
}

async function readPlan(versionId: string): Promise<VersionPlan> {
  const { deps, caller } = updates.pipeline;
  const found = await findOrMakePlan(deps, caller.orgId, versionId, { strategy: 'lowest' });
  if (found === undefined) throw new Error('There is no plan.');
  return found;
}

async function lastPlan(versionId: string): Promise<LastPlan | undefined> {
  const { deps, caller } = updates.pipeline;
  return await deps.database.inOrg(caller.orgId, async (tx) => await findLastPlan(tx, versionId));
}

/** `alpha 1.0.0 > 1.2.0 applied`, followed by the findings that are still open. */
async function outcomes(versionId: string): Promise<string[]> {
  const last = await lastPlan(versionId);
  return (last?.outcomes ?? []).map(({ package: name, from, to, outcome, open }) =>
    [name, from.join(','), '>', to, outcome, ...open].join(' '),
  );
}

async function eventsOf(versionId: string): Promise<{ type: string; detail: Record<string, unknown> }[]> {
  return await updates.pipeline.query(
    `select type, detail from event where version_id = $1 and type like 'remediation.%' order by id`,
    [versionId],
  );
}

/** Returns the stages of every analysis of the version, the oldest first. */
async function stagesOf(versionId: string): Promise<unknown[]> {
  const rows = await updates.pipeline.query<{ stage: { status: string; counts: object; reason: string | null } }>(
    `select s as stage from analysis a cross join jsonb_array_elements(a.stages) s
     where a.version_id = $1 and s->>'name' = 'remediation' order by a.id`,
    [versionId],
  );
  return rows.map(({ stage: { status, counts, reason } }) => ({ status, counts, reason }));
}

async function packedAt(versionId: string): Promise<unknown> {
  return await updates.pipeline.query('select xmin::text, packed_sha256 from remediation_plan where version_id = $1', [
    versionId,
  ]);
}

const ALPHA = { alpha: '1.0.0', still: '1.0.0' };

describe('a plan', () => {
  it('is stored after the publication, with an event', async () => {
    const { versionId } = await publish('kept', '1', { ...ALPHA, beta: '1.0.0' });
    expect(await stagesOf(versionId)).toEqual([{ status: 'pending', counts: {}, reason: null }]);

    await plan(versionId);

    expect(await stagesOf(versionId)).toEqual([
      { status: 'done', counts: { actions: 2, fixes: 3, residual: 0 }, reason: null },
    ]);
    const first = { kind: 'upgrade', package: 'alpha', to: '1.2.0' };
    expect(await eventsOf(versionId)).toMatchObject([
      { type: 'remediation.planned', detail: { actions: 2, fixes: 3, residual: 0, first } },
    ]);
  });

  it('is never created, stored or published twice', async () => {
    const versionId = await upload('twice', '1', ALPHA);
    const before = await packedAt(versionId);

    await plan(versionId);
    expect(await packedAt(versionId)).toEqual(before);
    await analyzeAgain(versionId);

    expect(await eventsOf(versionId)).toHaveLength(1);
    expect(await stagesOf(versionId)).toMatchObject([{ status: 'done' }, { status: 'done' }]);
    expect((await readPlan(versionId)).plan.actions).toHaveLength(1);
  });

  it('is reused by the next version if that needs the same, with its own findings', async () => {
    const first = await upload('same', '1', ALPHA);
    const second = await upload('same', '2', ALPHA);

    const [one, two] = [await readPlan(first), await readPlan(second)];
    expect(two.at).toBe(one.at);
    expect(two.plan.actions.map(({ id }) => id)).toEqual(one.plan.actions.map(({ id }) => id));
    const rows = await updates.pipeline.query<{ id: string }>(
      'select id from version_finding where version_id = $1 order by id',
      [second],
    );
    expect(two.findings.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id));
    expect(two.plan.actions[0]?.fixes.toSorted()).toEqual(rows.map(({ id }) => id));
    expect(await eventsOf(second)).toEqual([]);
  });

  it('keeps the ids of its actions when a finding is filtered afterwards', async () => {
    const judged = await createJudgedService(updates, updates.pipeline);
    const versionId = await upload('filtered', '1', ALPHA);
    const [before] = (await readPlan(versionId)).plan.actions;

    const finding = (await judged.list(versionId)).find(({ ids }) => ids.includes('CVE-2024-0001'));
    if (finding === undefined) throw new Error('The finding is there.');
    await judged.decide(finding, DISMISSAL);
    await plan(versionId);

    const [after] = (await readPlan(versionId)).plan.actions;
    expect(after?.id).toBe(before?.id);
    expect(after?.gain).toBeLessThan(before?.gain ?? 0);
    expect(await eventsOf(versionId)).toMatchObject([{ detail: { fixes: 2 } }, { detail: { fixes: 1 } }]);
  });

  it('is requested again when its job was lost, and has a reason when it was given up', async () => {
    const { deps, caller } = updates.pipeline;
    const { versionId } = await publish('lost', '1', ALPHA);
    const jobs = async (): Promise<number> =>
      (
        await updates.pipeline.query(`select from pgboss.job where name = 'plan-version' and data->>'versionId' = $1`, [
          versionId,
        ])
      ).length;
    expect(await jobs()).toBe(1);
    await repairSweep(deps);
    expect(await jobs()).toBe(1);

    await updates.pipeline.query(`delete from pgboss.job where data->>'versionId' = $1`, [versionId]);
    await repairSweep(deps);
    expect(await jobs()).toBe(1);

    await closeFailedPlan(deps, { orgId: caller.orgId, versionId }, { tries: 3, lost: false });
    expect(await stagesOf(versionId)).toMatchObject([{ status: 'failed', reason: expect.stringContaining('3 times') }]);
    await updates.pipeline.query(`delete from pgboss.job where data->>'versionId' = $1`, [versionId]);
    await repairSweep(deps);
    expect(await jobs()).toBe(0);
  });
});

const DISMISSAL = { action: 'not_affected', justification: 'code_not_reachable', detail: 'Never called.' } as const;

describe('the next version', () => {
  it.each<[string, Libraries, readonly string[]]>([
    ['applied', { alpha: '1.2.0' }, ['alpha 1.0.0 > 1.2.0 applied']],
    ['applied above the target', { alpha: '1.3.0' }, ['alpha 1.0.0 > 1.2.0 applied']],
    ['partially', { alpha: '1.1.0' }, ['alpha 1.0.0 > 1.2.0 partially CVE-2024-0001']],
    ['superseded: the package is gone', { other: '1.0.0' }, ['alpha 1.0.0 > 1.2.0 superseded']],
    ['not_applied', { alpha: '1.0.0' }, ['alpha 1.0.0 > 1.2.0 not_applied CVE-2024-0001 CVE-2024-0002']],
    ['not_applied: downgraded', { alpha: '0.9.0' }, ['alpha 1.0.0 > 1.2.0 not_applied CVE-2024-0001 CVE-2024-0002']],
  ])('evaluates the recommendations: %s', async (label, libraries, expected) => {
    await upload(label, '1', { alpha: '1.0.0' });

    const next = await upload(label, '2', libraries);

    expect(await outcomes(next)).toEqual(expected);
    expect((await lastPlan(next))?.predicted.mispredicted).toBe(0);
  });

  it('publishes the outcome once, with the predicted and actual findings', async () => {
    await upload('told', '1', { alpha: '1.0.0', beta: '1.0.0' });
    const next = await upload('told', '2', { alpha: '1.2.0', beta: '1.0.0' });
    await analyzeAgain(next);

    expect(await lastPlan(next)).toMatchObject({
      version: { name: '1' },
      counts: { applied: 1, not_applied: 1 },
      predicted: {
        resolved: { predicted: 2, actual: 2 },
        remaining: { predicted: 1, actual: 1 },
        introduced: { predicted: 0, actual: 0 },
        differences: [],
        mispredicted: 0,
      },
    });
    expect((await eventsOf(next)).filter(({ type }) => type === 'remediation.verified')).toMatchObject([
      { detail: { outcomes: { applied: 1, not_applied: 1 }, mispredicted: 0 } },
    ]);
  });

  it('evaluates each image, and reports nothing as done without its image', async () => {
    const images = { web: { slot: 'web', image: 'acme/web' }, jobs: { slot: 'jobs', image: 'acme/jobs' } };
    await upload('images', '1', { alpha: '1.0.0' }, images.web);
    await upload('images', '1', { alpha: '1.0.0' }, images.jobs);

    const next = await upload('images', '2', { alpha: '1.2.0' }, images.web);
    expect(await lastPlan(next)).toMatchObject({ outcomes: [{ outcome: 'partially', notSeen: ['acme/jobs'] }] });
    await upload('images', '2', { alpha: '1.0.0' }, images.jobs);
    expect(await outcomes(next)).toEqual(['alpha 1.0.0 > 1.2.0 partially CVE-2024-0001 CVE-2024-0002']);
    expect((await lastPlan(next))?.outcomes[0]?.notSeen).toEqual([]);
    await upload('images', '2', { alpha: '1.2.0' }, images.jobs);
    expect(await outcomes(next)).toEqual(['alpha 1.0.0 > 1.2.0 applied']);
  });

  it('reports nothing about an image that was not uploaded, and is evaluated again when one is deleted', async () => {
    const { deps, caller } = updates.pipeline;
    const [web, jobs] = [
      { slot: 'web', image: 'acme/web' },
      { slot: 'jobs', image: 'acme/jobs' },
    ];
    await upload('unseen', '1', { alpha: '1.0.0' }, web);
    const next = await upload('unseen', '2', { other: '1.0.0' }, jobs);
    expect(await outcomes(next)).toEqual(['alpha 1.0.0 > 1.2.0 not_seen']);

    const { id } = await publish('unseen', '2', { alpha: '1.2.0' }, web);
    await plan(next);
    expect(await outcomes(next)).toEqual(['alpha 1.0.0 > 1.2.0 applied']);
    await deleteSbom(deps, caller, id);
    await analyze(next);
    await plan(next);

    expect(await outcomes(next)).toEqual(['alpha 1.0.0 > 1.2.0 not_seen']);
  });

  it('reports a regression when it undoes an earlier upgrade', async () => {
    await upload('back', '1', { alpha: '1.0.0' });
    await upload('back', '2', { alpha: '1.2.0' });
    const third = await upload('back', '3', { alpha: '1.2.0' });
    const fourth = await upload('back', '4', { alpha: '1.1.0' });
    const fifth = await upload('back', '5', { alpha: '1.2.0' });

    expect(await outcomes(third)).toEqual([]);
    expect(await outcomes(fourth)).toEqual(['alpha 1.0.0 > 1.2.0 regressed CVE-2024-0001']);
    expect(await outcomes(fifth)).toEqual(['alpha 1.1.0 > 1.2.0 applied']);
  });

  it('reports no upgrade if there was only a decision', async () => {
    const judged = await createJudgedService(updates, updates.pipeline);
    await upload('decided', '1', { beta: '1.0.0' });
    const next = await upload('decided', '2', { beta: '1.0.0' });
    expect(await outcomes(next)).toEqual(['beta 1.0.0 > 1.5.0 not_applied CVE-2024-0003']);

    await judged.decide(await judged.find(next, 'beta'), { ...DISMISSAL, scope: 'version' });
    await plan(next);

    expect(await outcomes(next)).toEqual(['beta 1.0.0 > 1.5.0 superseded']);
    expect((await lastPlan(next))?.predicted).toMatchObject({
      differences: [{ vulnerability: 'CVE-2024-0003', predicted: 'open', actual: 'gone', cause: 'decision' }],
      mispredicted: 0,
    });
  });

  it('considers advisory changes since the plan', async () => {
    await upload('gone', '1', { withdrawn: '1.0.0' });
    await upload('more', '1', { later: '1.0.0', beta: '1.0.0' });
    await publishRecord(aRecord('CVE-2024-0004', 'withdrawn', '1.2.0', { withdrawn: '2026-01-02T00:00:00Z' }));
    await publishRecord(aRecord('CVE-2024-0007', 'later', '1.4.0'));

    const gone = await upload('gone', '2', { withdrawn: '1.0.0' });
    const more = await upload('more', '2', { later: '1.2.0', beta: '1.0.0' });

    expect(await outcomes(gone)).toEqual(['withdrawn 1.0.0 > 1.2.0 superseded']);
    expect((await lastPlan(gone))?.predicted.differences).toMatchObject([{ actual: 'gone', cause: 'advisory' }]);
    expect(await outcomes(more)).toContain('later 1.0.0 > 1.2.0 applied');
    expect((await lastPlan(more))?.predicted).toMatchObject({
      introduced: { predicted: 0, actual: 1 },
      differences: [{ vulnerability: 'CVE-2024-0007', predicted: 'gone', actual: 'open', cause: 'advisory' }],
      mispredicted: 0,
    });
  });

  it('is compared with the plan at its upload, unless that was replaced', async () => {
    const { deps, caller } = updates.pipeline;
    const first = await upload('revised', '1', { revised: '1.0.0' });
    const next = await upload('revised', '2', { revised: '1.0.0' });
    expect(await outcomes(next)).toEqual(['revised 1.0.0 > 1.2.0 not_applied CVE-2024-0006']);

    await publishRecord(aRecord('CVE-2024-0006', 'revised', '1.3.0'));
    await applySnapshot(deps, caller);
    for (const versionId of [first, next]) {
      await analyze(versionId);
      await plan(versionId);
    }

    expect((await readPlan(first)).plan.actions).toMatchObject([{ to: '1.3.0' }]);
    expect(await outcomes(next)).toEqual(['revised 1.0.0 > 1.2.0 superseded CVE-2024-0006']);
  });

  it('counts a wrong prediction that nothing explains', async () => {
    await upload('wrong', '1', { alpha: '1.0.0' });
    const { versionId } = await publish('wrong', '2', { alpha: '1.2.0' });
    // Simulates that the matcher finds what the plan predicted as fixed.
    await updates.pipeline.query(
      `insert into version_finding select (jsonb_populate_record(f, jsonb_build_object('id', gen_random_uuid(), 'version_id', $1::uuid,
         'component_id', c.id, 'sbom_ids', array(select id from sbom where org_id = $2 and version_id = $1::uuid)))).*
       from version_finding f
       join finding i on i.org_id = $2 and i.id = f.finding_id
       join component c on c.org_id = $2 and c.unversioned = i.package and c.version = '1.2.0'
       join service_version v on v.org_id = $2 and v.id = f.version_id and v.name = '1'
       join service s on s.org_id = $2 and s.id = v.service_id and s.name = 'wrong'
       where f.org_id = $2 and f.canonical_id = 'CVE-2024-0001' on conflict do nothing`,
      [versionId, updates.pipeline.caller.orgId],
    );
    mispredicted.length = 0;

    await plan(versionId);

    expect(await outcomes(versionId)).toEqual(['alpha 1.0.0 > 1.2.0 partially CVE-2024-0001']);
    expect((await lastPlan(versionId))?.predicted).toMatchObject({
      differences: [{ vulnerability: 'CVE-2024-0001', predicted: 'gone', actual: 'open', cause: 'mispredicted' }],
      mispredicted: 1,
    });
    expect(mispredicted).toEqual([1]);
  });

  it('is evaluated even if it arrives before the plan of the previous version', async () => {
    const first = await publish('early', '1', { alpha: '1.0.0' });
    const next = await upload('early', '2', { alpha: '1.2.0' });

    expect(await outcomes(next)).toEqual(['alpha 1.0.0 > 1.2.0 applied']);
    expect(await stagesOf(first.versionId)).toMatchObject([{ status: 'done' }]);
  });

  it('is evaluated even if it arrives before the analysis of the previous version', async () => {
    const { deps, caller } = updates.pipeline;
    const components = [{ type: 'library', name: 'alpha', version: '1.0.0', purl: 'pkg:npm/alpha@1.0.0' }];
    const first = await updates.pipeline.upload('1', { components, dependencies: [] }, undefined, { service: 'late' });
    const next = await upload('late', '2', { alpha: '1.2.0' });
    expect(await lastPlan(next)).toBeUndefined();

    await analyzeVersion(deps, { orgId: caller.orgId, versionId: first.versionId });
    await plan(first.versionId);

    expect(await outcomes(next)).toEqual(['alpha 1.0.0 > 1.2.0 applied']);
  });
});

describe('the time to remediate', () => {
  it('runs from the first version with a finding to the first without, by severity', async () => {
    const { deps, caller } = updates.pipeline;
    await upload('timed', '1', { alpha: '1.0.0', beta: '1.0.0' });
    const next = await upload('timed', '2', { alpha: '1.2.0', beta: '1.0.0' });
    const [service] = await updates.pipeline.query<{ id: string }>(`select id from service where name = 'timed'`);
    await updates.pipeline.query(
      `update version_finding set first_seen_at = $4
       where org_id = $3 and version_id <> $1 and finding_id in (select id from finding where org_id = $3 and service_id = $2)`,
      [next, service?.id, caller.orgId, new Date(Date.now() - 2 * DAY_MS)],
    );

    const times = await deps.database.inOrg(caller.orgId, async (tx) => await measureService(tx, service?.id ?? ''));

    expect(times).toEqual([{ severity: 'unknown', count: 2, medianDays: 2, meanDays: 2 }]);
  });
});
