/**
 * Webhooks with pending deliveries in all organizations. This is the only table that can be read across organizations, because it
 * contains only ids and times. An enabled webhook has a row. A process holds a lease while it sends for a webhook, so that
 * deliveries stay in order. A lease expires by itself; receivers recognize a duplicate by its id.
 */
import { sql } from 'kysely';
import type { OrgTx, ReferenceTx } from '../database.ts';

export interface WebhookKey {
  readonly orgId: string;
  readonly webhookId: string;
}

/**
 * Releases the lease, and sets the due time from the webhook's deliveries, but not before the time at which the receiver may be
 * called again.
 */
export async function releaseWebhook(tx: OrgTx, webhookId: string): Promise<void> {
  await sql`
    update webhook_due q set leased_until = null, due_at = s.due_at, pending = s.pending
    from (${statusOf(tx, webhookId)}) s where q.org_id = ${tx.orgId} and q.webhook_id = ${webhookId}`.execute(tx.db);
}

/** Like `releaseWebhook`, but keeps a lease that another process may hold. Also for a webhook that was just enabled. */
export async function scheduleWebhook(tx: OrgTx, webhookId: string): Promise<void> {
  await sql`
    insert into webhook_due as q (org_id, webhook_id, due_at, pending)
    select ${tx.orgId}, ${webhookId}, s.due_at, s.pending from (${statusOf(tx, webhookId)}) s
    on conflict (org_id, webhook_id) do update set due_at = excluded.due_at, pending = excluded.pending`.execute(tx.db);
}

/** For a webhook that is disabled or deleted. */
export async function unscheduleWebhook(tx: OrgTx, webhookId: string): Promise<void> {
  await tx.db.deleteFrom('webhook_due').where('org_id', '=', tx.orgId).where('webhook_id', '=', webhookId).execute();
}

/**
 * Leases the webhook that has been due longest and is not leased. Skips organizations that use their share (`busy`), and webhooks
 * that this process is already sending for or cannot sign for (`except`).
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
  // The lease uses the clock of the database, which all processes share.
  const { rows } = await sql<WebhookKey>`
    update webhook_due q set leased_until = now() + make_interval(secs => ${options.leaseSeconds})
    from (
      select org_id, webhook_id from webhook_due
      where due_at <= ${options.now}::timestamptz and (leased_until is null or leased_until < now())
        and org_id <> all(${options.busy}::uuid[]) and webhook_id <> all(${options.except}::uuid[])
      order by due_at limit 1 for update skip locked
    ) c
    where q.org_id = c.org_id and q.webhook_id = c.webhook_id
    returning q.org_id as "orgId", q.webhook_id as "webhookId"`.execute(tx.db);
  return rows[0];
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

/** Returns the organizations with an enabled webhook, sorted by id. */
export async function listOrganizationsWithWebhooks(
  tx: ReferenceTx,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct org_id as id from webhook_due where ${after ?? null}::uuid is null or org_id > ${after ?? null}::uuid
    order by id limit ${limit}`.execute(tx.db);
  return rows.map(({ id }) => id);
}

interface WebhookBacklog {
  readonly pending: number;
  /** Age of the oldest due delivery; 0 when there is none. */
  readonly oldestDueSeconds: number;
}

export async function getWebhookBacklog(tx: ReferenceTx, now: string): Promise<WebhookBacklog> {
  const { rows } = await sql<WebhookBacklog>`
    select coalesce(sum(pending), 0)::int as pending,
      greatest(0, coalesce(extract(epoch from ${now}::timestamptz - min(due_at)), 0))::float8 as "oldestDueSeconds"
    from webhook_due`.execute(tx.db);
  return rows[0] ?? { pending: 0, oldestDueSeconds: 0 };
}

function statusOf(tx: OrgTx, webhookId: string) {
  return sql`
    select count(*)::int as pending, greatest(min(d.due_at), min(w.resume_at)) as due_at
    from webhook_delivery d join webhook w on w.org_id = d.org_id and w.id = d.webhook_id
    where d.org_id = ${tx.orgId} and d.webhook_id = ${webhookId} and d.due_at is not null`;
}
