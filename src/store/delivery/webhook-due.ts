/**
 * Which webhooks of all organizations have something to send: the only place that can be asked across organizations, because it
 * holds ids and times alone. A webhook has a row while it is enabled. Who sends for it holds its lease, so that one process at a
 * time does, and its messages stay in order; a lease ends by itself, and what happens twice then is told apart by its id.
 */
import { sql } from 'kysely';
import type { OrgTx, ReferenceTx } from '../database.ts';

export interface WebhookKey {
  readonly orgId: string;
  readonly webhookId: string;
}

/** As the messages of the webhook say, no earlier than the receiver is to be called; the lease is given back. */
export async function releaseWebhook(tx: OrgTx, webhookId: string): Promise<void> {
  await sql`
    update webhook_due q set leased_until = null, due_at = s.due_at, pending = s.pending
    from (${statusOf(tx, webhookId)}) s where q.org_id = ${tx.orgId} and q.webhook_id = ${webhookId}`.execute(tx.db);
}

/** The same while somebody may hold the lease; also for a webhook that was enabled. */
export async function scheduleWebhook(tx: OrgTx, webhookId: string): Promise<void> {
  await sql`
    insert into webhook_due as q (org_id, webhook_id, due_at, pending)
    select ${tx.orgId}, ${webhookId}, s.due_at, s.pending from (${statusOf(tx, webhookId)}) s
    on conflict (org_id, webhook_id) do update set due_at = excluded.due_at, pending = excluded.pending`.execute(tx.db);
}

/** It is disabled or deleted. */
export async function unscheduleWebhook(tx: OrgTx, webhookId: string): Promise<void> {
  await tx.db.deleteFrom('webhook_due').where('org_id', '=', tx.orgId).where('webhook_id', '=', webhookId).execute();
}

/**
 * One that is due and not in anybody's hands, who has waited longest first; but none of organizations that have their share
 * (`busy`), and none that this process has in hand already or cannot sign for (`except`).
 */
export async function claimWebhook(
  tx: ReferenceTx,
  options: {
    readonly now: string;
    readonly leaseSeconds: number;
    readonly busy: readonly string[];
    readonly except: readonly string[];
  },
): Promise<WebhookKey | undefined> {
  // The lease is counted by the clock of the database, which all processes share.
  const { rows } = await sql<{ org_id: string; webhook_id: string }>`
    update webhook_due q set leased_until = now() + make_interval(secs => ${options.leaseSeconds})
    from (
      select org_id, webhook_id from webhook_due
      where due_at <= ${options.now}::timestamptz and (leased_until is null or leased_until < now())
        and org_id <> all(${options.busy}::uuid[]) and webhook_id <> all(${options.except}::uuid[])
      order by due_at limit 1 for update skip locked
    ) c
    where q.org_id = c.org_id and q.webhook_id = c.webhook_id
    returning q.org_id, q.webhook_id`.execute(tx.db);
  const [row] = rows;
  return row && { orgId: row.org_id, webhookId: row.webhook_id };
}

export async function hasScheduledWebhooks(tx: OrgTx): Promise<boolean> {
  const row = await tx.db
    .selectFrom('webhook_due')
    .select('webhook_id')
    .where('org_id', '=', tx.orgId)
    .limit(1)
    .execute();
  return row.length > 0;
}

/** Organizations that have an enabled webhook, in the order of their ids. */
export async function listOrganizationsWithWebhooks(
  tx: ReferenceTx,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ org_id: string }>`
    select distinct org_id from webhook_due where ${after ?? null}::uuid is null or org_id > ${after ?? null}::uuid
    order by org_id limit ${limit}`.execute(tx.db);
  return rows.map((row) => row.org_id);
}

export interface WebhookBacklog {
  readonly pending: number;
  /** Of what could have been sent already; 0 when there is nothing. */
  readonly oldestDueSeconds: number;
}

export async function readWebhookBacklog(tx: ReferenceTx, now: string): Promise<WebhookBacklog> {
  const { rows } = await sql<{ pending: number; oldest: number }>`
    select coalesce(sum(pending), 0)::int as pending,
      greatest(0, coalesce(extract(epoch from ${now}::timestamptz - min(due_at)), 0))::float8 as oldest
    from webhook_due`.execute(tx.db);
  return { pending: rows[0]?.pending ?? 0, oldestDueSeconds: rows[0]?.oldest ?? 0 };
}

function statusOf(tx: OrgTx, webhookId: string) {
  return sql`
    select count(*)::int as pending, greatest(min(d.due_at), min(w.resume_at)) as due_at
    from webhook_delivery d join webhook w on w.org_id = d.org_id and w.id = d.webhook_id
    where d.org_id = ${tx.orgId} and d.webhook_id = ${webhookId} and d.due_at is not null`;
}
