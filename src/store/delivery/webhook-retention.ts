/** Messages that are over are kept for a while, and not more of them than anybody looks at. */
import { sql } from 'kysely';
import { LIMITS } from '../../core/limits.ts';
import type { OrgTx } from '../database.ts';

// Ids are collected first, as an array: a table that has just been filled is unknown to the planner, which would join it with itself
// row by row.
const ROWS_PER_STATEMENT = 5_000;

/** True when there may be more to remove. */
export async function removeOldDeliveries(tx: OrgTx, webhookId: string, before: string): Promise<boolean> {
  const old = await sql`
    delete from webhook_delivery where org_id = ${tx.orgId} and webhook_id = ${webhookId} and id = any(array(
      select id from webhook_delivery
      where org_id = ${tx.orgId} and webhook_id = ${webhookId} and due_at is null and finished_at < ${before}::timestamptz
      limit ${ROWS_PER_STATEMENT}))`.execute(tx.db);
  const many = await removeSurplus(tx, webhookId);
  return Math.max(Number(old.numAffectedRows), many) >= ROWS_PER_STATEMENT;
}

/** The newest are kept. */
export async function removeSurplus(tx: OrgTx, webhookId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_delivery where org_id = ${tx.orgId} and webhook_id = ${webhookId} and id = any(array(
      select id from webhook_delivery where org_id = ${tx.orgId} and webhook_id = ${webhookId} and due_at is null
      order by id desc offset ${LIMITS.webhookDeliveriesKeptMax} limit ${ROWS_PER_STATEMENT}))`.execute(tx.db);
  return Number(numAffectedRows);
}
