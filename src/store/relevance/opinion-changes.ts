/**
 * Changes of opinions: decisions, VEX documents and their trusted authors, profiles, answers and AI settings. A change looks for the
 * versions that it affects by what they have published, and a publication reads opinions before its findings are visible. Counting
 * the changes under a lock guarantees that one of the two sees the other, without making either wait for the versions of the other.
 */
import { sql, type RawBuilder } from 'kysely';
import type { OrgTx } from '../database.ts';
import type { ServiceScope } from '../portfolio/services.ts';
import { once } from '../shared-transactions.ts';

/** Every lock takes shared memory of the server, so a change of more services locks all. */
const SERVICES_LOCKED_MAX = 50;

/**
 * Changes about a service wait for each other here, and for changes that may apply to all services. Call it before what the change
 * depends on is read, and before versions are locked.
 */
export async function lockOpinions(tx: OrgTx, services: ServiceScope): Promise<void> {
  const ids = services === 'all' ? [] : [...new Set(services)].toSorted();
  if (services === 'all' || ids.length > SERVICES_LOCKED_MAX) {
    await sql`select pg_advisory_xact_lock(${opinionLock(tx)})`.execute(tx.db);
    return;
  }
  await sql`select pg_advisory_xact_lock_shared(${opinionLock(tx)})`.execute(tx.db);
  for (const id of ids) await sql`select pg_advisory_xact_lock(${opinionLock(tx, id)})`.execute(tx.db);
}

/** Call it before the search for affected versions, so that the search sees every publication that could not see this change. */
export async function recordOpinionChange(tx: OrgTx, services: ServiceScope): Promise<void> {
  await lockOpinions(tx, services);
  const subjects = services === 'all' ? [tx.orgId] : [...new Set(services)];
  await sql`
    insert into opinion_clock as c (org_id, subject_id, changes)
    select ${tx.orgId}::uuid, id, 1 from unnest(${subjects}::uuid[]) id
    on conflict (org_id, subject_id) do update set changes = c.changes + 1`.execute(tx.db);
}

/**
 * Waits until no change about the service is in progress: without this, a version would be analyzed again and again until one is
 * committed. Keeps no lock, so that changes never wait for the versions of analyses that start. The caller must not hold any row.
 */
export async function waitForOpinionChanges(tx: OrgTx, serviceId: string): Promise<void> {
  const [ofAll, ofService] = [opinionLock(tx), opinionLock(tx, serviceId)];
  await once(tx, `opinion changes in ${serviceId}`, async () => {
    await sql`
      select pg_advisory_lock_shared(${ofAll}), pg_advisory_unlock_shared(${ofAll}),
        pg_advisory_lock_shared(${ofService}), pg_advisory_unlock_shared(${ofService})`.execute(tx.db);
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
      select pg_try_advisory_xact_lock_shared(${opinionLock(tx)})
        and pg_try_advisory_xact_lock_shared(${opinionLock(tx, serviceId)}) as locked`.execute(tx.db);
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

/** Of all services, or of one. */
function opinionLock(tx: OrgTx, serviceId = ''): RawBuilder<unknown> {
  return sql`hashtextextended(${`opinion changes of ${tx.orgId} ${serviceId}`}, 0)`;
}
