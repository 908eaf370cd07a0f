/**
 * How far decisions reach: the versions that hold what they are about, and which versions of its package are there. Both follow the
 * rules of `core/relevance/decision-reach.ts`; that of the images is asked of the caller.
 */
import { sql, type RawBuilder } from 'kysely';
import type { DecisionReach } from '../../core/relevance/decision-reach.ts';
import type { DecisionScope } from '../../core/relevance/opinion.ts';
import type { OrgTx } from '../database.ts';

/** What a decision is about, or would be. */
export type ReachTarget = Pick<DecisionReach, 'findingId' | 'package' | 'ids' | 'versionId'>;

export interface ReachedVersion {
  readonly id: string;
  /** Otherwise it keeps what it has, unless somebody asks for it. */
  readonly watched: boolean;
  /** Its documents are gone, and what is known of it stays as it is. */
  readonly frozen: boolean;
  readonly findings: number;
}

/** `isMeant` is asked about the images of a finding, one for each document; undefined: it does not matter. */
export async function listReachedVersions(
  tx: OrgTx,
  targets: readonly ReachTarget[],
  scope: DecisionScope,
  isMeant?: (images: readonly (string | null)[]) => boolean,
): Promise<ReachedVersion[]> {
  const images =
    isMeant === undefined
      ? sql<unknown>`null::jsonb`
      : sql<unknown>`jsonb_path_query_array(v.detail, '$.component.occurrences[*].image')`;
  const { rows } = await sql<{
    version_id: string;
    watched: boolean;
    frozen: boolean;
    images: (string | null)[] | null;
    findings: number;
  }>`
    ${reached(tx, targets, scope)}
    select v.version_id, n.watched, n.frozen_at is not null as frozen, ${images} as images,
      count(distinct v.id)::int as findings
    from reached r
    join version_finding v on v.org_id = ${tx.orgId} and v.id = r.id
    join service_version n on n.org_id = v.org_id and n.id = v.version_id and n.deleted_at is null
    join service s on s.org_id = n.org_id and s.id = n.service_id and s.deleted_at is null
    group by 1, 2, 3, 4 order by 1`.execute(tx.db);
  const versions = new Map<string, ReachedVersion>();
  for (const { version_id: id, watched, frozen, images: found, findings } of rows) {
    if (isMeant !== undefined && !isMeant(found ?? [])) continue;
    versions.set(id, { id, watched, frozen, findings: findings + (versions.get(id)?.findings ?? 0) });
  }
  return [...versions.values()];
}

/** Analyses that wait, of these versions. */
export async function listWaitingAnalyses(tx: OrgTx, versionIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from analysis where org_id = ${tx.orgId} and version_id = any(${versionIds}::uuid[]) and status = 'queued'
    order by id`.execute(tx.db);
  return rows.map(({ id }) => id);
}

/** Of the package of each target, wherever it is reached; in the order of the targets. */
export async function listReachedComponentVersions(
  tx: OrgTx,
  targets: readonly ReachTarget[],
  scope: DecisionScope,
): Promise<readonly (readonly string[])[]> {
  const { rows } = await sql<{ n: number; versions: string[] }>`
    ${reached(tx, targets, scope)}
    select r.n, array_agg(distinct c.version order by c.version) as versions
    from reached r
    join version_finding v on v.org_id = ${tx.orgId} and v.id = r.id
    join component c on c.org_id = v.org_id and c.id = v.component_id and c.version is not null
    group by r.n`.execute(tx.db);
  const versionsOf = new Map(rows.map(({ n, versions }) => [n, versions]));
  return targets.map((_, n) => versionsOf.get(n) ?? []);
}

/** `reached`: rows that are open, by the number of the target that they belong to. */
function reached(tx: OrgTx, targets: readonly ReachTarget[], scope: DecisionScope): RawBuilder<unknown> {
  const rows = targets.map(({ findingId, package: name, ids, versionId }, n) => ({
    ...{ n, finding_id: findingId, package: name, ids, version_id: versionId },
  }));
  const target = sql`target as materialized (
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t(n int, finding_id uuid, package text, ids text[], version_id uuid))`;
  return scope === 'organization' ? everywhere(tx, target) : inService(tx, target, scope);
}

/** By the finding of the service, and those that have become part of it. */
function inService(tx: OrgTx, target: RawBuilder<unknown>, scope: DecisionScope): RawBuilder<unknown> {
  const ofVersion = scope === 'version' ? sql`and v.version_id = t.version_id` : sql``;
  return sql`
    with ${target},
    own as materialized (
      select t.n, t.finding_id as id, t.version_id from target t
      union all
      select t.n, f.id, t.version_id from target t join finding f on f.org_id = ${tx.orgId} and f.merged_into = t.finding_id),
    reached as materialized (
      select t.n, v.id from own t
      join version_finding v on v.org_id = ${tx.orgId} and v.finding_id = t.id and v.known_to is null ${ofVersion})`;
}

/** By all ids of the vulnerability: in which group a version has filed it depends on when it was last looked at. */
function everywhere(tx: OrgTx, target: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    with ${target},
    named as materialized (
      select t.n, t.package, i.id from target t cross join lateral unnest(t.ids) i(id)),
    spelled as materialized (
      select n, package, id from named
      union
      select m.n, m.package, a.id from named m join alias a on upper(a.id collate "C") = m.id collate "C"),
    reached as materialized (
      select t.n, v.id from spelled t
      join version_finding v on v.org_id = ${tx.orgId} and v.group_id = t.id and v.known_to is null
      join finding f on f.org_id = v.org_id and f.id = v.finding_id and f.package = t.package)`;
}
