/**
 * Decisions about findings. A row is never changed except for being superseded by another one; when that one is reverted, it is
 * in effect again. `core/relevance/decisions/decision-scope.ts` defines which findings a row applies to.
 */
import { sql } from 'kysely';
import { z } from 'zod';
import type { ScopedDecision } from '../../core/relevance/decisions/decision-scope.ts';
import type { DecisionTerms } from '../../core/relevance/decisions/decision-request.ts';
import type { Decision, DecisionConditions } from '../../core/relevance/decisions/decision.ts';
import { LIMITS } from '../../core/limits.ts';
import { ACTOR_KINDS } from '../../core/vocabulary/access.ts';
import { DECISION_SCOPES, RECORDED_ACTIONS, type RecordedAction } from '../../core/vocabulary/decision.ts';
import { EFFECTS, LOWER_LABELS } from '../../core/vocabulary/relevance.ts';
import { VEX_JUSTIFICATIONS, VEX_RESPONSES, VEX_STATES } from '../../core/vocabulary/vex.ts';
import { toIsoTimes, type DatedRow } from '../dated-row.ts';
import type { OrgTx } from '../database.ts';
import type { Actor } from '../people/audit.ts';
import { toPage, type Page, type PageRequest } from '../page.ts';
import type { ServiceScope } from '../portfolio/services.ts';

/** A stored row. A row that only reverts another one has no meaning of its own. */
export interface DecisionRecord extends ScopedDecision, Omit<DecisionTerms, 'state'> {
  readonly id: string;
  readonly action: RecordedAction;
  /** Null for a row that only reverts another one. */
  readonly state: DecisionTerms['state'] | null;
  readonly conditions: DecisionConditions;
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
  actor: z.object({ kind: z.enum(ACTOR_KINDS), id: z.string(), name: z.string() }),
});
const StoredConditions = z.object({
  advisorySha256: z.string().optional(),
  severityRank: z.number(),
  kev: z.boolean(),
  exploitation: z.string().nullable(),
  componentVersions: z.array(z.string()),
  profileFields: z.array(z.object({ profile: z.string(), path: z.string(), valueSha256: z.string() })),
});

type DecisionRow = DatedRow<Omit<DecisionRecord, 'conditions'>, 'expiresAt' | 'at' | 'supersededAt'> & {
  readonly conditions: unknown;
};

/** Columns of `d` from `DECISION_FROM`, with the finding that the decided one was merged into, if any. */
const DECISION_COLUMNS = sql`d.id, coalesce(f.merged_into, d.finding_id) as "findingId", d.service_id as "serviceId",
  d.version_id as "versionId", d.package, d.ids, d.scope, d.image_pattern as "imagePattern", d.action, d.state, d.justification,
  d.response, d.detail, d.effect, d.label, d.expires_at as "expiresAt", d.conditions, d.batch_id as "batchId", d.created_at as at,
  jsonb_build_object('kind', d.actor_kind, 'id', d.actor_id, 'name', d.actor_name) as actor,
  d.superseded_by as "supersededBy", d.superseded_at as "supersededAt"`;
const DECISION_FROM = sql`decision d left join finding f on f.org_id = d.org_id and f.id = d.finding_id`;
const IS_ACTIVE = sql<boolean>`(d.superseded_by is null and d.action <> 'reverted')`;

function toRecord(row: DecisionRow): DecisionRecord {
  return { ...toIsoTimes(row), ...StoredTerms.parse(row), conditions: toConditions(row.conditions) };
}

function toConditions(stored: unknown): DecisionConditions {
  const { advisorySha256, ...conditions } = StoredConditions.parse(stored);
  return { ...conditions, ...(advisorySha256 !== undefined && { advisorySha256 }) };
}

/** Returns undefined if the decision is not in effect. */
function toActiveDecision(record: DecisionRecord): ActiveDecision | undefined {
  const { state, supersededBy, supersededAt: _, ...rest } = record;
  if (supersededBy !== null || state === null || record.action === 'reverted') return undefined;
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
    conditions: each.conditions,
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
    select * from jsonb_populate_recordset(null::decision, ${JSON.stringify(rows)}::jsonb)
    on conflict (org_id, id) do nothing`.execute(tx.db);
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
      where org_id = ${tx.orgId} and superseded_by = any(${ids}::uuid[]) and action <> 'reverted'
      returning *)
    select ${DECISION_COLUMNS} from restored d
    left join finding f on f.org_id = ${tx.orgId} and f.id = d.finding_id
    order by d.id`.execute(tx.db);
  return rows.map(toRecord);
}

/**
 * Returns all decisions that may be in effect in a version whose findings are in these packages (ecosystem and name). `reaches`
 * of `core/relevance` determines the findings of each.
 */
export async function listActiveDecisions(
  tx: OrgTx,
  version: { readonly id: string; readonly serviceId: string },
  packages: readonly string[],
): Promise<ActiveDecision[]> {
  const { rows } = await sql<DecisionRow>`
    select ${DECISION_COLUMNS} from ${DECISION_FROM}
    where d.org_id = ${tx.orgId} and d.package = any(${packages}::text[]) and ${IS_ACTIVE}
      and (d.scope = 'organization' or (d.service_id = ${version.serviceId} and (d.scope = 'service' or d.version_id = ${version.id})))
    order by d.id`.execute(tx.db);
  return rows.flatMap((row) => toActiveDecision(toRecord(row)) ?? []);
}

/** A finding of a service, for decisions about it in all versions and about its vulnerability everywhere. */
export interface DecidedFinding {
  readonly findingId: string;
  readonly serviceId: string;
  readonly package: string;
  readonly ids: readonly string[];
}

export interface ListedDecision extends DecisionRecord {
  /** Null if the decision has no version, or the version is deleted. */
  readonly versionName: string | null;
}

/** Returns the newest first, including those that are no longer in effect. */
export async function listDecisions(
  tx: OrgTx,
  finding: DecidedFinding,
  page: PageRequest,
): Promise<Page<ListedDecision>> {
  const { rows } = await sql<DecisionRow & { total: number; versionName: string | null }>`
    select ${DECISION_COLUMNS}, n.name as "versionName", count(*) over ()::int as total from ${DECISION_FROM}
    left join service_version n on n.org_id = d.org_id and n.id = d.version_id and n.deleted_at is null
    where d.org_id = ${tx.orgId} and d.package = ${finding.package}
      and (d.scope = 'organization' or d.service_id = ${finding.serviceId})
      and (coalesce(f.merged_into, d.finding_id) = ${finding.findingId} or d.ids && ${finding.ids}::text[])
    order by d.created_at desc, d.id desc limit ${page.limit} offset ${page.offset}`.execute(tx.db);
  return toPage(rows, ({ versionName, ...row }) => ({ ...toRecord(row), versionName }));
}

/** Returns decisions in effect about any of these findings, in order of creation. */
export async function listActiveDecisionsAbout(
  tx: OrgTx,
  findings: readonly DecidedFinding[],
): Promise<ActiveDecision[]> {
  const packages = [...new Set(findings.map((finding) => finding.package))];
  const serviceIds = [...new Set(findings.map(({ serviceId }) => serviceId))];
  const { rows } = await sql<DecisionRow>`
    select ${DECISION_COLUMNS} from ${DECISION_FROM}
    where d.org_id = ${tx.orgId} and d.package = any(${packages}::text[]) and ${IS_ACTIVE}
      and (d.scope = 'organization' or d.service_id = any(${serviceIds}::uuid[]))
    order by d.created_at, d.id`.execute(tx.db);
  return rows.flatMap((row) => toActiveDecision(toRecord(row)) ?? []);
}

/**
 * The findings with a decision in effect that expires before this time, most urgent first, at most `expiringDecisionsMax`. A decision
 * for the organization counts for the finding that it was made about.
 */
export async function listExpiringFindings(tx: OrgTx, before: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; heir: string | null }>`
    select d.finding_id as id, f.merged_into as heir from ${DECISION_FROM}
    where d.org_id = ${tx.orgId} and d.superseded_by is null and d.action <> 'reverted'
      and d.expires_at < ${before}::timestamptz and d.expires_at > now()
    order by d.expires_at, d.id limit ${LIMITS.expiringDecisionsMax}`.execute(tx.db);
  return [...new Set(rows.flatMap(({ id, heir }) => (heir === null ? [id] : [id, heir])))];
}

/** Returns undefined for a service outside of the caller's scope. */
export async function findDecision(tx: OrgTx, id: string, scope: ServiceScope): Promise<DecisionRecord | undefined> {
  const { rows } = await sql<DecisionRow>`
    select ${DECISION_COLUMNS} from ${DECISION_FROM}
    where d.org_id = ${tx.orgId} and d.id = ${id} and ${inScope(scope)}`.execute(tx.db);
  return rows[0] && toRecord(rows[0]);
}

/** Returns the decisions of a batch, or none if the caller may not see all of them. */
export async function listBatch(tx: OrgTx, batchId: string, scope: ServiceScope): Promise<DecisionRecord[]> {
  const { rows } = await sql<DecisionRow & { isVisible: boolean }>`
    select ${DECISION_COLUMNS}, ${inScope(scope)} as "isVisible" from ${DECISION_FROM}
    where d.org_id = ${tx.orgId} and d.batch_id = ${batchId} and d.action <> 'reverted' order by d.id`.execute(tx.db);
  const visible = rows.flatMap(({ isVisible, ...row }) => (isVisible ? [toRecord(row)] : []));
  return visible.length === rows.length ? visible : [];
}

function inScope(scope: ServiceScope): ReturnType<typeof sql<boolean>> {
  return scope === 'all' ? sql<boolean>`true` : sql<boolean>`d.service_id = any(${scope}::uuid[])`;
}
