/**
 * Five versions of a real service over seven months of real advisories. The changes match those computed by a naive
 * implementation from the records of both states; a version without changed records is not touched; and a second run changes
 * nothing. Skipped without ASSAY_TEST_DATA.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAdvisoryUpdates, type AdvisoryUpdates } from '../support/advisory-updates.ts';
import { DETAILED_FINDINGS } from '../support/detailed-findings.ts';
import { createLivingPortfolio, type Followed, type LivingPortfolio } from '../support/living-portfolio.ts';
import { startOsvBucket, type OsvBucket } from '../support/osv-bucket.ts';
import { findRealData } from '../support/real-data.ts';
import type { TestOrganization } from '../support/test-pipeline.ts';
import { hashRows } from '../support/stored-rows.ts';
import { compareNaively, findNaively, type NaiveFinding, type NpmRecord } from './naive-npm.ts';
import {
  componentsOf,
  isAmong,
  packageNameOf,
  readShopDocument,
  readStateOf,
  type ShopDocument,
} from './shop-api-documents.ts';
import { FILTERED, SHOP_API } from './shop-api-history.ts';

const hasData = ['osv-2024-07', 'osv', 'sboms'].every((folder) => findRealData(folder) !== undefined);
const TIMEOUT_MS = 300_000;
const VERSIONS = SHOP_API.map(({ version }) => version);

/** Packages whose records differ between the two states in any way. */
function changedPackages(before: readonly NpmRecord[], now: readonly NpmRecord[]): ReadonlySet<string> {
  const texts = new Map(before.map((record) => [record.id, JSON.stringify(record)]));
  const known = new Map(now.map((record) => [record.id, JSON.stringify(record)]));
  const changed = [...before, ...now].filter(({ id }) => texts.get(id) !== known.get(id));
  return new Set(changed.flatMap(({ affected = [] }) => affected.flatMap((each) => each.package?.name ?? [])));
}

function isShown({ ids, package: name }: NaiveFinding): boolean {
  return ![...ids].some((id) => FILTERED.has(`${id} ${name}`));
}

describe.runIf(hasData)('versions of a real service', { timeout: TIMEOUT_MS }, () => {
  let bucket: OsvBucket;
  let updates: AdvisoryUpdates;
  let portfolio: LivingPortfolio;
  let before: NpmRecord[];
  let now: NpmRecord[];
  let followed: Followed;
  let documents: ReadonlyMap<string, ShopDocument>;
  beforeAll(async () => {
    documents = new Map(VERSIONS.map((version) => [version, readShopDocument(version)]));
    const held = [...documents.values()];
    [before, now] = [await readStateOf('osv-2024-07', held), await readStateOf('osv', held)];
    const changed = changedPackages(before, now);
    const last = readShopDocument(VERSIONS.at(-1) ?? '');
    const quiet = {
      ...last,
      components: last.components.filter((each) => !changed.has(packageNameOf(each))),
      dependencies: [],
    };
    bucket = await startOsvBucket({ directories: { npm: before } });
    updates = await startAdvisoryUpdates(bucket.url, ['npm']);
    portfolio = createLivingPortfolio(updates, updates.pipeline);
    await updates.refresh();
    for (const [version, document] of documents) await portfolio.send(version, document, 'shop-api');
    await portfolio.send('quiet', quiet, 'quiet');
    await follow();
    followed = await portfolio.follow();
  }, TIMEOUT_MS);
  afterAll(async () => {
    await updates.close();
    await bucket.stop();
  });

  const follow = async (): Promise<void> => {
    bucket.set('npm', now);
    await updates.refreshTwice();
  };
  const changesOf = (version: string) => {
    const components = componentsOf(documents.get(version) ?? { components: [] });
    return compareNaively(findNaively(before, components), findNaively(now, components));
  };

  it('change only where one of their advisories changed', () => {
    for (const version of VERSIONS) expect(changesOf(version).begun).not.toEqual([]);
    expect(followed.analyzed).toEqual(VERSIONS.toSorted());
  });

  it.each(VERSIONS)(
    'report the findings that were introduced and ended in %s, with advisories as the cause',
    async (version) => {
      const { begun, ended } = changesOf(version);

      const told = await updates.pipeline.query<
        Readonly<Record<'type' | 'cause' | 'vulnerability' | 'package', string>>
      >(
        `select type, cause, detail->>'vulnerability' as vulnerability, detail->>'package' as package from event
       where version_id = $1 and type in ('finding.introduced', 'finding.reintroduced', 'finding.resolved', 'finding.retracted')
         and analysis_id in (select id from analysis where trigger = 'advisories')`,
        [portfolio.versionIds.get(version)],
      );
      const of = (type: string) => told.filter((event) => event.type === type);

      expect(told.filter(({ type, cause }) => !ALLOWED.has(`${type} ${cause}`))).toEqual([]);
      expect(of('finding.introduced').filter((event) => !isAmong(begun, event))).toEqual([]);
      expect(of('finding.introduced')).toHaveLength(begun.filter(isShown).length);
      expect(of('finding.retracted').filter((event) => !isAmong(ended, event))).toEqual([]);
      expect(of('finding.retracted')).toHaveLength(ended.filter(isShown).length);
    },
  );

  it.each(VERSIONS)('have in %s the findings of the current records', async (version) => {
    const expected = findNaively(now, componentsOf(documents.get(version) ?? { components: [] }));

    const open = await updates.pipeline.query<{ vulnerability: string; package: string }>(
      `select distinct canonical_id as vulnerability, package_name as package from version_finding
       where version_id = $1 and known_to is null`,
      [portfolio.versionIds.get(version)],
    );

    expect(open.filter((finding) => !isAmong(expected, finding))).toEqual([]);
    expect(open).toHaveLength(expected.length);
  });

  it('do not change when the same data is synced again', async () => {
    const { deps, caller } = updates.pipeline;
    const rows = await hashRows(deps.database, caller.orgId);

    await follow();

    expect(await portfolio.follow()).toEqual({ matched: 0, analyzed: [], told: [] });
    expect(await hashRows(deps.database, caller.orgId)).toEqual(rows);
  });
});

/** Open findings of a version, without generated ids and times, and their coverage. */
async function readResult(organization: TestOrganization, versionId: string | undefined): Promise<object[]> {
  const open = await organization.query(
    `select v.package_name, v.detail->'component'->>'version' as version, v.canonical_id, v.ids, v.class, v.severity_rank,
       v.relevance, v.risk, v.band, v.kev, v.epss, v.direct, v.has_fix, v.detail->'fix' as fix, v.detail->'match' as match
     from ${DETAILED_FINDINGS} v where v.version_id = $1 and v.known_to is null
     order by v.package_name, v.canonical_id, v.detail->'component'->>'version'`,
    [versionId],
  );
  const coverage = await organization.query(
    `select coverage from analysis where version_id = $1 and coverage is not null order by finished_at desc, id desc limit 1`,
    [versionId],
  );
  return [...coverage, ...open];
}

describe.runIf(hasData)('any order of real uploads and real advisories', { timeout: TIMEOUT_MS }, () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('upload' as const), version: fc.constantFrom(...VERSIONS) }),
    // Every nth record switches to its other state, and is added or removed if the other state lacks it.
    fc.record({
      kind: fc.constant('move' as const),
      every: fc.integer({ min: 2, max: 9 }),
      from: fc.nat(8),
      isApplied: fc.boolean(),
    }),
  );

  it('leads to the same findings as uploading everything at the end', async () => {
    const documents = new Map(VERSIONS.map((version) => [version, readShopDocument(version)]));
    const held = [...documents.values()];
    const states = [await readStateOf('osv-2024-07', held), await readStateOf('osv', held)].map(
      (records) => new Map(records.map((record) => [record.id, record])),
    );
    const ids = [...new Set(states.flatMap((state) => [...state.keys()]))].toSorted();
    const bucket = await startOsvBucket({ directories: { npm: [...(states[0]?.values() ?? [])] } });
    const updates = await startAdvisoryUpdates(bucket.url, ['npm']);
    const which = new Map(ids.map((id) => [id, 0]));
    const refresh = async (): Promise<void> => {
      bucket.set(
        'npm',
        ids.flatMap((id) => states[which.get(id) ?? 0]?.get(id) ?? []),
      );
      await updates.refreshTwice();
    };
    try {
      await refresh();
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8, size: 'max' }), async (steps) => {
          const living = await updates.pipeline.newOrganization();
          const portfolio = createLivingPortfolio(updates, living);
          const send = async (to: LivingPortfolio, version: string): Promise<void> =>
            await to.send(version, documents.get(version) ?? {}, 'shop-api');
          await send(portfolio, '1.0.0');
          for (const each of steps) {
            if (each.kind === 'upload') await send(portfolio, each.version);
            else {
              for (const [at, id] of ids.entries())
                if (at % each.every === each.from % each.every) which.set(id, 1 - (which.get(id) ?? 0));
              await refresh();
              if (each.isApplied) await portfolio.follow();
            }
          }
          await portfolio.follow();

          const fresh = await updates.pipeline.newOrganization();
          const repeated = createLivingPortfolio(updates, fresh);
          for (const version of portfolio.versionIds.keys()) await send(repeated, version);
          for (const [version, versionId] of portfolio.versionIds) {
            expect(await readResult(living, versionId)).toEqual(
              await readResult(fresh, repeated.versionIds.get(version)),
            );
          }
        }),
        { numRuns: 2 },
      );
    } finally {
      await updates.close();
      await bucket.stop();
    }
  });
});

const ALLOWED = new Set(['finding.introduced advisory', 'finding.retracted advisory']);
