/** Findings and packages of a version by the slots of its documents, because recommendations are checked per slot. */
import { sql } from 'kysely';
import type { PackageVersion } from '../../core/match/match.ts';
import type { OrgTx } from '../database.ts';
import type { PublishedFinding } from '../findings/stored-finding.ts';

/** A current row of a version. */
export interface SlotFinding extends Pick<
  PublishedFinding,
  'id' | 'findingId' | 'fingerprint' | 'componentId' | 'groupId' | 'canonicalId' | 'package' | 'packageName'
> {
  readonly slots: readonly string[];
}

export async function listSlotFindings(tx: OrgTx, versionId: string): Promise<SlotFinding[]> {
  const { rows } = await sql<SlotFinding>`
    with documents as materialized (
      select id, slot from sbom where org_id = ${tx.orgId} and version_id = ${versionId}
    )
    select v.id, coalesce(m.id, f.id) as "findingId", encode(coalesce(m.fingerprint, f.fingerprint), 'hex') as fingerprint,
      v.component_id as "componentId", v.group_id as "groupId", v.canonical_id as "canonicalId", f.package,
      v.package_name as "packageName", array(select distinct d.slot from documents d where d.id = any(v.sbom_ids)) as slots
    from version_finding v
    join finding f on f.org_id = v.org_id and f.id = v.finding_id
    left join finding m on m.org_id = f.org_id and m.id = f.merged_into
    where v.org_id = ${tx.orgId} and v.version_id = ${versionId} and v.known_to is null
    order by v.component_id, v.group_id`.execute(tx.db);
  return rows;
}

/** A component of a document. */
export interface SlotComponent {
  readonly slot: string;
  readonly componentId: string;
  /** Package without version. */
  readonly package: string;
  /** As the matcher sees it; null if it is not identified. */
  readonly identity: SlotComponentIdentity | null;
}

interface SlotComponentIdentity extends Pick<PackageVersion, 'version'> {
  readonly identity: Partial<Pick<PackageVersion['identity'], 'source' | 'module'>> & {
    readonly family: string;
    readonly release: string;
  };
}

/** Returns the components of these packages in these documents. */
export async function listSlotComponents(
  tx: OrgTx,
  packages: readonly string[],
  documents: readonly { readonly slot: string; readonly setSha256: Buffer | null }[],
): Promise<SlotComponent[]> {
  const read = documents.flatMap(({ slot, setSha256 }) => (setSha256 === null ? [] : [{ slot, setSha256 }]));
  if (packages.length === 0 || read.length === 0) return [];
  // Each set is read as a whole (`offset 0`), because a component may be in thousands of others, with one hashed lookup per place.
  const { rows } = await sql<SlotComponent>`
    with place as materialized (
      select distinct s.sha256, s.component_id
      from (select component_id, sha256 from component_set
        where org_id = ${tx.orgId} and sha256 = any(${read.map(({ setSha256 }) => setSha256)}::bytea[]) offset 0) s
      where (s.component_id in (select id from component
        where org_id = ${tx.orgId} and unversioned = any(${[...new Set(packages)]}::text[]))) is true
    )
    select d.slot, c.id as "componentId", c.unversioned as package, c.package as identity
    from unnest(${read.map(({ slot }) => slot)}::text[], ${read.map(({ setSha256 }) => setSha256)}::bytea[]) d(slot, sha256)
    join place s on s.sha256 = d.sha256
    join component c on c.org_id = ${tx.orgId} and c.id = s.component_id
    order by d.slot, c.id`.execute(tx.db);
  return rows;
}
