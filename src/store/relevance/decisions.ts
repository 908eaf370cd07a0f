/**
 * Decisions about findings. A row is never changed except for being superseded by another one; when that one is reverted, it is
 * in effect again. `core/relevance/decision-reach.ts` defines which findings a row applies to.
 */
import { sql } from 'kysely';
import { z } from 'zod';
import type { ScopedDecision } from '../../core/relevance/decisions/decision-scope.ts';
import type { DecisionTerms } from '../../core/relevance/decisions/decision-request.ts';
import type { Decision, DecisionConditions } from '../../core/relevance/decisions/decision.ts';
import { ACTOR_KINDS } from '../../core/vocabulary/access.ts';
import { DECISION_SCOPES, RECORDED_ACTIONS, type RecordedAction } from '../../core/vocabulary/decision.ts';
import { EFFECTS, LOWER_LABELS } from '../../core/vocabulary/relevance.ts';
import { VEX_JUSTIFICATIONS, VEX_RESPONSES, VEX_STATES } from '../../core/vocabulary/vex.ts';
import type { OrgTx } from '../database.ts';
import type { Actor } from '../people/audit.ts';

/** A stored row. A row that only reverts another one has no meaning of its own. */
export interface DecisionRecord extends ScopedDecision, Omit<DecisionTerms, 'state'> {
  readonly id: string;
  readonly action: RecordedAction;
  /** Null for a row that only reverts another one. */
  readonly state: DecisionTerms['state'] | null;
  readonly premises: DecisionConditions;
  readonly batchId: string | null;
  readonly actor: Actor;
  /** ISO 8601. */
  readonly at: string;
  readonly supersededBy: string | null;
  readonly supersededAt: string | null;
}

/** A decision that is in effect. */
export type ActiveDecision = Decision & ScopedDecision & Pick<DecisionRecord, 'action' | 'batchId' | 'actor'>;

export type NewDecision = Omit<DecisionRecord, 'supersededBy' | 'supersededAt'>;

/** Created once, because a batch has thousands of rows. */
const StoredTerms = z.object({
  scope: z.enum(DECISION_SCOPES),
  action: z.enum(RECORDED_ACTIONS),
  state: z.enum(VEX_STATES).nullable(),
  justification: z.enum(VEX_JUSTIFICATIONS).nullable(),
  response: z.array(z.enum(VEX_RESPONSES)),
  effect: z.enum(EFFECTS),
  label: z.enum(LOWER_LABELS).nullable(),
  actor_kind: z.enum(ACTOR_KINDS),
});
const StoredConditions = z.object({
  advisorySha256: z.string().optional(),
  severityRank: z.number(),
  kev: z.boolean(),
  exploitation: z.string().nullable(),
  componentVersions: z.array(z.string()),
  profileFields: z.array(z.object({ profile: z.string(), path: z.string(), valueSha256: z.string() })),
});

export interface DecisionRow {
  id: string;
  finding_id: string;
  service_id: string;
  version_id: string | null;
  package: string;
  ids: string[];
  scope: string;
  image_pattern: string | null;
  action: string;
  state: string | null;
  justification: string | null;
  response: string[];
  detail: string | null;
  effect: string;
  label: string | null;
  expires_at: Date | null;
  premises: unknown;
  batch_id: string | null;
  created_at: Date;
  actor_kind: string;
  actor_id: string;
  actor_name: string;
  superseded_by: string | null;
  superseded_at: Date | null;
}

/** Columns of `d` from `DECISION_FROM`, with the finding that the decided one was merged into, if any. */
export const DECISION_COLUMNS = sql`d.id, coalesce(f.merged_into, d.finding_id) as finding_id, d.service_id, d.version_id, d.package,
  d.ids, d.scope, d.image_pattern, d.action, d.state, d.justification, d.response, d.detail, d.effect, d.label, d.expires_at,
  d.premises, d.batch_id, d.created_at, d.actor_kind, d.actor_id, d.actor_name, d.superseded_by, d.superseded_at`;
export const DECISION_FROM = sql`decision d left join finding f on f.org_id = d.org_id and f.id = d.finding_id`;
export const IS_ACTIVE = sql<boolean>`(d.superseded_by is null and d.action <> 'taken_back')`;

export function toRecord(row: DecisionRow): DecisionRecord {
  const { actor_kind: kind, ...words } = StoredTerms.parse(row);
  return {
    ...words,
    id: row.id,
    findingId: row.finding_id,
    serviceId: row.service_id,
    versionId: row.version_id,
    package: row.package,
    ids: row.ids,
    imagePattern: row.image_pattern,
    detail: row.detail,
    expiresAt: row.expires_at?.toISOString() ?? null,
    premises: toConditions(row.premises),
    batchId: row.batch_id,
    at: row.created_at.toISOString(),
    actor: { kind, id: row.actor_id, name: row.actor_name },
    supersededBy: row.superseded_by,
    supersededAt: row.superseded_at?.toISOString() ?? null,
  };
}

function toConditions(stored: unknown): DecisionConditions {
  const { advisorySha256, ...premises } = StoredConditions.parse(stored);
  return { ...premises, ...(advisorySha256 !== undefined && { advisorySha256 }) };
}

/** Returns undefined if the decision is not in effect. */
export function toActiveDecision(record: DecisionRecord): ActiveDecision | undefined {
  const { state, supersededBy, supersededAt: _, ...rest } = record;
  if (supersededBy !== null || state === null || record.action === 'taken_back') return undefined;
  return { ...rest, state, by: record.actor.name };
}

export async function insertDecisions(tx: OrgTx, decisions: readonly NewDecision[]): Promise<void> {
  const rows = decisions.map((each) => ({
    org_id: tx.orgId,
    id: each.id,
    finding_id: each.findingId,
    service_id: each.serviceId,
    version_id: each.versionId,
    package: each.package,
    ids: each.ids,
    scope: each.scope,
    image_pattern: each.imagePattern,
    action: each.action,
    state: each.state,
    justification: each.justification,
    response: each.response,
    detail: each.detail,
    effect: each.effect,
    label: each.label,
    expires_at: each.expiresAt,
    premises: each.premises,
    batch_id: each.batchId,
    created_at: each.at,
    actor_kind: each.actor.kind,
    actor_id: each.actor.id,
    actor_name: each.actor.name,
    superseded_by: null,
    superseded_at: null,
  }));
  await sql`
    insert into decision
    select * from jsonb_populate_recordset(null::decision, ${JSON.stringify(rows)}::jsonb)`.execute(tx.db);
}

/** Marks each decision as superseded by its replacement. */
export async function supersedeDecisions(
  tx: OrgTx,
  replaced: readonly { readonly id: string; readonly by: string }[],
  at: string,
): Promise<void> {
  if (replaced.length === 0) return;
  await sql`
    update decision d set superseded_by = r.by_id, superseded_at = ${at}::timestamptz
    from unnest(${replaced.map(({ id }) => id)}::uuid[], ${replaced.map(({ by }) => by)}::uuid[]) r(id, by_id)
    where d.org_id = ${tx.orgId} and d.id = r.id and d.superseded_by is null`.execute(tx.db);
}

/** Reinstates the decisions that these had superseded. */
export async function restoreSuperseded(tx: OrgTx, ids: readonly string[]): Promise<DecisionRecord[]> {
  const { rows } = await sql<DecisionRow>`
    with restored as (
      update decision set superseded_by = null, superseded_at = null
      where org_id = ${tx.orgId} and superseded_by = any(${ids}::uuid[]) and action <> 'taken_back'
      returning *)
    select ${DECISION_COLUMNS} from restored d left join finding f on f.org_id = d.org_id and f.id = d.finding_id
    order by d.id`.execute(tx.db);
  return rows.map(toRecord);
}
