/** Deleting documents, versions and services removes all of their rows and none of others. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/core/calendar.ts';
import { analyzeVersion } from '../../../src/pipeline/analysis/analyze-version.ts';
import { deleteService } from '../../../src/pipeline/portfolio/change-service.ts';
import { deleteVersion } from '../../../src/pipeline/portfolio/change-version.ts';
import { collectUnused } from '../../../src/pipeline/maintenance/apply-retention.ts';
import { deleteSbom } from '../../../src/pipeline/upload/change-sbom.ts';
import type { PipelineDeps } from '../../../src/pipeline/deps.ts';
import { repairSweep } from '../../../src/pipeline/maintenance/repair-sweep.ts';
import { removeDeleted } from '../../../src/pipeline/maintenance/remove-deleted.ts';
import { findPreviousVersion } from '../../../src/store/findings/history/version-side.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { startUpdatesFrom, type BucketUpdates } from '../../support/advisory-updates.ts';

const RECORDS = ['shared', 'own'].map((name, n) =>
  anOsvRecord({ id: `CVE-2024-000${n + 1}`, affected: [anAffected({ name })] }),
);

let updates: BucketUpdates;
beforeAll(async () => {
  updates = await startUpdatesFrom({ npm: RECORDS });
});
afterAll(async () => {
  await updates.close();
});

/** Uploads a version with these packages in one document, and analyzes it. */
async function upload(
  version: string,
  libraries: Readonly<Record<string, string>>,
  slot?: string,
  service = 'shop',
): Promise<{ readonly versionId: string; readonly id: string }> {
  const components = Object.entries(libraries).map(([name, each]) => ({
    type: 'library',
    name,
    version: each,
    'bom-ref': name,
    purl: `pkg:npm/${name}@${each}`,
  }));
  const receipt = await updates.pipeline.upload(version, { components, dependencies: [] }, slot, { service });
  await analyze(receipt.versionId);
  return receipt;
}

async function analyze(versionId: string): Promise<void> {
  await analyzeVersion(updates.pipeline.deps, { orgId: updates.pipeline.caller.orgId, versionId });
}

async function removeAndCollect(): Promise<void> {
  const { deps, caller } = updates.pipeline;
  await removeDeleted(deps, caller);
  await collectUnused(twoDaysLater(deps), caller);
}

function twoDaysLater(deps: PipelineDeps): PipelineDeps {
  return { ...deps, now: () => Date.now() + 48 * HOUR_MS };
}

/** Returns the rows of every table that belongs to versions, with the content of the findings. */
async function readRows(): Promise<unknown> {
  const tables = ['service', 'service_version', 'version_name', 'sbom', 'blob', 'blob_chunk', 'analysis', 'finding'];
  tables.push(
    'version_finding',
    'finding_detail',
    'component',
    'component_key',
    'component_match',
    'component_memo',
    'component_chunk',
    'component_set_chunk',
  );
  tables.push('component_set_unused');
  const counts = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(', ');
  return {
    counts: await updates.pipeline.query(`select ${counts}`),
    components: await updates.pipeline.query('select purl from component order by purl'),
    findings: await updates.pipeline.query(
      `select f.package, n.name as version, v.canonical_id, v.known_to from version_finding v
       join finding f on f.org_id = v.org_id and f.id = v.finding_id
       join service_version n on n.org_id = v.org_id and n.id = v.version_id order by 1, 2, 3`,
    ),
  };
}

describe('a deleted document', () => {
  it('resolves the findings that only it contained, and names the document; deleting it twice has no further effect', async () => {
    const { versionId } = await upload('two-documents', { shared: '1.0.0' }, 'a', 'documents');
    const second = await upload('two-documents', { own: '1.0.0' }, 'b', 'documents');
    const { deps, caller } = updates.pipeline;

    await deleteSbom(deps, caller, second.id);
    await deleteSbom(deps, caller, second.id);
    await analyze(versionId);

    expect(
      await updates.pipeline.query(
        'select package_name, ended_as, ended_by, ended_detail from version_finding where version_id = $1 order by 1',
        [versionId],
      ),
    ).toEqual([
      {
        package_name: 'own',
        ended_as: 'resolved',
        ended_by: 'code',
        ended_detail: { component: 'own', from: ['1.0.0'], to: [], deletedSbom: second.id },
      },
      { package_name: 'shared', ended_as: null, ended_by: null, ended_detail: null },
    ]);
    expect(await updates.pipeline.query("select sbom_id from event where type = 'sbom.deleted'")).toEqual([
      { sbom_id: second.id },
    ]);
    await deleteService(deps, caller, 'documents');
    await removeAndCollect();
  });
});

describe('a deleted version', () => {
  it('is removed by one job, however many sweeps pass meanwhile', async () => {
    const { pipeline } = updates;
    const { deps, caller } = pipeline;
    await pipeline.query(`delete from pgboss.job where name = 'remove-deleted'`);
    await upload('waiting', { shared: '1.0.0' });
    await deleteVersion(deps, caller, { service: 'shop', version: 'waiting' });

    for (const sweep of [repairSweep, repairSweep]) await sweep(deps);

    const jobs = await pipeline.query(
      `select from pgboss.job where name = 'remove-deleted' and state = 'created' and data->>'orgId' = $1`,
      [caller.orgId],
    );
    expect(jobs).toHaveLength(1);
    await removeAndCollect();
  });

  it('leaves no row behind, and deletes no row of other versions', async () => {
    const { deps, caller } = updates.pipeline;
    const kept = await upload('kept', { shared: '1.0.0', common: '1.0.0' });
    const fresh = await readRows();
    const gone = await upload('gone', { shared: '1.0.0', common: '1.0.0', own: '1.0.0', single: '3.0.0' });
    await upload('gone', { shared: '1.1.0', own: '1.0.0' }, 'other');
    await upload('gone', { shared: '1.2.0' }, 'other');

    await deleteVersion(deps, caller, { service: 'shop', version: 'gone' });
    await expect(deleteVersion(deps, caller, { service: 'shop', version: 'gone' })).rejects.toMatchObject({
      code: 'VERSION_UNKNOWN',
    });
    await analyze(gone.versionId);
    await removeAndCollect();
    await removeAndCollect();

    expect(await readRows()).toEqual(fresh);
    const told = await updates.pipeline.query('select 1 from event where version_id = $1', [gone.versionId]);
    expect(told.length).toBeGreaterThan(0);
    await analyze(kept.versionId);
  });

  it('is skipped by later versions, and its first-seen findings belong to the oldest remaining version', async () => {
    const { deps, caller } = updates.pipeline;
    const first = await upload('1', { shared: '1.0.0' }, undefined, 'series');
    await upload('2', { shared: '1.0.0', own: '1.0.0' }, undefined, 'series');
    const third = await upload('3', { own: '1.1.0' }, undefined, 'series');
    const before = await firstSeen('own');

    await deleteVersion(deps, caller, { service: 'series', version: '2' });
    const previous = await deps.database.inOrg(
      caller.orgId,
      async (tx) => await findPreviousVersion(tx, third.versionId),
    );
    await removeAndCollect();

    expect(previous).toBe(first.versionId);
    expect(await firstSeen('own')).toEqual(before.map((row) => ({ ...row, first_seen_version_id: third.versionId })));
  });
});

async function firstSeen(name: string): Promise<{ first_seen_version_id: string; first_seen_at: Date }[]> {
  return await updates.pipeline.query(
    `select f.first_seen_version_id, f.first_seen_at from finding f join service s on s.org_id = f.org_id and s.id = f.service_id
     where s.name = 'series' and f.package like '%' || $1`,
    [name],
  );
}

describe('a deleted service', () => {
  it('is deleted with everything below it, although an analysis is still running', async () => {
    const { deps, caller } = updates.pipeline;
    const fresh = await readRows();
    const { versionId } = await upload('1', { shared: '1.0.0', own: '1.0.0', rare: '1.0.0' }, undefined, 'leaving');
    await upload('2', { shared: '1.0.0' }, undefined, 'leaving');
    await updates.pipeline.upload('1', { version: 7 }, 'late', { service: 'leaving' });

    await deleteService(deps, caller, 'leaving');
    await removeDeleted(deps, caller);
    await analyze(versionId);
    await removeAndCollect();

    expect(await readRows()).toEqual(fresh);
  });
});

describe('an unused component set', () => {
  it('stays for a day, and as long as a document uses it', async () => {
    const { deps, caller } = updates.pipeline;
    await upload('again', { seldom: '1.0.0' }, undefined, 'sets');
    await deleteVersion(deps, caller, { service: 'sets', version: 'again' });
    await removeDeleted(deps, caller);

    await collectUnused(deps, caller);
    const first = await countSeldom();
    await upload('later', { seldom: '1.0.0' }, undefined, 'sets');
    await collectUnused(twoDaysLater(deps), caller);

    expect([first, await countSeldom()]).toEqual([1, 1]);
    expect(await updates.pipeline.query('select 1 from component_set_unused')).toEqual([]);
  });
});

describe('a component set that shares chunks', () => {
  it('keeps them when the other set is removed', async () => {
    const { deps, caller } = updates.pipeline;
    const shared = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`chunk-${n}`, '1.0.0']));
    await upload('kept', shared, undefined, 'chunks');
    const before = await updates.pipeline.query(MEMBERS);
    await upload('removed', { ...shared, 'chunk-100': '2.0.0' }, undefined, 'chunks');
    await deleteVersion(deps, caller, { service: 'chunks', version: 'removed' });

    await removeAndCollect();

    expect(await updates.pipeline.query(MEMBERS)).toEqual(before);
  });
});

const MEMBERS = `
  select encode(s.sha256, 'hex') as set, s.position, c.purl from component_set s
  join component c on c.org_id = s.org_id and c.id = s.component_id order by 1, 2`;

async function countSeldom(): Promise<number> {
  return (await updates.pipeline.query("select 1 from component where name = 'seldom'")).length;
}
