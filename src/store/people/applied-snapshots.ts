/**
 * Tracks the advisory snapshot that was applied to all versions of an organization. It advances when all analyses up to it were
 * requested. Publishing an analysis locks it, so that either the job that applies a snapshot sees the published analysis, or the
 * publication sees that it is outdated.
 */
import { sql } from 'kysely';
import type { OrgTx, ReferenceTx } from '../database.ts';
import { once } from '../shared-transactions.ts';

interface AppliedData {
  readonly snapshot: number;
  /** Null before the first run. */
  readonly engineVersion: string | null;
}

export async function getAppliedData(tx: OrgTx): Promise<AppliedData> {
  return await tx.db
    .selectFrom('organization')
    .select('applied_engine as engineVersion')
    .select(sql<number>`applied_snapshot::float8`.as('snapshot'))
    .where('id', '=', tx.orgId)
    .executeTakeFirstOrThrow();
}

/**
 * Returns the snapshot up to which every component was matched by this engine version, or undefined if another version did it.
 */
export async function findMatchedSnapshot(tx: OrgTx, engineVersion: string): Promise<number | undefined> {
  const row = await once(
    tx,
    `matched ${engineVersion}`,
    async () =>
      await tx.db
        .selectFrom('organization')
        .select('matched_snapshot')
        .where('id', '=', tx.orgId)
        .where('matched_engine', '=', engineVersion)
        .executeTakeFirst(),
  );
  return row && Number(row.matched_snapshot);
}

/** Until the end of the transaction, no other one records or forgets the matched snapshot. */
export async function lockMatchedSnapshot(tx: OrgTx): Promise<void> {
  await tx.db.selectFrom('organization').select('id').where('id', '=', tx.orgId).forNoKeyUpdate().execute();
}

/** Never goes back for the same engine version. */
export async function recordMatchedSnapshot(tx: OrgTx, snapshot: number, engineVersion: string): Promise<void> {
  await sql`
    update organization set matched_engine = ${engineVersion}, matched_snapshot =
      case when matched_engine = ${engineVersion} then greatest(matched_snapshot, ${snapshot}::bigint) else ${snapshot}::bigint end
    where id = ${tx.orgId}`.execute(tx.db);
}

/**
 * From now on, analyses look for components without a current match again, until the next snapshot was applied. Locks the organization,
 * so that a job that applies a snapshot sees which components this transaction has marked, or this runs after it.
 */
export async function forgetMatchedSnapshot(tx: OrgTx): Promise<void> {
  await sql`update organization set matched_engine = null where id = ${tx.orgId}`.execute(tx.db);
}

/**
 * Returns the snapshot and locks it until the transaction ends. The lock is not that of the row, because Citus lets two FOR SHARE of
 * a table that is copied to every node wait for each other.
 */
export async function lockAppliedSnapshot(tx: OrgTx): Promise<number> {
  const { snapshot } = await once(tx, 'applied', async () => {
    await sql`select pg_advisory_xact_lock_shared(${snapshotLock(tx)})`.execute(tx.db);
    return await getAppliedData(tx);
  });
  return snapshot;
}

function snapshotLock(tx: OrgTx): ReturnType<typeof sql> {
  return sql`hashtextextended(${`applied snapshot of ${tx.orgId}`}, 0)`;
}

/** Never goes back. */
export async function recordAppliedSnapshot(tx: OrgTx, snapshot: number, engineVersion: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${snapshotLock(tx)})`.execute(tx.db);
  await sql`
    update organization set applied_snapshot = greatest(applied_snapshot, ${snapshot}::bigint), applied_engine = ${engineVersion}
    where id = ${tx.orgId}`.execute(tx.db);
}

/**
 * Returns organizations to which announced data or a new engine version was not applied yet, sorted by id. Data of a refresh that
 * is still running is not announced yet and does not count.
 */
export async function listOrganizationsBehind(
  tx: ReferenceTx,
  engineVersion: string,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from organization o
    where o.deleted_at is null
      and (o.applied_snapshot < (select announced_snapshot from advisory_clock) or o.applied_engine is distinct from ${engineVersion})
      and (${after ?? null}::uuid is null or o.id > ${after ?? null}::uuid)
    order by o.id limit ${limit}`.execute(tx.db);
  return rows.map(({ id }) => id);
}
