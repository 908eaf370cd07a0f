/**
 * Removes component sets without a document, and components without a set. A set is recorded as unused from when parsing starts
 * until a document refers to it, and again when its last document is removed. A process that dies in between leaves the record,
 * so that unused sets never have to be searched for. Recorded sets are collected after a day, which is longer than any parse
 * takes.
 */
import { sql } from 'kysely';
import type { OrgTx } from '../../database.ts';
import { pipelined } from '../../pipelined.ts';

/**
 * Records the sets as unused from now on, even if they already were. A superfluous record does no harm: it is checked before
 * anything is removed.
 */
export async function recordUnusedSets(tx: OrgTx, sets: readonly Buffer[], at: string): Promise<void> {
  if (sets.length === 0) return;
  // Sorted by hash, so that two transactions that record the same sets cannot deadlock.
  await sql`
    insert into component_set_unused (org_id, sha256, since)
    select distinct ${tx.orgId}::uuid, s, ${at}::timestamptz from unnest(${[...sets]}::bytea[]) s order by s
    on conflict (org_id, sha256) do update set since = excluded.since`.execute(tx.db);
}

/** Called when a document refers to the set. */
export async function unrecordUnusedSet(tx: OrgTx, set: Buffer): Promise<void> {
  await sql`delete from component_set_unused where org_id = ${tx.orgId} and sha256 = ${set}`.execute(tx.db);
}

/**
 * Removes a batch of chunks of one set that has been unused since before the given time, if no other set has them, and the
 * components that nothing else uses. Returns whether there may be more.
 */
export async function collectUnusedSet(tx: OrgTx, before: string): Promise<boolean> {
  const { rows } = await sql<{ sha256: Buffer; used: boolean }>`
    select u.sha256, exists (select 1 from sbom b where b.org_id = ${tx.orgId} and b.set_sha256 = u.sha256) as used
    from component_set_unused u where u.org_id = ${tx.orgId} and u.since < ${before}
    order by u.since, u.sha256 limit 1 for update`.execute(tx.db);
  const [set] = rows;
  if (set === undefined) return false;
  const removed = set.used ? [] : await removeChunks(tx, set.sha256);
  if (removed.length < CHUNKS_PER_CALL) await unrecordUnusedSet(tx, set.sha256);
  await removeUnusedComponents(tx, await removeMembers(tx, removed));
  return true;
}

const CHUNKS_PER_CALL = 100;

async function removeChunks(tx: OrgTx, set: Buffer): Promise<Buffer[]> {
  const { rows } = await sql<{ sha256: Buffer }>`
    delete from component_set_chunk where org_id = ${tx.orgId} and set_sha256 = ${set} and start in (
      select start from component_set_chunk where org_id = ${tx.orgId} and set_sha256 = ${set} limit ${CHUNKS_PER_CALL})
    returning chunk_sha256 as sha256`.execute(tx.db);
  return rows.map(({ sha256 }) => sha256);
}

/** Removes the members of the given chunks that are in no set, and returns their components. */
async function removeMembers(tx: OrgTx, chunks: readonly Buffer[]): Promise<string[]> {
  if (chunks.length === 0) return [];
  await lockComponentsExclusively(tx);
  const { rows } = await sql<{ id: string }>`
    delete from component_chunk c where c.org_id = ${tx.orgId} and c.sha256 = any(${[...chunks]}::bytea[])
      and not exists (select 1 from component_set_chunk s where s.org_id = ${tx.orgId} and s.chunk_sha256 = c.sha256)
    returning c.component_id as id`.execute(tx.db);
  return rows.map(({ id }) => id);
}

/** Removes the given components that are in no set and no finding, with their keys, memos and matches. */
export async function removeUnusedComponents(tx: OrgTx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await lockComponentsExclusively(tx);
  const { rows } = await sql<{ id: string }>`
    delete from component c where c.org_id = ${tx.orgId} and c.id = any(${[...ids]}::uuid[])
      and not exists (select 1 from component_chunk s where s.org_id = ${tx.orgId} and s.component_id = c.id)
      and not exists (select 1 from version_finding v where v.org_id = ${tx.orgId} and v.component_id = c.id)
    returning c.id`.execute(tx.db);
  if (rows.length === 0) return;
  const removed = rows.map(({ id }) => id);
  await pipelined([
    sql`delete from component_key where org_id = ${tx.orgId} and component_id = any(${removed}::uuid[])`.execute(tx.db),
    sql`delete from component_memo where org_id = ${tx.orgId} and component_id = any(${removed}::uuid[])`.execute(
      tx.db,
    ),
    sql`delete from component_match where org_id = ${tx.orgId} and component_id = any(${removed}::uuid[])`.execute(
      tx.db,
    ),
  ]);
}

/**
 * Prevents the removal of chunks and components until the transaction ends, so that rows can refer to known ones. No foreign key
 * does: it would look up and lock the component of each row.
 */
export async function lockComponentsShared(tx: OrgTx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${componentsLock(tx)})`.execute(tx.db);
}

/** Waits for transactions that called `lockComponentsShared`, and blocks new ones until the transaction ends. */
export async function lockComponentsExclusively(tx: OrgTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${componentsLock(tx)})`.execute(tx.db);
}

function componentsLock(tx: OrgTx): ReturnType<typeof sql> {
  return sql`hashtextextended(${`components of ${tx.orgId}`}, 0)`;
}
