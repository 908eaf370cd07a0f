/** Reads decisions: those in effect for a version, all about a finding, a single one, and a batch. */
import { sql } from 'kysely';
import type { OrgTx } from '../database.ts';
import { toPage, type Page, type PageRequest } from '../page.ts';
import type { ServiceScope } from '../portfolio/services.ts';
import {
  DECISION_COLUMNS,
  DECISION_FROM,
  IS_ACTIVE,
  toRecord,
  toActiveDecision,
  type DecisionRecord,
  type DecisionRow,
  type ActiveDecision,
} from './decisions.ts';

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
