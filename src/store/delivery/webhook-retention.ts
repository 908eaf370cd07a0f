/** Deletes finished deliveries after a time, and all but the newest of each webhook. */
import { sql } from 'kysely';
import { LIMITS } from '../../core/limits.ts';
import type { OrgTx } from '../database.ts';

// Ids are collected into an array first: for a table that has just been filled the planner has no statistics and would use a
// nested loop self-join.
const ROWS_PER_STATEMENT = 5_000;

/** Returns true when there may be more to delete. */
export async function removeOldDeliveries(tx: OrgTx, webhookId: string, before: string): Promise<boolean> {
  const old = await sql`
    delete from webhook_delivery where org_id = ${tx.orgId} and webhook_id = ${webhookId} and id = any(array(
      select id from webhook_delivery
      where org_id = ${tx.orgId} and webhook_id = ${webhookId} and due_at is null and finished_at < ${before}::timestamptz
      limit ${ROWS_PER_STATEMENT}))`.execute(tx.db);
  const many = await removeSurplusDeliveries(tx, webhookId);
  return Math.max(Number(old.numAffectedRows), many) >= ROWS_PER_STATEMENT;
}

/** Keeps the newest deliveries. */
export async function removeSurplusDeliveries(tx: OrgTx, webhookId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_delivery where org_id = ${tx.orgId} and webhook_id = ${webhookId} and id = any(array(
      select id from webhook_delivery where org_id = ${tx.orgId} and webhook_id = ${webhookId} and due_at is null
      order by id desc offset ${LIMITS.webhookDeliveriesKeptMax} limit ${ROWS_PER_STATEMENT}))`.execute(tx.db);
  return Number(numAffectedRows);
}
