/**
 * Writes a batch of records with their affected entries. A record whose match-relevant part is unchanged only gets its text
 * renewed; every other one takes its keys, old and new, to the snapshot of the batch. A batch that changes nothing takes none.
 */
import { createHash } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { sql } from 'kysely';
import type { Advisory } from '../../core/advisory/advisory.ts';
import { toPackageKey } from '../../core/identity/package-key.ts';
import type { ReferenceTx } from '../database.ts';

export interface IncomingRecord {
  readonly directory: string;
  readonly advisory: Advisory;
  readonly raw: Uint8Array;
  /** Canonical text of what matching reads. */
  readonly projection: string;
  /** As far as this record alone knows; corrected by regrouping. */
  readonly groupIds: readonly string[];
}

export async function mergeAdvisories(
  tx: ReferenceTx,
  source: string,
  records: readonly IncomingRecord[],
  takeSnapshot: (changed: number) => Promise<number>,
): Promise<{ readonly changed: number }> {
  await sql`create temporary table incoming_record (like advisory_record including defaults) on commit drop`.execute(
    tx.db,
  );
  await sql`create temporary table incoming_entry (directory text, record_id text, n integer, package_key text, entry jsonb) on commit drop`.execute(
    tx.db,
  );
  await insertIncomingRecords(tx, source, records);
  await insertIncomingEntries(tx, records);
  const changed = await dropUnchangedEntries(tx, source);
  if (changed > 0) {
    const snapshot = await takeSnapshot(changed);
    await sql`update incoming_record set snapshot = ${snapshot}`.execute(tx.db);
    await touchKeys(tx, source, snapshot);
  }
  await replaceRecords(tx);
  await replaceEntries(tx, source);
  return { changed };
}

async function insertIncomingRecords(
  tx: ReferenceTx,
  source: string,
  records: readonly IncomingRecord[],
): Promise<void> {
  const rows = records.map(({ directory, advisory, raw, projection, groupIds }) => ({
    source,
    directory,
    id: advisory.id,
    modified: advisory.modified,
    published: advisory.published ?? null,
    withdrawn: advisory.withdrawn ?? null,
    class: advisory.class,
    severity: advisory.severity,
    title: advisory.title,
    details: advisory.details,
    cvss: advisory.cvss,
    cwes: advisory.cwes,
    references: advisory.references,
    aliases: advisory.aliases,
    upstream: advisory.upstream,
    group_ids: groupIds,
    projection_sha256: `\\x${createHash('sha256').update(projection).digest('hex')}`,
    raw: `\\x${zstdCompressSync(raw).toString('hex')}`,
    snapshot: 0,
  }));
  // One JSON parameter instead of nineteen arrays: arrays of arrays cannot be unnested row by row.
  await sql`
    insert into incoming_record
    select * from jsonb_populate_recordset(null::incoming_record, ${JSON.stringify(rows)}::jsonb)`.execute(tx.db);
}

async function insertIncomingEntries(tx: ReferenceTx, records: readonly IncomingRecord[]): Promise<void> {
  const rows = records.flatMap(({ directory, advisory }) =>
    // Copies of one id in several directories may differ: each speaks for its own ecosystem.
    advisory.affected
      .filter((entry) => entry.family === directory)
      .flatMap((entry, n) => {
        const key = toPackageKey(entry.family, entry.release, entry.name);
        return key === undefined ? [] : [{ directory, record_id: advisory.id, n, package_key: key, entry }];
      }),
  );
  await sql`
    insert into incoming_entry
    select * from jsonb_populate_recordset(null::incoming_entry, ${JSON.stringify(rows)}::jsonb)`.execute(tx.db);
}

/** Counts the records that are new or read differently by the matcher; entries of the others are dropped. */
async function dropUnchangedEntries(tx: ReferenceTx, source: string): Promise<number> {
  await sql`
    delete from incoming_entry e using incoming_record n, advisory_record o
    where n.directory = e.directory and n.id = e.record_id
      and o.source = ${source} and o.directory = n.directory and o.id = n.id and o.projection_sha256 = n.projection_sha256`.execute(
    tx.db,
  );
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from incoming_record n
    where not exists (select 1 from advisory_record o where o.source = ${source} and o.directory = n.directory and o.id = n.id
      and o.projection_sha256 = n.projection_sha256)`.execute(tx.db);
  return rows[0]?.count ?? 0;
}

/** Keys of the old and of the new form of every changed record. */
async function touchKeys(tx: ReferenceTx, source: string, snapshot: number): Promise<void> {
  await sql`
    insert into package_key (key, revision)
    select distinct k.package_key, ${snapshot}::bigint from (
      select package_key from incoming_entry
      union
      select e.package_key from affected_entry e
        join incoming_record n on n.directory = e.directory and n.id = e.record_id
        join advisory_record o on o.source = e.source and o.directory = e.directory and o.id = e.record_id
      where e.source = ${source} and o.projection_sha256 <> n.projection_sha256
    ) k
    on conflict (key) do update set revision = excluded.revision`.execute(tx.db);
}

async function replaceEntries(tx: ReferenceTx, source: string): Promise<void> {
  await sql`
    insert into affected_entry (source, directory, record_id, n, package_key, entry)
    select ${source}, directory, record_id, n, package_key, entry from incoming_entry`.execute(tx.db);
}

async function replaceRecords(tx: ReferenceTx): Promise<void> {
  await sql`
    delete from affected_entry e using incoming_record n, advisory_record o
    where e.source = n.source and e.directory = n.directory and e.record_id = n.id
      and o.source = n.source and o.directory = n.directory and o.id = n.id and o.projection_sha256 <> n.projection_sha256`.execute(
    tx.db,
  );
  await sql`
    insert into advisory_record select * from incoming_record
    on conflict (source, directory, id) do update set
      modified = excluded.modified, published = excluded.published, withdrawn = excluded.withdrawn, class = excluded.class,
      severity = excluded.severity, title = excluded.title, details = excluded.details, cvss = excluded.cvss, cwes = excluded.cwes,
      "references" = excluded."references", aliases = excluded.aliases, upstream = excluded.upstream, raw = excluded.raw,
      projection_sha256 = excluded.projection_sha256,
      snapshot = case when advisory_record.projection_sha256 = excluded.projection_sha256
        then advisory_record.snapshot else excluded.snapshot end
    where advisory_record.projection_sha256 <> excluded.projection_sha256 or advisory_record.raw <> excluded.raw`.execute(
    tx.db,
  );
}
