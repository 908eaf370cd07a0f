/**
 * The first import of a directory. It has nothing to compare with, so its rows are copied to the tables of the records while they
 * are read, in one transaction; this completes it. The result is the same as that of `mergeDirectory`.
 */
import { sql } from 'kysely';
import type { ReferenceTx } from '../../database.ts';
import type { DirectoryKey } from '../directories.ts';
import { collectCopies, raiseKeysOfUpdatedCopies, updateActiveCopies, writeEntries } from './active-copies.ts';
import { raiseAllGroups } from './group-revisions.ts';
import { mergeNewSources, type MergeReport } from './merge-directory.ts';
import { updateReleaseStates } from '../releases.ts';
import { updateStagingStatistics } from './staging.ts';
import { updateAliasGroups } from './update-alias-groups.ts';

interface CopiedDirectory extends DirectoryKey {
  /** Entries for other families and packages of sources are staged under this run. */
  readonly run: string;
  /** The number that the copied rows have. */
  readonly snapshot: number;
}

export async function hasRecords(tx: ReferenceTx, { source, directory }: DirectoryKey): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from advisory_record where source = ${source} and directory = ${directory}) as found`.execute(
    tx.db,
  );
  return rows[0]?.found === true;
}

export async function completeFirstImport(
  tx: ReferenceTx,
  copied: CopiedDirectory,
  takeSnapshot: (records: number) => Promise<number>,
): Promise<MergeReport> {
  await updateStagingStatistics(tx);
  const added = await listAdded(tx, copied);
  const snapshot = added === 0 ? undefined : await takeSnapshot(added);
  if (snapshot !== undefined) await addRecords(tx, copied, snapshot);
  return {
    added,
    revised: 0,
    severityOnly: 0,
    textOnly: 0,
    unchanged: 0,
    deleted: 0,
    snapshot: await mergeNewSources(tx, copied.run, snapshot, takeSnapshot),
  };
}

/** Fills the temporary table `changed_record`, as a merge does. */
async function listAdded(tx: ReferenceTx, { source, directory }: DirectoryKey): Promise<number> {
  await sql`
    create temporary table changed_record on commit drop as
    select id, 'added' as kind from advisory_record where source = ${source} and directory = ${directory}`.execute(
    tx.db,
  );
  await sql`create index on changed_record (id)`.execute(tx.db);
  await sql`analyze changed_record`.execute(tx.db);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from changed_record`.execute(tx.db);
  return rows[0]?.count ?? 0;
}

async function addRecords(tx: ReferenceTx, copied: CopiedDirectory, snapshot: number): Promise<void> {
  // Another source has taken the number meanwhile.
  if (snapshot !== copied.snapshot) await renumber(tx, copied, snapshot);
  await raiseOwnKeys(tx, copied, snapshot);
  await collectCopies(tx, copied);
  await writeEntries(tx, copied);
  await updateActiveCopies(tx, copied);
  await raiseKeysOfUpdatedCopies(tx, copied, snapshot);
  await updateAliasGroups(tx, await listIds(tx, copied), snapshot);
  await raiseAllGroups(tx, copied, snapshot);
  await updateReleaseStates(tx, snapshot);
}

async function renumber(tx: ReferenceTx, { source, directory }: DirectoryKey, snapshot: number): Promise<void> {
  await sql`
    update advisory_record set snapshot = ${snapshot}, severity_snapshot = ${snapshot}
    where source = ${source} and directory = ${directory}`.execute(tx.db);
}

async function raiseOwnKeys(tx: ReferenceTx, { source, directory }: DirectoryKey, snapshot: number): Promise<void> {
  await sql`
    insert into package_key (key, revision)
    select distinct package_key, ${snapshot}::bigint from affected_entry
    where source = ${source} and directory = ${directory} and own order by package_key
    on conflict (key) do update set revision = excluded.revision`.execute(tx.db);
}

async function listIds(tx: ReferenceTx, { source, directory }: DirectoryKey): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct unnest(aliases || id) as id from advisory_record
    where source = ${source} and directory = ${directory}`.execute(tx.db);
  return rows.map((row) => row.id);
}
