/**
 * Releases for which the absence of an advisory means something: those with loaded advisories, and those whose advisories also list
 * vulnerabilities without a fix.
 */
import { sql } from 'kysely';
import { completeDirectoriesOf, perCvePrefixesOf } from '../../core/advisory/feed-coverage.ts';
import type { FeedScope, LoadedReleases } from '../../core/history/coverage.ts';
import type { Release } from '../../core/identity/distro/end-of-life.ts';
import { isDistribution } from '../../core/identity/ecosystems/ecosystem.ts';
import { toKeyPrefix } from '../../core/identity/package-key.ts';
import type { ReferenceTx } from '../database.ts';
import { once } from '../shared-transactions.ts';

/**
 * Returns the loaded ones of the requested releases, by `toKeyPrefix`. The input may contain duplicates. Takes one index lookup per
 * release, not per package. Distribution advisories list issues without a fix only where the per-CVE records are loaded; those of a
 * language ecosystem always do.
 */
export async function listLoadedReleases(tx: ReferenceTx, releases: Iterable<Release>): Promise<LoadedReleases> {
  const families = new Map<string, string>();
  for (const release of releases) families.set(toKeyPrefix(release), release.family);
  const key = [...families.keys()].toSorted().join(' ');
  const loaded = await once(tx, `releases ${key}`, async () => await listNamed(tx, families));
  const listsUnfixed = await once(tx, `unfixed ${key}`, async () => await listNamed(tx, families, 'per-cve'));
  return new Map(
    [...loaded].map((prefix): [string, FeedScope] => {
      const isComplete = listsUnfixed.has(prefix) || !isDistribution(families.get(prefix) ?? '');
      return [prefix, isComplete ? 'all-issues' : 'fixed-issues-only'];
    }),
  );
}

/**
 * Returns the prefixes of releases that a record names. `per-cve` requires a record of the kind that also lists issues without a
 * fix.
 */
async function listNamed(
  tx: ReferenceTx,
  families: ReadonlyMap<string, string>,
  kind: 'any' | 'per-cve' = 'any',
): Promise<ReadonlySet<string>> {
  const asked = [...families].flatMap(([prefix, family]) => {
    const ids = kind === 'any' ? [] : perCvePrefixesOf(family);
    if (kind === 'per-cve' && ids.length === 0) return [];
    return completeDirectoriesOf(family).map((directory) => ({ prefix, directory, ids: ids.join(' ') }));
  });
  if (asked.length === 0) return new Set();
  const prefixes = asked.map(({ prefix }) => prefix);
  const ofKind = kind === 'any' ? sql`` : sql`and e.record_id ^@ any(string_to_array(p.ids, ' '))`;
  // The order makes the planner use the index; otherwise it would scan all entries of the directory. Without `coalesce`, of which it
  // expects half of the entries, it expects one, and sorts all of them to find it.
  const { rows } = await sql<{ prefix: string }>`
    select distinct p.prefix
    from unnest(${prefixes}::text[], ${prefixes.map(toEnd)}::text[], ${asked.map(({ directory }) => directory)}::text[],
      ${asked.map(({ ids }) => ids)}::text[]) p(prefix, "end", directory, ids)
    cross join lateral (
      select e.package_key from affected_entry e
      where e.package_key >= p.prefix and e.package_key < p."end" and e.active
        and coalesce(split_part(e.directory, ':', 1) = p.directory, false) ${ofKind}
      order by e.package_key limit 1) found`.execute(tx.db);
  return new Set(rows.map(({ prefix }) => prefix));
}

/** Returns the first string after all strings with the prefix, whose last character is the separator. */
function toEnd(prefix: string): string {
  return `${prefix.slice(0, -1)}\u0020`;
}

const NEWEST_RECORDS = 200;
// Half a year after its end of life, Debian 10 was in 13 of 17,000 records; a supported release is in most of them.
const SHARE_MIN = 0.1;

/**
 * Returns the comprehensive ones of the requested releases, by `toKeyPrefix`: their advisories also list unfixed vulnerabilities,
 * so that the absence of an entry means "not affected". This depends on the loaded data, not on the distribution: its per-CVE
 * records must be loaded, and the newest of them must still mention the release. The starter set contains only examples and never
 * counts.
 */
export async function listComprehensiveReleases(
  tx: ReferenceTx,
  releases: Iterable<Release>,
): Promise<ReadonlySet<string>> {
  const asked = [...releases].filter(({ family }) => perCvePrefixesOf(family).length > 0);
  const comprehensive = new Set<string>();
  for (const family of new Set(asked.map((release) => release.family))) {
    const spokenOf = await listMentionedReleases(tx, family);
    for (const each of asked) {
      if (each.family === family && spokenOf.has(each.release)) comprehensive.add(toKeyPrefix(each));
    }
  }
  return comprehensive;
}

/** Returns the releases in enough of the newest per-CVE records. Their ids ascend with the years. */
async function listMentionedReleases(tx: ReferenceTx, family: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ release: string }>`
    with newest as materialized (
      select r.source, r.directory, r.id from advisory_source s
      cross join lateral (
        select source, directory, id from advisory_record
        where source = s.name and directory = ${family}
          and exists (select from unnest(${perCvePrefixesOf(family)}::text[]) p(prefix) where starts_with(id, p.prefix))
        order by id desc limit ${NEWEST_RECORDS}) r
      where s.name <> 'starter')
    select split_part(e.package_key, e'\\x1f', 2) as release
    from newest n
    join affected_entry e on e.source = n.source and e.directory = n.directory and e.record_id = n.id
    where split_part(e.package_key, e'\\x1f', 1) = ${family}
    group by 1
    having count(distinct e.record_id) >= ${SHARE_MIN}::float8 * (select count(*) from newest)`.execute(tx.db);
  return new Set(rows.map(({ release }) => release));
}

/**
 * Records for each release whether the absence of an advisory means "not affected", and since which snapshot. Coverage and the
 * responsibility of a distribution depend on it, even when no advisory of a package has changed. Call it after the keys of a snapshot were raised. Updates the releases of these keys and all known releases of the same
 * families.
 */
export async function updateReleaseStates(tx: ReferenceTx, snapshot: number): Promise<void> {
  const releases = await listReleasesToUpdate(tx, snapshot);
  if (releases.length === 0) return;
  const loaded = await listLoadedReleases(tx, releases);
  const comprehensive = await listComprehensiveReleases(tx, releases);
  const judge = (isTrue: (prefix: string) => boolean): boolean[] => releases.map((each) => isTrue(toKeyPrefix(each)));
  const isLoaded = judge((prefix) => loaded.has(prefix));
  const isComprehensive = judge((prefix) => comprehensive.has(prefix));
  const isFixOnly = judge((prefix) => loaded.get(prefix) === 'fixed-issues-only');
  await sql`
    insert into release_state as s (family, release, loaded, comprehensive, fix_only, revision)
    select n.family, n.release, n.loaded, n.comprehensive, n.fix_only, ${snapshot}::bigint
    from unnest(${releases.map(({ family }) => family)}::text[], ${releases.map(({ release }) => release)}::text[],
      ${isLoaded}::boolean[], ${isComprehensive}::boolean[], ${isFixOnly}::boolean[])
      n(family, release, loaded, comprehensive, fix_only)
    on conflict (family, release) do update
      set loaded = excluded.loaded, comprehensive = excluded.comprehensive, fix_only = excluded.fix_only,
        revision = excluded.revision
      where (s.loaded, s.comprehensive, s.fix_only) <> (excluded.loaded, excluded.comprehensive, excluded.fix_only)`.execute(
    tx.db,
  );
}

async function listReleasesToUpdate(tx: ReferenceTx, snapshot: number): Promise<Release[]> {
  const { rows } = await sql<{ family: string; release: string }>`
    with raised as materialized (
      select distinct split_part(key, e'\\x1f', 1) as family, split_part(key, e'\\x1f', 2) as release
      from package_key where revision = ${snapshot}::bigint)
    select family, release from raised
    union
    select s.family, s.release from release_state s where s.family in (select family from raised)`.execute(tx.db);
  return rows.map(({ family, release }) => ({ family, release, channel: undefined }));
}
