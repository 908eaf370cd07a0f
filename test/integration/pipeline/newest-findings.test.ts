/** The lists of an organization show exactly the open findings of the newest version of each service, whatever happens to it. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzeVersion } from '../../../src/pipeline/analysis/analyze-version.ts';
import { removeDeleted } from '../../../src/pipeline/maintenance/remove-deleted.ts';
import { changeService, deleteService } from '../../../src/pipeline/portfolio/change-service.ts';
import { deleteVersion } from '../../../src/pipeline/portfolio/change-version.ts';
import { lockAndRequestAnalysis } from '../../../src/pipeline/request-analysis.ts';
import { copyNewestFindings } from '../../../src/store/findings/publication/newest-findings.ts';
import { addToVersionCount } from '../../../src/store/portfolio/services.ts';
import { lockVersion, markVersionDeleted } from '../../../src/store/portfolio/versions/change-versions.ts';
import { shareTransactions } from '../../../src/store/shared-transactions.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { startUpdatesFrom, type BucketUpdates } from '../../support/advisory-updates.ts';
import {
  listWrongCoverages,
  listWrongDailyChanges,
  listWrongFacets,
  listWrongNewestFindings,
  listWrongOpenFindingCounts,
} from '../../support/newest-findings.ts';
import { skipOnCitus } from '../../support/test-database.ts';

const RECORDS = ['alpha', 'beta', 'gamma'].map((name, n) =>
  anOsvRecord({ id: `CVE-2024-000${n + 1}`, affected: [anAffected({ name })] }),
);

let updates: BucketUpdates;
beforeAll(async () => {
  updates = await startUpdatesFrom({ npm: RECORDS });
});
afterAll(async () => {
  await updates.close();
});

async function send(service: string, version: string, packages: readonly string[]): Promise<string> {
  const components = packages.map((name) => ({
    type: 'library',
    name,
    version: '1.0.0',
    'bom-ref': name,
    purl: `pkg:npm/${name}@1.0.0`,
  }));
  const changes = { components, dependencies: [], properties: [{ name: 'version', value: version }] };
  return (await updates.pipeline.upload(version, changes, 'main', { service })).versionId;
}

async function analyze(versionId: string): Promise<void> {
  await analyzeVersion(updates.pipeline.deps, { orgId: updates.pipeline.caller.orgId, versionId });
}

async function upload(service: string, version: string, packages: readonly string[]): Promise<string> {
  const versionId = await send(service, version, packages);
  await analyze(versionId);
  return versionId;
}

async function remove(service: string, version: string): Promise<void> {
  await deleteVersion(updates.pipeline.deps, updates.pipeline.caller, { service, version });
}

/** The package names that lists show, after a check of all rows. */
async function listShown(service: string): Promise<string[]> {
  expect(await listWrongNewestFindings(updates.pipeline)).toEqual([]);
  expect(await listWrongDailyChanges(updates.pipeline)).toEqual([]);
  expect(await listWrongOpenFindingCounts(updates.pipeline)).toEqual([]);
  expect(await listWrongFacets(updates.pipeline)).toEqual([]);
  expect(await listWrongCoverages(updates.pipeline)).toEqual([]);
  const rows = await updates.pipeline.query<{ name: string }>(
    `select o.package_name as name from newest_finding o join service s on s.org_id = o.org_id and s.id = o.service_id
     where s.name = $1 and s.listed_version_id is not null and s.deleted_at is null order by 1`,
    [service],
  );
  return rows.map(({ name }) => name);
}

describe('the findings of newest versions', () => {
  it('are hidden from the upload of a version until its result', async () => {
    await upload('shop', '1', ['alpha', 'beta']);
    expect(await listShown('shop')).toEqual(['alpha', 'beta']);

    const versionId = await send('shop', '2', ['beta', 'gamma']);
    expect(await listShown('shop')).toEqual([]);

    await analyze(versionId);
    expect(await listShown('shop')).toEqual(['beta', 'gamma']);
  });

  it('are not written again by a build without changes', async (context) => {
    skipOnCitus(context, 'It has no system columns for distributed tables.');
    const rows = `select o.xmin, o.ctid, o.group_id from newest_finding o join service s on s.org_id = o.org_id and s.id = o.service_id
      where s.name = 'same' order by o.group_id`;
    await upload('same', '1', ['alpha', 'beta']);
    const before = await updates.pipeline.query(rows);

    await upload('same', '2', ['alpha', 'beta', 'safe']);

    expect(before).toHaveLength(2);
    expect(await updates.pipeline.query(rows)).toEqual(before);
    expect(await listShown('same')).toEqual(['alpha', 'beta']);
  });

  it('have the coverage of the last result, also if no finding has changed', async () => {
    const coverage = `select (listed_coverage->>'components')::int as components from service where name = 'covered'`;
    await upload('covered', '1', ['alpha']);
    expect(await updates.pipeline.query(coverage)).toEqual([{ components: 1 }]);

    await upload('covered', '1', ['alpha', 'safe']);
    expect(await updates.pipeline.query(coverage)).toEqual([{ components: 2 }]);
    expect(await listShown('covered')).toEqual(['alpha']);
  });

  it('have the coverage of a version that is published while the newest one is deleted', async () => {
    const { deps, caller } = updates.pipeline;
    const [first, second] = [await upload('raced', '1', ['safe']), await upload('raced', '2', ['alpha'])];
    await send('raced', '1', ['safe', 'safer']);
    const published = await deps.database.inOrg(caller.orgId, async (tx) => {
      const version = await lockVersion(tx, second);
      if (version === undefined) throw new Error('The version does not exist.');
      await markVersionDeleted(tx, version, new Date().toISOString());
      await addToVersionCount(tx, version.serviceId, -1);
      await copyNewestFindings(tx, version.serviceId);
      const publication = analyze(first);
      // Either it ends, or it waits for the deletion.
      await Promise.race([publication, setTimeout(2_000)]);
      return { publication };
    });
    await published.publication;

    expect(await listShown('raced')).toEqual([]);
  });

  it('are absent after a result without findings', async () => {
    await upload('fixed', '1', ['alpha']);
    await upload('fixed', '2', ['safe']);

    expect(await listShown('fixed')).toEqual([]);
    expect(
      await updates.pipeline.query(`select from service where name = 'fixed' and listed_version_id is null`),
    ).toEqual([]);
  });

  it('are those of the previous version once the newest is deleted', async () => {
    await upload('back', '1', ['alpha']);
    await upload('back', '2', ['alpha', 'beta']);
    await upload('back', '3', ['gamma']);

    await remove('back', '3');
    expect(await listShown('back')).toEqual(['alpha', 'beta']);
    await remove('back', '1');
    expect(await listShown('back')).toEqual(['alpha', 'beta']);
    await removeDeleted(updates.pipeline.deps, updates.pipeline.caller);
    expect(await listShown('back')).toEqual(['alpha', 'beta']);
    await remove('back', '2');
    expect(await listShown('back')).toEqual([]);
  });

  it('follow the deletion of a version without a result', async () => {
    const first = await upload('early', '1', ['alpha']);
    await send('early', '2', ['beta']);

    await remove('early', '2');
    expect(await listShown('early')).toEqual(['alpha']);

    await lockAndRequestAnalysis(updates.pipeline.deps, { ...updates.pipeline.caller, versionId: first }, 'manual');
    await analyze(first);
    expect(await listShown('early')).toEqual(['alpha']);
  });

  it('are removed with their service', async () => {
    await upload('gone', '1', ['alpha']);
    const { deps, caller } = updates.pipeline;

    await deleteService(deps, caller, 'gone');
    expect(await listShown('gone')).toEqual([]);
    await removeDeleted(deps, caller);

    expect(
      await updates.pipeline
        .query(`select o.service_id from newest_finding o left join service s on s.org_id = o.org_id and s.id = o.service_id
         where s.id is null`),
    ).toEqual([]);
  });

  it('are right after concurrent uploads, analyses, deletions and changes of their service', async () => {
    const { deps, caller } = updates.pipeline;
    const shared = { ...deps, database: shareTransactions(deps.database) };
    for (let round = 0; round < 6; round += 1) {
      const services = [`busy-${round}`, `other-${round}`];
      const versions: string[] = [];
      for (const service of services)
        for (const [n, packages] of [['alpha'], ['alpha', 'beta'], ['gamma']].entries())
          versions.push(await upload(service, `${n}`, packages));
      for (const versionId of versions) await lockAndRequestAnalysis(deps, { ...caller, versionId }, 'manual');

      await Promise.all([
        ...versions.map(async (versionId) => await analyzeVersion(shared, { ...caller, versionId })),
        ...services.flatMap((service) => [
          remove(service, '2'),
          upload(service, '3', ['beta']),
          changeService(deps, caller, service, { aiOptOut: true, onlyIf: () => {} }),
        ]),
        analyze(versions[0] ?? ''),
        remove(services[0] ?? '', '1'),
      ]);

      for (const service of services) expect(await listShown(service)).toEqual(['beta']);
    }
  });
});
