/**
 * Merges the staged records of one directory into the stored ones, inside the caller's transaction. Hashes classify each change:
 * only a change that affects matching raises package keys, those of the old and of the new record. A change of the severity alone
 * also takes a snapshot number and raises the vulnerability; a change of the text alone is only stored.
 */
import { sql, type RawBuilder } from 'kysely';
import type { ReferenceTx } from '../../database.ts';
import { updateAliasGroups } from './update-alias-groups.ts';
import type { DirectoryKey } from '../directories.ts';
import { stageChangedGroups, raiseChangedGroups, raiseAllGroups } from './group-revisions.ts';
import { countNewSources, saveNewSources } from './package-sources.ts';
import { updateReleaseStates } from '../releases.ts';
import { saveRevisions } from './revisions.ts';
import { collectCopies, raiseKeysOfUpdatedCopies, updateActiveCopies, writeEntries } from './active-copies.ts';
import { updateStagingStatistics, clearStaging } from './staging.ts';

interface StagedDirectory extends DirectoryKey {
  readonly run: string;
  readonly at: string;
  /** Staged records that are older than their list says. They never replace a newer record. */
  readonly outdated: readonly string[];
  /** Requires `markMissing`, whose `removed_record` is deleted here. */
  readonly isComplete: boolean;
}

export interface MergeReport {
  readonly added: number;
  /** Changed in a way that affects matching. */
  readonly revised: number;
  readonly severityOnly: number;
  readonly textOnly: number;
  readonly unchanged: number;
  readonly deleted: number;
  /** Undefined when no change affects findings. */
  readonly snapshot: number | undefined;
}

export async function mergeDirectory(
  tx: ReferenceTx,
  staged: StagedDirectory,
  takeSnapshot: (records: number) => Promise<number>,
): Promise<MergeReport> {
  const report = await mergeRecords(tx, staged, takeSnapshot);
  return { ...report, snapshot: await mergeNewSources(tx, staged.run, report.snapshot, takeSnapshot) };
}

/** Takes a snapshot number only if the records did not and a source is new. */
export async function mergeNewSources(
  tx: ReferenceTx,
  run: string,
  ofRecords: number | undefined,
  takeSnapshot: (records: number) => Promise<number>,
): Promise<number | undefined> {
  const newSources = ofRecords === undefined ? await countNewSources(tx, run) : undefined;
  if (newSources === 0) return undefined;
  const snapshot = ofRecords ?? (await takeSnapshot(newSources ?? 0));
  await saveNewSources(tx, run, snapshot);
  return snapshot;
}

async function mergeRecords(
  tx: ReferenceTx,
  staged: StagedDirectory,
  takeSnapshot: (records: number) => Promise<number>,
): Promise<MergeReport> {
  await updateStagingStatistics(tx);
  const counts = await classify(tx, staged);
  const relevant = counts.added + counts.revised + counts.deleted;
  if (relevant === 0) return { ...counts, snapshot: await mergeEdits(tx, staged, counts, takeSnapshot) };
  const snapshot = await takeSnapshot(relevant + counts.severityOnly);
  const touched = await listTouchedIds(tx, staged);
  await stageChangedGroups(tx, staged);
  await saveRevisions(tx, staged, snapshot);
  await raiseKeys(tx, staged, snapshot);
  await removeOldRows(tx, staged);
  await writeRecords(tx, staged, snapshot);
  await collectCopies(tx, staged);
  await writeEntries(tx, staged);
  await updateActiveCopies(tx, staged);
  await raiseKeysOfUpdatedCopies(tx, staged, snapshot);
  await updateAliasGroups(tx, touched, snapshot);
  await raiseChangedGroups(tx, staged, snapshot);
  await updateReleaseStates(tx, snapshot);
  return { ...counts, snapshot };
}

/**
 * Merges changes that do not affect matching. Even a change of the text alone may make a copy the newest one, which then becomes
 * the active copy.
 */
async function mergeEdits(
  tx: ReferenceTx,
  staged: StagedDirectory,
  { severityOnly }: Pick<MergeReport, 'severityOnly'>,
  takeSnapshot: (records: number) => Promise<number>,
): Promise<number | undefined> {
  const rated = severityOnly === 0 ? undefined : await takeSnapshot(severityOnly);
  if (rated !== undefined) await stageChangedGroups(tx, staged);
  await writeRecords(tx, staged, rated ?? 0);
  if (rated !== undefined) await raiseChangedGroups(tx, staged, rated);
  await collectCopies(tx, staged);
  const turned = await updateActiveCopies(tx, staged);
  if (turned === 0) return rated;
  const snapshot = rated ?? (await takeSnapshot(turned));
  await raiseKeysOfUpdatedCopies(tx, staged, snapshot);
  await updateReleaseStates(tx, snapshot);
  return snapshot;
}

/** Fills the temporary table `changed_record`, which all later steps read. */
async function classify(
  tx: ReferenceTx,
  { source, directory, run, outdated, isComplete }: StagedDirectory,
): Promise<Omit<MergeReport, 'snapshot'>> {
  await sql`
    create temporary table changed_record on commit drop as
    select n.id, case
        when o.id is null then 'added'
        when o.projection_sha256 <> n.projection_sha256 then 'revised'
        when o.severity_sha256 is distinct from n.severity_sha256 then 'severityOnly'
        when o.modified <> n.modified or ${checksumOf('o')} <> ${checksumOf('n')} then 'textOnly'
        else 'unchanged' end as kind
    from staged_record n
    left join advisory_record o on o.source = n.source and o.directory = n.directory and o.id = n.id
    where n.run = ${run} and not (o.id is not null and o.modified >= n.modified and n.id = any(${outdated}::text[]))`.execute(
    tx.db,
  );
  if (isComplete) await sql`insert into changed_record select id, 'deleted' from removed_record`.execute(tx.db);
  await sql`create index on changed_record (id)`.execute(tx.db);
  await sql`analyze changed_record`.execute(tx.db);
  // A record that was sent is not missing, even if an earlier list lacked it.
  await sql`
    update advisory_record o set missing_since = null, missing_list_sha256 = null
    from (select id from changed_record where kind <> 'deleted') c
    where o.source = ${source} and o.directory = ${directory} and o.id = c.id and o.missing_since is not null`.execute(
    tx.db,
  );
  const { rows } = await sql<{ kind: keyof MergeReport; count: number }>`
    select kind, count(*)::int as count from changed_record group by kind`.execute(tx.db);
  const count = (kind: keyof MergeReport): number => rows.find((row) => row.kind === kind)?.count ?? 0;
  return {
    added: count('added'),
    revised: count('revised'),
    severityOnly: count('severityOnly'),
    textOnly: count('textOnly'),
    unchanged: count('unchanged'),
    deleted: count('deleted'),
  };
}

/** The checksum and the size of a record: archives may be compressed in another way although no record has changed. */
function checksumOf(table: 'o' | 'n'): RawBuilder<unknown> {
  const raw = sql.ref(`${table}.raw`);
  return sql`substring(${raw} from octet_length(${raw}) - 7)`;
}

/** Returns the old and new ids and aliases: every group that may change contains one of them. */
async function listTouchedIds(tx: ReferenceTx, { source, directory, run }: StagedDirectory): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct t.id from (
      select unnest(n.aliases || n.id) as id from staged_record n join changed_record c on c.id = n.id
      where n.run = ${run} and c.kind in ('added', 'revised')
      union all
      select unnest(o.aliases || o.id) from advisory_record o join changed_record c on c.id = o.id
      where o.source = ${source} and o.directory = ${directory} and c.kind in ('revised', 'deleted')
    ) t`.execute(tx.db);
  return rows.map((row) => row.id);
}

/** Raises the keys of the old and the new version of every record whose matching changes; `raiseKeysOfUpdatedCopies` raises the rest. */
async function raiseKeys(
  tx: ReferenceTx,
  { source, directory, run }: StagedDirectory,
  snapshot: number,
): Promise<void> {
  await sql`
    insert into package_key (key, revision)
    select k.package_key, ${snapshot}::bigint from (
      select n.package_key from staged_entry n join changed_record c on c.id = n.record_id
      where n.run = ${run} and n.own and c.kind in ('added', 'revised')
      union
      select o.package_key from affected_entry o join changed_record c on c.id = o.record_id
      where o.source = ${source} and o.directory = ${directory} and o.active and c.kind in ('revised', 'deleted')
    ) k
    order by k.package_key
    on conflict (key) do update set revision = excluded.revision`.execute(tx.db);
}

async function removeOldRows(tx: ReferenceTx, { source, directory }: StagedDirectory): Promise<void> {
  await sql`
    delete from affected_entry o using (select id from changed_record where kind in ('revised', 'deleted')) c
    where o.source = ${source} and o.directory = ${directory} and o.record_id = c.id`.execute(tx.db);
  await sql`
    delete from advisory_record o using (select id from changed_record where kind = 'deleted') c
    where o.source = ${source} and o.directory = ${directory} and o.id = c.id`.execute(tx.db);
}

/** A record keeps its groups and its snapshot when its matching does not change. */
async function writeRecords(tx: ReferenceTx, { run }: StagedDirectory, snapshot: number): Promise<void> {
  await sql`
    insert into advisory_record (source, directory, id, modified, published, withdrawn, class, severity, title, details, cvss,
      cwes, "references", aliases, upstream, related, group_ids, projection_sha256, severity_sha256, raw, mentions, snapshot,
      severity_snapshot)
    select n.source, n.directory, n.id, n.modified, n.published, n.withdrawn, n.class, n.severity, n.title, n.details, n.cvss,
      n.cwes, n."references", n.aliases, n.upstream, n.related, n.group_ids, n.projection_sha256, n.severity_sha256, n.raw,
      n.mentions, ${snapshot}::bigint, ${snapshot}::bigint
    from staged_record n join changed_record c on c.id = n.id
    where n.run = ${run} and c.kind in ('added', 'revised', 'severityOnly', 'textOnly')
    on conflict (source, directory, id) do update set
      modified = excluded.modified, published = excluded.published, withdrawn = excluded.withdrawn, class = excluded.class,
      severity = excluded.severity, title = excluded.title, details = excluded.details, cvss = excluded.cvss,
      cwes = excluded.cwes, "references" = excluded."references", aliases = excluded.aliases,
      upstream = excluded.upstream, related = excluded.related, severity_sha256 = excluded.severity_sha256,
      raw = excluded.raw, mentions = excluded.mentions, projection_sha256 = excluded.projection_sha256,
      group_ids = case when advisory_record.projection_sha256 = excluded.projection_sha256
        then advisory_record.group_ids else excluded.group_ids end,
      snapshot = case when advisory_record.projection_sha256 = excluded.projection_sha256
        then advisory_record.snapshot else excluded.snapshot end,
      severity_snapshot = case when advisory_record.severity_sha256 is not distinct from excluded.severity_sha256
        then advisory_record.severity_snapshot else excluded.severity_snapshot end`.execute(tx.db);
}

/**
 * Removes a source with all of its records, and updates the groups and revisions that depend on them. Raises the keys of the
 * source, so that no cached result of its records remains valid.
 */
export async function removeSource(tx: ReferenceTx, name: string, snapshot: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct unnest(aliases || id) as id from advisory_record where source = ${name}`.execute(tx.db);
  await sql`
    update package_key set revision = ${snapshot}
    where key in (select package_key from affected_entry where source = ${name} and active)`.execute(tx.db);
  await raiseAllGroups(tx, { source: name }, snapshot);
  await clearStaging(tx, name);
  await sql`delete from affected_entry where source = ${name}`.execute(tx.db);
  await sql`delete from advisory_record where source = ${name}`.execute(tx.db);
  await sql`delete from advisory_revision where source = ${name}`.execute(tx.db);
  await sql`delete from advisory_directory where source = ${name}`.execute(tx.db);
  await sql`delete from advisory_snapshot where source = ${name}`.execute(tx.db);
  await sql`delete from advisory_source where name = ${name}`.execute(tx.db);
  await updateAliasGroups(
    tx,
    rows.map((row) => row.id),
    snapshot,
  );
  await updateReleaseStates(tx, snapshot);
}
