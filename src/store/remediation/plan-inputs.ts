/** The inputs of a plan besides those of publishing: the published findings, and where their packages are. */
import { sql, type RawBuilder } from 'kysely';
import { severityOf } from '../../core/advisory/severity/severity-rank.ts';
import type { Coverage } from '../../core/history/coverage.ts';
import type { PackageVersion } from '../../core/match/match.ts';
import type { Inventory } from '../../core/sbom/inventory.ts';
import type { OrgTx } from '../database.ts';
import type { SetMembership } from '../findings/publication/published-inputs.ts';
import { StoredCoverage } from '../findings/analyses/stored-analysis.ts';
import { membersAt, type SetPosition } from '../portfolio/components/set-positions.ts';
import { versionColumn } from '../findings/finding-details.ts';
import type { PublishedFinding } from '../findings/stored-finding.ts';

export interface PublishedVersionResult {
  readonly serviceId: string;
  readonly analysisId: string;
  /** Number of the advisory snapshot that it used. */
  readonly snapshot: number;
  readonly coverage: Coverage | null;
  /** Retention has removed its documents, so that it cannot be planned any more. */
  readonly isFrozen: boolean;
}

/** Returns the last result of a version, or undefined if there is none yet or the version is deleted. */
export async function findPublishedResult(tx: OrgTx, versionId: string): Promise<PublishedVersionResult | undefined> {
  const { rows } = await sql<Omit<PublishedVersionResult, 'coverage'> & { readonly coverage: unknown }>`
    select v.service_id as "serviceId", a.id as "analysisId", coalesce(a.snapshot, 0)::float8 as snapshot, a.coverage,
      v.frozen_at is not null as "isFrozen"
    from service_version v
    join analysis a on a.org_id = v.org_id and a.version_id = v.id and a.coverage is not null
    where v.org_id = ${tx.orgId} and v.id = ${versionId} and v.deleted_at is null
    order by a.finished_at desc, a.id desc limit 1`.execute(tx.db);
  return rows[0] && { ...rows[0], coverage: StoredCoverage.parse(rows[0].coverage) };
}

/** A published finding, without data that is only displayed. */
export type PublishedRow = Omit<
  PublishedFinding,
  'fingerprint' | 'hasFix' | 'band' | 'ids' | 'epss' | 'direct' | 'sbomIds'
>;

/** Returns all findings of a version, or those of one component. */
export async function listPublishedRows(tx: OrgTx, versionId: string, componentId?: string): Promise<PublishedRow[]> {
  const ofComponent = componentId === undefined ? sql`` : sql`and v.component_id = ${componentId}`;
  // Times are read as text: creating tens of thousands of Date objects takes longer than the rest.
  const { rows } = await sql<Omit<PublishedRow, 'severity'> & { readonly severityRank: number }>`
    select v.id, coalesce(f.merged_into, f.id) as "findingId", v.component_id as "componentId", ${versionColumn(tx)} as "componentVersion",
      v.group_id as "groupId", v.canonical_id as "canonicalId", v.class, v.severity_rank as "severityRank", f.package,
      v.package_name as "packageName", v.relevance, v.risk, v.kev, ${isoText(sql`v.first_seen_at`)} as "firstSeenAt",
      ${isoText(sql`v.due_at`)} as "dueAt", v.due_days as "dueDays", v.images
    from version_finding v
    join finding f on f.org_id = v.org_id and f.id = v.finding_id
    where v.org_id = ${tx.orgId} and v.version_id = ${versionId} and v.known_to is null ${ofComponent}
    order by v.component_id, v.group_id`.execute(tx.db);
  return rows.map(({ severityRank, ...row }) => ({ ...row, severity: severityOf(severityRank) }));
}

/** In the format of `toISOString`. */
function isoText(time: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

export interface StoredDocument {
  readonly packed: Buffer | null;
  /** Null if it was not parsed. */
  readonly graph: Inventory['graph'] | null;
}

/** Returns the documents by id. */
export async function listPlanDocuments(
  tx: OrgTx,
  sbomIds: readonly string[],
): Promise<ReadonlyMap<string, StoredDocument>> {
  const { rows } = await sql<StoredDocument & { readonly id: string }>`
    select id, packed, graph_state as graph from sbom
    where org_id = ${tx.orgId} and id = any(${sbomIds}::uuid[])`.execute(tx.db);
  return new Map(rows.map(({ id, ...document }) => [id, document]));
}

export interface ComponentMemberships {
  readonly id: string;
  readonly purl: string | null;
  readonly places: readonly SetMembership[];
}

/** Returns the places of a component in these sets. */
export async function findComponentMemberships(
  tx: OrgTx,
  sets: readonly Buffer[],
  componentId: string,
): Promise<ComponentMemberships | undefined> {
  const { rows } = await sql<ComponentMemberships>`
    select c.id, min(coalesce(s.purl, c.purl) collate "C") as purl,
      jsonb_agg(jsonb_build_object('set', encode(s.sha256, 'hex'), 'position', s.position,
        'ownership', s.ownership, 'owners', coalesce(s.owners, '{}'), 'scope', s.scope, 'type', s.type,
        'purl', coalesce(s.purl, c.purl), 'platform', s.platform, 'inGraph', s.in_graph)) as places
    from component_set s join component c on c.org_id = s.org_id and c.id = s.component_id
    where s.org_id = ${tx.orgId} and s.component_id = ${componentId} and s.sha256 = any(${sets})
    group by c.id`.execute(tx.db);
  return rows[0];
}

/** A component by its position in a set; the hash of the set is hexadecimal. */
export interface PositionedComponent {
  readonly set: string;
  readonly position: number;
  readonly name: string;
  readonly version: string | null;
  /** Ecosystem and name. */
  readonly unversioned: string;
  readonly purl: string | null;
  /** Null if it is not identified. */
  readonly package: PackageVersion | null;
}

export async function listPositionedComponents(
  tx: OrgTx,
  places: readonly SetPosition[],
): Promise<PositionedComponent[]> {
  if (places.length === 0) return [];
  const { rows } = await sql<PositionedComponent>`
    select encode(p.set, 'hex') as set, p.position, c.name, c.version, c.unversioned, coalesce(s.purl, c.purl) as purl, c.package
    from ${membersAt(tx, places)}
    cross join lateral (select * from component where org_id = ${tx.orgId} and id = s.component_id limit 1) c`.execute(
    tx.db,
  );
  return rows;
}

/** Returns the sets, as hexadecimal hashes, that contain one of these system packages. */
export async function listSetsContaining(
  tx: OrgTx,
  sets: readonly Buffer[],
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ set: string }>`
    select distinct encode(s.sha256, 'hex') as set
    from component_set s join component c on c.org_id = s.org_id and c.id = s.component_id
    where s.org_id = ${tx.orgId} and s.sha256 = any(${sets}) and c.name = any(${names}::text[])`.execute(tx.db);
  return new Set(rows.map(({ set }) => set));
}
