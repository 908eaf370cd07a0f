/**
 * Maps the binary packages of distributions to their source packages, and the hashes of jars to their coordinates. A package index
 * or table of jars replaces its previous version; mappings from advisories are only added, because they stay true when the
 * advisory is deleted. When a new source becomes known, the package's key is raised so that it is matched again.
 */
import { sql } from 'kysely';
import type { IndexedPackage, PackageArchive } from '../../../core/identity/distro/package-index.ts';
import type { KnownSource } from '../../../core/match/distro/resolve-source.ts';
import type { ReferenceTx } from '../../database.ts';
import { createArchiveTable, insertArchived, replaceArchives } from './package-archives.ts';
import type { EnrichmentMerge } from './enrichment.ts';

const OF_ADVISORIES = 'advisories';

/** Returns the sources by package key; unknown keys are absent. */
export async function listPackageSources(
  tx: ReferenceTx,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly KnownSource[]>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ key: string; name: string; version: string; sourceVersion: string }>`
    select key, source_name as name, version, source_version as "sourceVersion" from package_source
    where key = any(array(select unnest(${keys}::text[])))`.execute(tx.db);
  const sources = rows.map(({ key, name, version, sourceVersion }) => ({
    key,
    source: version === '' ? { name, isLearned: false } : { name, version, sourceVersion, isLearned: false },
  }));
  return new Map(
    [...Map.groupBy(sources, ({ key }) => key)].map(([key, all]) => [key, all.map(({ source }) => source)]),
  );
}

/** Merges a whole index in one transaction; an error in the middle changes nothing. */
export async function mergePackageIndex(
  tx: ReferenceTx,
  origin: 'packages' | 'jars',
  batches: AsyncIterable<readonly IndexedPackage[]>,
  takeSnapshot: (changed: number) => Promise<number>,
): Promise<EnrichmentMerge> {
  await sql`
    create temporary table incoming_package (key text collate "C", source_name text, version text, source_version text,
      primary key (key, source_name, version)) on commit drop`.execute(tx.db);
  await createArchiveTable(tx);
  const archives = new Map<number, PackageArchive>();
  for await (const batch of batches) {
    await insertIncoming(tx, batch);
    await insertArchived(tx, batch);
    for (const { archive } of batch) if (archive !== undefined) archives.set(archive.id, archive);
  }
  if (origin === 'packages') await replaceArchives(tx, [...archives.values()]);
  await sql`analyze incoming_package`.execute(tx.db);
  await sql`
    create temporary table changed_package on commit drop as
    select coalesce(n.key, o.key) as key, n.key is null as removed
    from incoming_package n
    full join (select * from package_source where origin = ${origin}) o using (key, source_name, version)
    where n.source_version is distinct from o.source_version`.execute(tx.db);
  const { rows } = await sql<Omit<EnrichmentMerge, 'snapshot'>>`
    select (select count(*)::int from incoming_package) as rows, count(*) filter (where not removed)::int as changed,
      count(*) filter (where removed)::int as removed from changed_package`.execute(tx.db);
  const counts = rows[0] ?? { rows: 0, changed: 0, removed: 0 };
  if (counts.changed + counts.removed === 0) return { ...counts, snapshot: undefined };
  const snapshot = await takeSnapshot(counts.changed + counts.removed);
  await sql`
    delete from package_source where origin = ${origin} and key in (select key from changed_package)`.execute(tx.db);
  await sql`
    insert into package_source (key, source_name, version, source_version, origin)
    select n.key, n.source_name, n.version, n.source_version, ${origin} from incoming_package n
    where n.key in (select key from changed_package)`.execute(tx.db);
  await sql`
    insert into package_key (key, revision) select distinct key, ${snapshot}::bigint from changed_package
    on conflict (key) do update set revision = excluded.revision`.execute(tx.db);
  return { ...counts, snapshot };
}

async function insertIncoming(tx: ReferenceTx, batch: readonly IndexedPackage[]): Promise<void> {
  await sql`
    insert into incoming_package
    select * from unnest(${batch.map(({ key }) => key)}::text[], ${batch.map(({ sourceName }) => sourceName)}::text[],
      ${batch.map(({ version }) => version)}::text[], ${batch.map(({ sourceVersion }) => sourceVersion)}::text[])
    on conflict do nothing`.execute(tx.db);
}

/** Counts the packages of a staged run whose source was not known before. */
export async function countNewSources(tx: ReferenceTx, run: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select key, source_name from staged_package_source where run = ${run}
      except
      select key, source_name from package_source where origin = ${OF_ADVISORIES}) n`.execute(tx.db);
  return rows[0]?.count ?? 0;
}

/** Rows are written in the order of their index, so that each of its pages is visited once. */
export async function saveNewSources(tx: ReferenceTx, run: string, snapshot: number): Promise<void> {
  await sql`
    with added as (
      insert into package_source (key, source_name, origin)
      select distinct key, source_name, ${OF_ADVISORIES} from staged_package_source where run = ${run}
      order by key
      on conflict do nothing
      returning key)
    insert into package_key (key, revision) select distinct key, ${snapshot}::bigint from added order by key
    on conflict (key) do update set revision = excluded.revision`.execute(tx.db);
}
