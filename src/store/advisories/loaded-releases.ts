/**
 * Of which releases any advisory is loaded: only then silence about a package means something. One look into the index for each
 * release, not one for each package.
 */
import { sql } from 'kysely';
import { completeDirectoriesOf } from '../../core/advisory/complete-directories.ts';
import type { LoadedReleases } from '../../core/history/why-not-checked.ts';
import type { Release } from '../../core/identity/distro/end-of-life.ts';
import { toKeyPrefix } from '../../core/identity/package-key.ts';
import type { ReferenceTx } from '../database.ts';

/** Of those that are asked for, by `toKeyPrefix`; each may be asked for many times. */
export async function readLoadedReleases(tx: ReferenceTx, releases: Iterable<Release>): Promise<LoadedReleases> {
  const families = new Map<string, string>();
  for (const release of releases) families.set(toKeyPrefix(release), release.family);
  if (families.size === 0) return new Set();
  const asked = [...families].flatMap(([prefix, family]) =>
    completeDirectoriesOf(family).map((directory) => ({ prefix, directory })),
  );
  const prefixes = asked.map(({ prefix }) => prefix);
  // In the order of the index: to the planner any entry of the directory might do, and it would read all of them.
  const { rows } = await sql<{ prefix: string }>`
    select distinct p.prefix
    from unnest(${prefixes}::text[], ${prefixes.map(toEnd)}::text[], ${asked.map(({ directory }) => directory)}::text[])
      p(prefix, "end", directory)
    cross join lateral (
      select e.package_key from affected_entry e
      where e.package_key >= p.prefix and e.package_key < p."end" and e.speaks and e.directory = p.directory
      order by e.package_key limit 1) found`.execute(tx.db);
  return new Set(rows.map(({ prefix }) => prefix));
}

/** The first text after all that begin with the prefix, whose last character is the separator. */
function toEnd(prefix: string): string {
  return `${prefix.slice(0, -1)}\u0020`;
}
