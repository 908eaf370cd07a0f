/**
 * The effects of every kind of edit on versions that were analyzed before: the number of components matched again, the versions
 * that get an analysis, and the published events. A second application of the same edit has no effect.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/core/calendar.ts';
import { analyzeVersion } from '../../../src/pipeline/analysis/analyze-version.ts';
import { applyRetention } from '../../../src/pipeline/maintenance/apply-retention.ts';
import { applySnapshot } from '../../../src/pipeline/analysis/apply-snapshot.ts';
import { decideFinding } from '../../../src/pipeline/decisions/decide.ts';
import { setAlias } from '../../../src/pipeline/portfolio/change-version.ts';
import { ENGINE_VERSION } from '../../../src/pipeline/deps.ts';
import { repairSweep } from '../../../src/pipeline/maintenance/repair-sweep.ts';
import { findVersion } from '../../../src/store/portfolio/versions/versions.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { startAdvisoryUpdates, type AdvisoryUpdates } from '../../support/advisory-updates.ts';
import { createLivingPortfolio, type Followed, type LivingPortfolio } from '../../support/living-portfolio.ts';
import { startOsvBucket, type OsvBucket } from '../../support/osv-bucket.ts';
import type { ExportRecord } from '../../support/osv-mirror.ts';
import { hashRows } from '../../support/stored-rows.ts';

const HIGH = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N';
const LOW = 'CVSS:3.1/AV:L/AC:H/PR:H/UI:R/S:U/C:L/I:N/A:N';

let minutes = 0;
function aRecord(id: string, name: string, changes: Record<string, unknown> = {}, fixed = '2.0.0'): ExportRecord {
  minutes += 1;
  return anOsvRecord({
    id,
    modified: new Date(Date.parse('2026-01-01T00:00:00Z') + minutes * 60_000).toISOString(),
    affected: [anAffected({ name, events: [{ introduced: '0' }, { fixed }] })],
    ...changes,
  });
}

const rated = (score: string): Record<string, unknown> => ({ severity: [{ type: 'CVSS_V3', score }] });
const ONE = 'CVE-2024-0001';
const TWO = 'CVE-2024-0002';
const FILLERS = Array.from({ length: 100 }, (_, n) => aRecord(`GSD-2024-${1_000 + n}`, `filler-${n}`));
const records = new Map(FILLERS.map((record) => [String(record['id']), record]));

let bucket: OsvBucket;
let updates: AdvisoryUpdates;
let portfolio: LivingPortfolio;
beforeAll(async () => {
  bucket = await startOsvBucket({ directories: { npm: FILLERS } });
  updates = await startAdvisoryUpdates(bucket.url, ['npm', 'PyPI', 'Ubuntu']);
  portfolio = createLivingPortfolio(updates, updates.pipeline);
  await publish(aRecord(ONE, 'alpha', rated(LOW)), aRecord(TWO, 'beta'));
  await portfolio.upload({
    a: ['pkg:npm/alpha@1.0.0'],
    b: ['pkg:npm/beta@1.0.0'],
    ab: ['pkg:npm/alpha@1.0.0', 'pkg:npm/beta@1.0.0', 'pkg:npm/gamma@1.0.0'],
    none: ['pkg:npm/delta@1.0.0'],
    p: ['pkg:pypi/epsilon@1.0.0'],
    u: ['pkg:deb/ubuntu/eta@1.0?distro=ubuntu-24.04&upstream=eta'],
  });
});
afterAll(async () => {
  await updates.close();
  await bucket.stop();
});

async function publish(...changed: readonly ExportRecord[]): Promise<void> {
  for (const record of changed) records.set(String(record['id']), record);
  bucket.set('npm', [...records.values()]);
  await updates.refresh();
}

async function remove(id: string): Promise<void> {
  records.delete(id);
  bucket.set('npm', [...records.values()]);
  await updates.refreshTwice();
}

const NOTHING: Followed = { matched: 0, analyzed: [], told: [] };

/** The order matters: each edit starts from the state after the previous one. */
const EDITS: readonly (readonly [string, () => Promise<void>, Followed])[] = [
  [
    'a new record',
    async () => await publish(aRecord('CVE-2024-0003', 'gamma')),
    { matched: 1, analyzed: ['ab'], told: ['ab finding.introduced advisory published CVE-2024-0003'] },
  ],
  [
    'a revision that takes a version out',
    async () => await publish(aRecord('CVE-2024-0003', 'gamma', {}, '0.5.0')),
    { matched: 1, analyzed: ['ab'], told: ['ab finding.retracted advisory revised CVE-2024-0003'] },
  ],
  [
    'a revision of a record without matches',
    async () => await publish(aRecord('CVE-2024-0003', 'gamma', {}, '0.6.0')),
    { matched: 1, analyzed: [], told: [] },
  ],
  [
    'a higher severity alone',
    async () => await publish(aRecord(ONE, 'alpha', rated(HIGH))),
    {
      matched: 0,
      analyzed: ['a', 'ab'],
      told: [`a finding.escalated advisory severity ${ONE}`, `ab finding.escalated advisory severity ${ONE}`],
    },
  ],
  [
    'a lower severity alone',
    async () => await publish(aRecord(ONE, 'alpha', rated(LOW))),
    { matched: 0, analyzed: ['a', 'ab'], told: [] },
  ],
  [
    'an edit of the text alone',
    async () => await publish(aRecord(ONE, 'alpha', { ...rated(LOW), summary: 'Words', details: 'More words' })),
    NOTHING,
  ],
  [
    'a withdrawal',
    async () => await publish(aRecord(TWO, 'beta', { withdrawn: '2025-01-01T00:00:00Z' })),
    {
      matched: 1,
      analyzed: ['ab', 'b'],
      told: [`ab finding.retracted advisory withdrawn ${TWO}`, `b finding.retracted advisory withdrawn ${TWO}`],
    },
  ],
  [
    'the end of a withdrawal',
    async () => await publish(aRecord(TWO, 'beta')),
    {
      matched: 1,
      analyzed: ['ab', 'b'],
      told: [`ab finding.reintroduced advisory revised ${TWO}`, `b finding.reintroduced advisory revised ${TWO}`],
    },
  ],
  [
    'a withdrawal that is announced for later',
    async () => await publish(aRecord(TWO, 'beta', { withdrawn: new Date(Date.now() + HOUR_MS).toISOString() })),
    // Only its description has changed: that it will be withdrawn.
    { matched: 1, analyzed: ['ab', 'b'], told: [] },
  ],
  [
    'the time of that withdrawal',
    async () => {
      updates.pass(2 * HOUR_MS);
      await updates.refresh();
    },
    {
      matched: 1,
      analyzed: ['ab', 'b'],
      told: [`ab finding.retracted advisory withdrawn ${TWO}`, `b finding.retracted advisory withdrawn ${TWO}`],
    },
  ],
  [
    'a record that was withdrawn and speaks again',
    async () => await publish(aRecord(TWO, 'beta')),
    {
      matched: 1,
      analyzed: ['ab', 'b'],
      told: [`ab finding.reintroduced advisory revised ${TWO}`, `b finding.reintroduced advisory revised ${TWO}`],
    },
  ],
  [
    'a second record about the same package',
    async () => await publish(aRecord('GHSA-bbbb-bbbb-bbbb', 'beta')),
    {
      matched: 1,
      analyzed: ['ab', 'b'],
      told: ['ab', 'b'].map((name) => `${name} finding.introduced advisory published GHSA-bbbb-bbbb-bbbb`),
    },
  ],
  [
    // No event is published when two findings are merged, because they were always the same.
    'an alias that ties both together',
    async () => await publish(aRecord('GHSA-bbbb-bbbb-bbbb', 'beta', { aliases: [TWO] })),
    { matched: 1, analyzed: ['ab', 'b'], told: [] },
  ],
  [
    'the end of that alias',
    async () => await publish(aRecord('GHSA-bbbb-bbbb-bbbb', 'beta')),
    {
      matched: 1,
      analyzed: ['ab', 'b'],
      told: ['ab', 'b'].map((name) => `${name} finding.introduced advisory revised GHSA-bbbb-bbbb-bbbb`),
    },
  ],
  [
    'a record that is gone from two complete lists',
    async () => await remove('GHSA-bbbb-bbbb-bbbb'),
    {
      matched: 1,
      analyzed: ['ab', 'b'],
      told: ['ab', 'b'].map((name) => `${name} finding.retracted advisory deleted GHSA-bbbb-bbbb-bbbb`),
    },
  ],
  [
    'an entry in the catalog of exploited ones',
    async () => await portfolio.enrich('kev', [{ cve: TWO, kev: KEV }]),
    {
      matched: 0,
      analyzed: ['ab', 'b'],
      told: ['ab', 'b'].map((name) => `${name} finding.escalated advisory known-exploited ${TWO}`),
    },
  ],
  [
    'the end of that entry',
    async () => await portfolio.enrich('kev', []),
    { matched: 0, analyzed: ['ab', 'b'], told: [] },
  ],
  [
    'a score of EPSS that jumps',
    async () => await portfolio.enrich('epss', [{ cve: TWO, epss: { score: 0.51, percentile: 0.9 } }]),
    { matched: 0, analyzed: ['ab', 'b'], told: [] },
  ],
  [
    'a score of EPSS that trembles',
    async () => await portfolio.enrich('epss', [{ cve: TWO, epss: { score: 0.53, percentile: 0.91 } }]),
    NOTHING,
  ],
  [
    'a score of a vulnerability without findings',
    async () => await portfolio.enrich('epss', [TWO, 'CVE-2020-9999'].map(anEpss)),
    NOTHING,
  ],
  [
    'active exploitation by SSVC',
    async () => await portfolio.enrich('ssvc', [{ cve: ONE, ssvc: { ...SSVC, exploitation: 'active' } }]),
    {
      matched: 0,
      analyzed: ['a', 'ab'],
      told: ['a', 'ab'].map((name) => `${name} finding.escalated advisory exploitation-active ${ONE}`),
    },
  ],
  [
    'a directory that is loaded for the first time',
    async () => {
      bucket.set('PyPI', [
        anOsvRecord({ id: 'PYSEC-2024-1', affected: [anAffected({ ecosystem: 'PyPI', name: 'zeta' })] }),
      ]);
      await updates.refresh();
    },
    { matched: 0, analyzed: ['p'], told: [] },
  ],
  [
    'a feed of fixes alone',
    async () => {
      bucket.set('Ubuntu', [anUbuntuRecord('USN-1-1', '24.04')]);
      await updates.refresh();
    },
    { matched: 0, analyzed: ['u'], told: [] },
  ],
  [
    'records per CVE of the same release, too few to answer for it',
    async () => {
      const others = Array.from({ length: 20 }, (_, n) => anUbuntuRecord(`UBUNTU-CVE-2025-${1_000 + n}`, '22.04'));
      bucket.set('Ubuntu', [
        anUbuntuRecord('USN-1-1', '24.04'),
        anUbuntuRecord('UBUNTU-CVE-2024-1', '24.04'),
        ...others,
      ]);
      await updates.refresh();
    },
    { matched: 0, analyzed: ['u'], told: [] },
  ],
];

function anUbuntuRecord(id: string, release: string): ExportRecord {
  return aRecord(id, '', { affected: [anAffected({ ecosystem: `Ubuntu:${release}:LTS`, name: 'theta' })] });
}

const KEV = { dateAdded: '2026-01-31', dueDate: null, ransomware: false, name: null, action: null };
const SSVC = { automatable: null, technicalImpact: null, at: '2026-02-01' };
const anEpss = (cve: string) => ({ cve, epss: { score: 0.53, percentile: 0.91 } });

async function readCoverage(name: string): Promise<unknown> {
  const [row] = await updates.pipeline.query<{ coverage: unknown }>(
    'select coverage from analysis where version_id = $1 order by id desc limit 1',
    [portfolio.versionIds.get(name)],
  );
  return row?.coverage;
}

async function readData(name: string) {
  const { caller, deps } = updates.pipeline;
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const { rows } = await tx.client.query<{ id: string }>('select id from service');
    const version = await findVersion(tx, rows[0]?.id ?? '', name);
    return version && { watched: version.watched, snapshot: version.data?.snapshot };
  });
}

async function hash() {
  return await hashRows(updates.pipeline.deps.database, updates.pipeline.caller.orgId);
}

describe('an edit of the data', () => {
  it.each(EDITS)('%s reaches exactly the affected versions, once', async (_name, edit, expected) => {
    await edit();

    expect(await portfolio.follow()).toEqual(expected);
    const before = await hash();
    expect(await portfolio.follow()).toEqual(NOTHING);
    expect(await hash()).toEqual(before);
  });

  it('changes the coverage where a directory was added, and nowhere else', async () => {
    expect(await readCoverage('p')).toMatchObject({ components: 1, checked: 1 });
  });

  it('changes which components were checked for fixed issues only, where records per CVE were added', async () => {
    const coverages = await updates.pipeline.query<{ coverage: unknown }>(
      'select coverage from analysis where version_id = $1 order by id',
      [portfolio.versionIds.get('u')],
    );

    expect(coverages.map(({ coverage }) => coverage)).toMatchObject([
      { checked: 0, fixedIssuesOnly: 0 },
      { checked: 1, fixedIssuesOnly: 1, fixedIssuesOnlyByRelease: [{ family: 'Ubuntu', release: '24.04', count: 1 }] },
      { checked: 1, fixedIssuesOnly: 0, fixedIssuesOnlyByRelease: [] },
    ]);
  });

  it('advances the data of every version, whether it was published again or not', async () => {
    const snapshot = await updates.readSnapshot();

    expect(await readData('none')).toEqual({ watched: true, snapshot });
    expect(await readData('ab')).toEqual({ watched: true, snapshot });
  });
});

describe('a change of the matching engine', () => {
  it('takes the next snapshot number once, and is the cause of its events', async () => {
    const before = await updates.readSnapshot();
    await repairSweep(updates.pipeline.deps);
    const started = await updates.readSnapshot();
    // Simulates an older engine that did not know the record about beta.
    await updates.pipeline.query(`update advisory_clock set engine_version = '1'`);
    await updates.pipeline.query(`update organization set applied_engine = '1'`);
    await updates.pipeline.query(`update component_memo set engine_version = '1'`);
    await updates.pipeline.query(`update analysis set engine_version = '1'`);
    await updates.pipeline.query(`delete from component_match where group_id = $1`, [TWO]);
    await updates.pipeline.query(
      `update version_finding set known_to = now() where group_id = $1 and known_to is null`,
      [TWO],
    );

    for (const sweep of [repairSweep, repairSweep]) await sweep(updates.pipeline.deps);
    const jobs = await updates.pipeline.query(
      `select 1 from pgboss.job where name = 'apply-snapshot' and state = 'created' and data->>'orgId' = $1`,
      [updates.pipeline.caller.orgId],
    );
    const followed = await portfolio.follow();

    expect([started, await updates.readSnapshot()]).toEqual([before, before + 1]);
    expect(jobs.length).toBeGreaterThan(0);
    expect(followed).toEqual({
      matched: 6,
      analyzed: ['ab', 'b'],
      told: ['ab', 'b'].map((name) => `${name} finding.reintroduced engine ${TWO}`),
    });
    const rows = await updates.pipeline.query(
      `select distinct a.trigger, a.engine_version from analysis a where a.trigger = 'engine'`,
    );
    expect(rows).toEqual([{ trigger: 'engine', engine_version: ENGINE_VERSION }]);
    expect(await portfolio.follow()).toEqual(NOTHING);
  });
});

describe('an organization that new data has not reached', () => {
  it('gets its lost job again, once', async () => {
    const { pipeline } = updates;
    const countJobs = async (): Promise<number> =>
      (
        await pipeline.query(
          `select 1 from pgboss.job where name = 'apply-snapshot' and state = 'created' and data->>'orgId' = $1`,
          [pipeline.caller.orgId],
        )
      ).length;
    await pipeline.query(`delete from pgboss.job where name = 'apply-snapshot'`);
    await repairSweep(pipeline.deps);
    const none = await countJobs();
    await pipeline.query('update advisory_clock set announced_snapshot = snapshot');
    await pipeline.query('update organization set applied_snapshot = applied_snapshot - 1');
    for (const sweep of [repairSweep, repairSweep]) await sweep(pipeline.deps);

    expect([none, await countJobs()]).toEqual([0, 1]);
    expect(await portfolio.follow()).toEqual(NOTHING);
  });
});

describe('earlier forms of records', () => {
  it('are kept for as long as they may be needed as an explanation, and then deleted', async () => {
    const { pipeline } = updates;
    const count = async (): Promise<number> => (await pipeline.query('select 1 from advisory_revision')).length;
    const retain = async (days: number): Promise<void> =>
      await applyRetention({ ...pipeline.deps, now: () => Date.now() + days * 24 * HOUR_MS });
    const before = await count();
    await retain(399);
    const kept = await count();
    await retain(402);

    expect(before).toBeGreaterThan(5);
    expect([kept, await count()]).toEqual([before, 0]);
  });
});

describe('an unwatched version', () => {
  it('keeps its data, and catches up when it is watched again', async () => {
    const { pipeline } = updates;
    await pipeline.query(
      `insert into service_version (org_id, id, service_id, name, created_at, generation, analyzed_generation)
       select org_id, gen_random_uuid(), service_id, 'later-' || n, now(), 1, 1
       from service_version, generate_series(1, 50) n where name = 'a'`,
    );
    await pipeline.query('update service set version_count = version_count + 50');
    const own = await updates.readSnapshot();
    await publish(aRecord('CVE-2024-0005', 'alpha'));

    const unwatched = await portfolio.follow();
    const data = await readData('a');
    await setAlias(pipeline.deps, pipeline.caller, { service: 'svc', version: 'a' }, 'production');
    const caught = await portfolio.follow();

    expect(unwatched).toMatchObject({ matched: 1, analyzed: [] });
    expect(data).toMatchObject({ watched: false });
    expect(data?.snapshot).toBeLessThanOrEqual(own);
    expect(caught).toEqual({
      matched: 0,
      analyzed: ['a'],
      told: ['a finding.introduced advisory published CVE-2024-0005'],
    });
    expect(await readData('a')).toEqual({ watched: true, snapshot: await updates.readSnapshot() });
    expect(await readData('ab')).toMatchObject({ watched: false });
  });

  it('catches up with a decision that was reverted meanwhile', async () => {
    const { pipeline } = updates;
    const { deps, caller } = pipeline;
    const [finding] = await pipeline.query<{ id: string }>(
      'select id from version_finding where version_id = $1 and known_to is null',
      [portfolio.versionIds.get('b')],
    );
    const wish = { action: 'false_positive', detail: 'Not ours.' } as const;
    const order = { wish, imagePattern: null, isAdmin: true, dryRun: false, onlyIf: () => {} };
    await decideFinding(deps, caller, finding?.id ?? '', order);
    const decided = await portfolio.follow();
    // Reverting requests no analysis of an unwatched version.
    await pipeline.query('update decision set superseded_by = id, superseded_at = now()');

    await setAlias(deps, caller, { service: 'svc', version: 'b' }, 'staging');

    const told = [`b relevance.changed decision ${TWO}`];
    expect(decided).toMatchObject({ analyzed: ['b'], told });
    expect(await portfolio.follow()).toMatchObject({ analyzed: ['b'], told });
  });
});

describe('an upload whose analysis runs while new data is applied', () => {
  it('completes with its data, and is analyzed again at once', async () => {
    const { pipeline } = updates;
    await portfolio.upload({ before: ['pkg:npm/racer@1.0.0'] });
    const { versionId } = await pipeline.upload('racing', { components: [aLibrary('racer')], dependencies: [] });
    let isPast = false;
    const { database } = pipeline.deps;
    const slow: typeof database = {
      ...database,
      inOrg: async (orgId, work) => {
        const result = await database.inOrg(orgId, work);
        if (!isPast) return result;
        // Its components have been matched; publishing comes next.
        isPast = false;
        await publish(aRecord('CVE-2024-0006', 'racer'));
        expect(await applySnapshot(pipeline.deps, pipeline.caller)).toEqual({ matched: 1, asked: 1 });
        return result;
      },
    };
    const crashPoint = (name: string): void => {
      if (name === 'inventory-kept') isPast = true;
    };

    await analyzeVersion({ ...pipeline.deps, database: slow, crashPoint }, { orgId: pipeline.caller.orgId, versionId });
    const first = await listAnalyses(versionId);
    await analyzeVersion(pipeline.deps, { orgId: pipeline.caller.orgId, versionId });

    expect(first).toEqual(['upload completed', 'advisories queued']);
    expect(await listAnalyses(versionId)).toEqual(['upload completed', 'advisories completed']);
    expect(await listOpen(versionId)).toEqual(['CVE-2024-0006']);
  });

  const listAnalyses = async (versionId: string): Promise<string[]> =>
    (
      await updates.pipeline.query<{ line: string }>(
        `select trigger || ' ' || status as line from analysis where version_id = $1 and superseded_by is null order by id`,
        [versionId],
      )
    ).map(({ line }) => line);

  const listOpen = async (versionId: string): Promise<string[]> =>
    (
      await updates.pipeline.query<{ id: string }>(
        'select canonical_id as id from version_finding where version_id = $1 and known_to is null',
        [versionId],
      )
    ).map(({ id }) => id);
});

function aLibrary(name: string): object {
  return { type: 'library', name, version: '1.0.0', purl: `pkg:npm/${name}@1.0.0`, 'bom-ref': name };
}
