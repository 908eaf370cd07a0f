/**
 * How far new advisory data has reached the versions of an organization. The number moves when everything up to it has been asked
 * for; who publishes holds it for that moment, so that either the publication is seen, or it sees that it came late.
 */
import { sql } from 'kysely';
import type { OrgTx, ReferenceTx } from '../database.ts';

export interface AppliedData {
  readonly snapshot: number;
  /** Null before the first time. */
  readonly engineVersion: string | null;
}

export async function readApplied(tx: OrgTx): Promise<AppliedData> {
  const row = await tx.db
    .selectFrom('organization')
    .select(['applied_snapshot', 'applied_engine'])
    .where('id', '=', tx.orgId)
    .executeTakeFirstOrThrow();
  return { snapshot: Number(row.applied_snapshot), engineVersion: row.applied_engine };
}

/** Up to which snapshot every component that was ever matched has been matched again, by this engine; undefined: by another one. */
export async function readMatched(tx: OrgTx, engineVersion: string): Promise<number | undefined> {
  const row = await tx.db
    .selectFrom('organization')
    .select('matched_snapshot')
    .where('id', '=', tx.orgId)
    .where('matched_engine', '=', engineVersion)
    .executeTakeFirst();
  return row && Number(row.matched_snapshot);
}

/** Of one engine it never goes back. */
export async function noteMatched(tx: OrgTx, snapshot: number, engineVersion: string): Promise<void> {
  await sql`
    update organization set matched_engine = ${engineVersion}, matched_snapshot =
      case when matched_engine = ${engineVersion} then greatest(matched_snapshot, ${snapshot}::bigint) else ${snapshot}::bigint end
    where id = ${tx.orgId}`.execute(tx.db);
}

/** The number does not move until the transaction ends. */
export async function holdApplied(tx: OrgTx): Promise<number> {
  const row = await tx.db
    .selectFrom('organization')
    .select('applied_snapshot')
    .where('id', '=', tx.orgId)
    .forShare()
    .executeTakeFirstOrThrow();
  return Number(row.applied_snapshot);
}

/** Never goes back. */
export async function noteApplied(tx: OrgTx, snapshot: number, engineVersion: string): Promise<void> {
  await sql`
    update organization set applied_snapshot = greatest(applied_snapshot, ${snapshot}::bigint), applied_engine = ${engineVersion}
    where id = ${tx.orgId}`.execute(tx.db);
}

/**
 * Organizations that data which they were told of, or a new engine, has not reached. In order of id. What a refresh has taken in
 * and not told of yet is left to it: it is not at its end.
 */
export async function listOrganizationsBehind(
  tx: ReferenceTx,
  engineVersion: string,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from organization o
    where o.deleted_at is null
      and (o.applied_snapshot < (select told_snapshot from advisory_clock) or o.applied_engine is distinct from ${engineVersion})
      and (${after ?? null}::uuid is null or o.id > ${after ?? null}::uuid)
    order by o.id limit ${limit}`.execute(tx.db);
  return rows.map(({ id }) => id);
}
