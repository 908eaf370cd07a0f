/**
 * Changes of opinions: decisions, VEX documents and their trusted authors, profiles, answers and AI settings. A change looks for the
 * versions that it affects by what they have published, and a publication reads opinions before its findings are visible. Counting
 * the changes under a lock guarantees that one of the two sees the other, without making either wait for the versions of the other.
 */
import { sql } from 'kysely';
import type { OrgTx } from '../database.ts';
import type { ServiceScope } from '../portfolio/services.ts';
import { once } from '../shared-transactions.ts';

/**
 * Call it before the search for affected versions, so that the search sees every publication that could not see this change. Call it
 * before versions are locked: changes wait for each other here.
 */
export async function recordOpinionChange(tx: OrgTx, services: ServiceScope): Promise<void> {
  await sql`select pg_advisory_xact_lock(${opinionLock(tx)})`.execute(tx.db);
  const subjects = services === 'all' ? [tx.orgId] : [...new Set(services)];
  await sql`
    insert into opinion_clock as c (org_id, subject_id, changes)
    select ${tx.orgId}::uuid, id, 1 from unnest(${subjects}::uuid[]) id
    on conflict (org_id, subject_id) do update set changes = c.changes + 1`.execute(tx.db);
}

/**
 * Waits until no change is in progress: without this, a version would be analyzed again and again until one is committed. Keeps no
 * lock, so that changes never wait for the versions of analyses that start. The caller must not hold a version.
 */
export async function waitForOpinionChanges(tx: OrgTx): Promise<void> {
  const lock = opinionLock(tx);
  await once(tx, 'opinion changes', async () => {
    await sql`select pg_advisory_lock_shared(${lock}), pg_advisory_unlock_shared(${lock})`.execute(tx.db);
  });
}

/** Returns the number of changes that may apply to the service. Call it before opinions are read. */
export async function countOpinionChanges(tx: OrgTx, serviceId: string): Promise<number> {
  return await once(tx, `opinion changes of ${serviceId}`, async () => await readChanges(tx, serviceId));
}

/**
 * Returns whether opinions about the service have changed since they were counted, or are changing. If not, changes wait until the
 * transaction ends. Does not wait itself: a change in progress may wait for the version that the caller holds.
 */
export async function hasOpinionChange(tx: OrgTx, serviceId: string, counted: number): Promise<boolean> {
  return await once(tx, `opinion change of ${serviceId}`, async () => {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock_shared(${opinionLock(tx)}) as locked`.execute(tx.db);
    // In a statement of its own, which sees what was committed before the lock.
    return rows[0]?.locked !== true || (await readChanges(tx, serviceId)) !== counted;
  });
}

async function readChanges(tx: OrgTx, serviceId: string): Promise<number> {
  const { rows } = await sql<{ changes: number }>`
    select coalesce(sum(changes), 0)::float8 as changes from opinion_clock
    where org_id = ${tx.orgId} and subject_id = any(${[serviceId, tx.orgId]}::uuid[])`.execute(tx.db);
  return rows[0]?.changes ?? 0;
}

function opinionLock(tx: OrgTx): ReturnType<typeof sql> {
  return sql`hashtextextended(${`opinion changes of ${tx.orgId}`}, 0)`;
}
