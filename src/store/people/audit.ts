/**
 * The audit log: who changed what, append-only, for people, tokens, settings, services and versions. Written in the transaction
 * of the change.
 */
import type { ActorKind } from '../../core/vocabulary/access.ts';
import type { AuditAction, AuditKind } from '../../core/vocabulary/audit.ts';
import { sql } from 'kysely';
import { toIsoTimes } from '../dated-row.ts';
import type { OrgTx } from '../database.ts';
import { likePattern } from '../like-pattern.ts';
import { firstIdOf } from '../new-id.ts';
import type { Page, PageRequest } from '../page.ts';

export interface Actor {
  readonly kind: ActorKind;
  readonly id: string;
  readonly name: string;
}

export interface NewAuditEntry extends Pick<AuditEntry, 'id' | 'at' | 'actor' | 'subject'> {
  readonly action: AuditAction;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly requestId?: string | undefined;
}

export interface AuditEntry {
  readonly id: string;
  readonly at: string;
  readonly actor: Actor;
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string };
  readonly before: unknown;
  readonly after: unknown;
  readonly requestId: string | null;
}

export async function insertAuditEntry(tx: OrgTx, entry: NewAuditEntry): Promise<void> {
  await tx.db
    .insertInto('audit_entry')
    .values({
      org_id: tx.orgId,
      id: entry.id,
      at: entry.at,
      actor_kind: entry.actor.kind,
      actor_id: entry.actor.id,
      actor_name: entry.actor.name,
      action: entry.action,
      subject_kind: entry.subject.kind,
      subject_id: entry.subject.id,
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
      request_id: entry.requestId ?? null,
    })
    .execute();
}

export interface AuditFilter {
  /** Part of the actor's name or of the action, or a whole id of the subject or request. */
  readonly q?: string | undefined;
  /** Part of the actor's name. */
  readonly actor?: string | undefined;
  /** First parts of actions. */
  readonly kind?: readonly AuditKind[] | undefined;
  /** ISO 8601. */
  readonly since?: string | undefined;
}

/** Returns the newest first: ids sort by time. */
export async function listAuditEntries(
  tx: OrgTx,
  page: PageRequest,
  filter: AuditFilter = {},
): Promise<Page<AuditEntry>> {
  const matching = entriesOf(tx, filter);
  const { total } = await matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await matching.select(COLUMNS).orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute();
  return { total, items: rows.map(toIsoTimes) };
}

/** Like `listAuditEntries`, but returns the entries older than a given one. */
export async function listAuditEntriesBefore(
  tx: OrgTx,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
  filter: AuditFilter,
): Promise<AuditEntry[]> {
  const rows = await entriesOf(tx, filter)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .select(COLUMNS)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toIsoTimes);
}

const REMOVED_PER_STEP = 1_000;

/** Removes entries made before `at`, some per call, and returns whether there may be more. Ids sort by time. */
export async function removeAuditEntries(tx: OrgTx, at: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from audit_entry where org_id = ${tx.orgId} and id = any(array(
      select id from audit_entry where org_id = ${tx.orgId} and id < ${firstIdOf(at)}::uuid
      order by id limit ${REMOVED_PER_STEP}))`.execute(tx.db);
  return numAffectedRows === BigInt(REMOVED_PER_STEP);
}

const COLUMNS = [
  ...(['id', 'at', 'action', 'before', 'after', 'request_id as requestId'] as const),
  sql<Actor>`jsonb_build_object('kind', actor_kind, 'id', actor_id, 'name', actor_name)`.as('actor'),
  sql<AuditEntry['subject']>`jsonb_build_object('kind', subject_kind, 'id', subject_id)`.as('subject'),
] as const;

function entriesOf(tx: OrgTx, { q, actor, kind, since }: AuditFilter) {
  return tx.db
    .selectFrom('audit_entry')
    .where('org_id', '=', tx.orgId)
    .$if(actor !== undefined, (query) => query.where('actor_name', 'ilike', likePattern(actor ?? '')))
    .$if(kind !== undefined, (query) => query.where(sql<boolean>`split_part(action, '.', 1) = any(${kind}::text[])`))
    .$if(since !== undefined, (query) => query.where(sql<boolean>`at >= ${since}::timestamptz`))
    .$if(q !== undefined, (query) =>
      query.where((is) =>
        is.or([
          is('actor_name', 'ilike', likePattern(q ?? '')),
          is('action', 'ilike', likePattern(q ?? '')),
          is('subject_id', '=', q ?? ''),
          is('request_id', '=', q ?? ''),
        ]),
      ),
    );
}
