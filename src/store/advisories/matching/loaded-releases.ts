/**
 * Finds the releases for which advisories are loaded: only then the absence of an entry for a package means something. Takes one
 * index lookup per release, not per package. Distribution advisories list issues without a fix only where the per-CVE records are
 * loaded; those of a language ecosystem always do.
 */
import { sql } from 'kysely';
import { completeDirectoriesOf } from '../../../core/advisory/complete-directories.ts';
import { perCvePrefixesOf } from '../../../core/advisory/records-per-cve.ts';
import type { FeedScope, LoadedReleases } from '../../../core/history/unchecked-reason.ts';
import type { Release } from '../../../core/identity/distro/end-of-life.ts';
import { isDistribution } from '../../../core/identity/ecosystems/ecosystem.ts';
import { toKeyPrefix } from '../../../core/identity/package-key.ts';
import type { ReferenceTx } from '../../database.ts';

/** Returns the loaded ones of the requested releases, by `toKeyPrefix`. The input may contain duplicates. */
export async function listLoadedReleases(tx: ReferenceTx, releases: Iterable<Release>): Promise<LoadedReleases> {
  const families = new Map<string, string>();
  for (const release of releases) families.set(toKeyPrefix(release), release.family);
  const loaded = await listNamed(tx, families);
  const listsUnfixed = await listNamed(tx, families, 'per-cve');
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
  // The order makes the planner use the index; otherwise it would scan all entries of the directory.
  const { rows } = await sql<{ prefix: string }>`
    select distinct p.prefix
    from unnest(${prefixes}::text[], ${prefixes.map(toEnd)}::text[], ${asked.map(({ directory }) => directory)}::text[],
      ${asked.map(({ ids }) => ids)}::text[]) p(prefix, "end", directory, ids)
    cross join lateral (
      select e.package_key from affected_entry e
      where e.package_key >= p.prefix and e.package_key < p."end" and e.active and e.directory = p.directory ${ofKind}
      order by e.package_key limit 1) found`.execute(tx.db);
  return new Set(rows.map(({ prefix }) => prefix));
}

/** Returns the first string after all strings with the prefix, whose last character is the separator. */
function toEnd(prefix: string): string {
  return `${prefix.slice(0, -1)}\u0020`;
}
