/**
 * Finds the versions that decisions apply to, and the versions of the package in them. Both follow the rules of
 * `core/relevance/decisions/decision-scope.ts`; the caller evaluates the rule for images. Rows are counted in the indexes of the
 * versions: a service has as many rows as findings times versions, and reading each would take seconds.
 */
import { sql, type RawBuilder } from 'kysely';
import type { ScopedDecision } from '../../core/relevance/decisions/decision-scope.ts';
import type { DecisionScope } from '../../core/vocabulary/decision.ts';
import type { OrgTx } from '../database.ts';
import { placeColumn } from '../findings/finding-details.ts';

/** The target of an existing or new decision. */
type ReachTarget = Pick<ScopedDecision, 'findingId' | 'package' | 'ids' | 'versionId'>;

export interface ReachedVersion {
  readonly id: string;
  /** If false, it keeps its result unless an analysis is requested. */
  readonly watched: boolean;
  /** Its documents were removed by retention, and its result no longer changes. */
  readonly frozen: boolean;
  readonly findings: number;
}

/** The findings that the targets apply to; read once and used twice. */
export interface Reached {
  /** Findings of all services that are covered, with the index of the target. */
  readonly findings: readonly { readonly n: number; readonly id: string }[];
  /** Undefined for all versions. */
  readonly versionIds: readonly string[] | undefined;
}

export async function findReached(tx: OrgTx, targets: readonly ReachTarget[], scope: DecisionScope): Promise<Reached> {
  const rows = targets.map(({ findingId, package: name, ids }, n) => ({
    n,
    finding_id: findingId,
    package: name,
    ids,
  }));
  const target = sql`target as materialized (
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(n int, finding_id uuid, package text, ids text[]))`;
  const own = scope === 'organization' ? everywhere(tx, target) : inService(tx, target);
  const { rows: findings } = await sql<{ n: number; id: string }>`${own}`.execute(tx.db);
  const versionIds =
    scope === 'version' ? [...new Set(targets.flatMap(({ versionId }) => versionId ?? []))] : undefined;
  return { findings, versionIds };
}

/** The finding of the service, and those that were merged into it. */
function inService(tx: OrgTx, target: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    with ${target}
    select t.n, t.finding_id as id from target t
    union all
    select t.n, f.id from target t join finding f on f.org_id = ${tx.orgId} and f.merged_into = t.finding_id`;
}

/** Uses all ids of the vulnerability: the id under which a service stored it depends on when it was last analyzed. */
function everywhere(tx: OrgTx, target: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    with ${target},
    named as materialized (select t.n, t.package, i.id from target t cross join lateral unnest(t.ids) i(id)),
    spelled as materialized (
      select n, package, id from named
      union
      select m.n, m.package, a.id from named m join alias a on upper(a.id collate "C") = m.id collate "C")
    select distinct t.n, f.id from spelled t
    join finding f on f.org_id = ${tx.orgId} and f.group_id = t.id and f.package = t.package`;
}

/** `isMeant` is called with the images of a finding, one per document; if undefined, images do not matter. */
export async function listReachedVersions(
  tx: OrgTx,
  reached: Reached,
  isMeant?: (images: readonly (string | null)[]) => boolean,
): Promise<ReachedVersion[]> {
  const images =
    isMeant === undefined
      ? sql<unknown>`null::jsonb`
      : sql<unknown>`jsonb_path_query_array(${placeColumn(tx)}, '$.occurrences[*].image')`;
  const { rows } = await sql<ReachedVersion & { readonly images: readonly (string | null)[] | null }>`
    with meant as materialized (${versionsOf(tx, reached)})
    select m.id, m.watched, m.frozen, ${images} as images, count(*)::int as findings
    from meant m
    join version_finding v on v.org_id = ${tx.orgId} and v.version_id = m.id and v.known_to is null
      and v.finding_id = any(${idsOf(reached)}::uuid[])
    group by 1, 2, 3, 4 order by 1`.execute(tx.db);
  const versions = new Map<string, ReachedVersion>();
  for (const { id, watched, frozen, images: found, findings } of rows) {
    if (isMeant !== undefined && !isMeant(found ?? [])) continue;
    versions.set(id, { id, watched, frozen, findings: findings + (versions.get(id)?.findings ?? 0) });
  }
  return [...versions.values()];
}

/** Returns the versions of each target's package wherever the decision applies, in the order of the targets. */
export async function listReachedComponentVersions(
  tx: OrgTx,
  targets: readonly ReachTarget[],
  reached: Reached,
): Promise<readonly (readonly string[])[]> {
  const { rows } = await sql<{ id: string; versions: string[] }>`
    with meant as materialized (${versionsOf(tx, reached)}),
    pairs as materialized (
      select distinct v.finding_id, v.component_id
      from meant m
      join version_finding v on v.org_id = ${tx.orgId} and v.version_id = m.id and v.known_to is null
        and v.finding_id = any(${idsOf(reached)}::uuid[]))
    select p.finding_id as id, array_agg(distinct c.version order by c.version) as versions
    from pairs p join component c on c.org_id = ${tx.orgId} and c.id = p.component_id and c.version is not null
    group by 1`.execute(tx.db);
  const versionsOfFinding = new Map(rows.map(({ id, versions }) => [id, versions]));
  const found = targets.map((): Set<string> => new Set());
  for (const { n, id } of reached.findings)
    for (const version of versionsOfFinding.get(id) ?? []) found[n]?.add(version);
  return found.map((versions) => [...versions].toSorted());
}

function idsOf({ findings }: Reached): string[] {
  return [...new Set(findings.map(({ id }) => id))];
}

/** The versions of the findings' services, unless versions are given. */
function versionsOf(tx: OrgTx, reached: Reached): RawBuilder<unknown> {
  const which =
    reached.versionIds === undefined
      ? sql`n.service_id in (
          select f.service_id from finding f where f.org_id = ${tx.orgId} and f.id = any(${idsOf(reached)}::uuid[]))`
      : sql`n.id = any(${reached.versionIds}::uuid[])`;
  return sql`
    select n.id, n.watched, n.frozen_at is not null as frozen from service_version n
    join service s on s.org_id = n.org_id and s.id = n.service_id and s.deleted_at is null
    where n.org_id = ${tx.orgId} and n.deleted_at is null and ${which}`;
}

/** Returns the queued analyses of these versions. */
export async function listWaitingAnalyses(tx: OrgTx, versionIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from analysis where org_id = ${tx.orgId} and version_id = any(${versionIds}::uuid[]) and status = 'queued'
    order by id`.execute(tx.db);
  return rows.map(({ id }) => id);
}
