/**
 * Tracks for each release whether the absence of an advisory means "not affected", and since which snapshot. Coverage and the
 * responsibility of a distribution depend on it, even when no advisory of a package has changed.
 */
import { sql } from 'kysely';
import type { Release } from '../../../core/identity/distro/end-of-life.ts';
import { toKeyPrefix } from '../../../core/identity/package-key.ts';
import type { ReferenceTx } from '../../database.ts';
import { listComprehensiveReleases } from '../matching/comprehensive-releases.ts';
import { listLoadedReleases } from '../matching/loaded-releases.ts';

/**
 * Call it after the keys of a snapshot were raised. Updates the releases of these keys and all known releases of the same
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
