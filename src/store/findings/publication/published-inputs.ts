/** The inputs of a result, all read in the publishing transaction, so that a result is a function of the tables. */
import type { TargetPlatform } from '../../../core/identity/platform-names.ts';
import { sql } from 'kysely';
import type { ComponentInVersion } from '../../../core/history/findings/version-findings.ts';
import type { PackageMatch, PackageVersion } from '../../../core/match/match.ts';
import type { Ownership } from '../../../core/match/ownership/resolve-ownership.ts';
import type { DocumentTraits } from '../../../core/profile/documents/describe-document.ts';
import { combineScopes } from '../../../core/sbom/graph/component-scopes.ts';
import type { ComponentScope } from '../../../core/vocabulary/sbom.ts';
import type { OrgTx } from '../../database.ts';
import { merged } from '../../shared-transactions.ts';
import { toRelease } from '../../portfolio/components/checked-reason.ts';
import { membersAt, type SetPosition } from '../../portfolio/components/set-positions.ts';
import { compareText } from '../../../core/text/compare-text.ts';

export interface VersionSbom {
  readonly id: string;
  readonly image: string | null;
  readonly setSha256: Buffer | null;
  readonly hasWarnings: boolean;
  /** Null if the document was not parsed yet, or by an older parser. */
  readonly traits: DocumentTraits | null;
}

export const listLiveSboms: (tx: OrgTx, versionId: string) => Promise<VersionSbom[]> = merged(
  async (tx: OrgTx, versionIds: readonly string[]) => {
    const { rows } = await sql<VersionSbom & { readonly versionId: string }>`
      select version_id as "versionId", id, image, set_sha256 as "setSha256", jsonb_array_length(warnings) > 0 as "hasWarnings",
        traits
      from sbom
      where org_id = ${tx.orgId} and version_id = any(${versionIds}::uuid[]) and superseded_by is null and deleted_at is null
      order by id`.execute(tx.db);
    const ofVersion = Map.groupBy(rows, ({ versionId }) => versionId);
    return versionIds.map((id) => (ofVersion.get(id) ?? []).map(({ versionId: _versionId, ...sbom }) => sbom));
  },
);

/** Returns the component sets of these documents; documents that could not be parsed have none. */
export function toSets(sboms: readonly Pick<VersionSbom, 'setSha256'>[]): Buffer[] {
  return sboms.flatMap(({ setSha256 }) => setSha256 ?? []);
}

/** The document that is used for a slot of a version. */
export interface EffectiveSbom extends VersionSbom {
  readonly slot: string;
  readonly versionName: string;
  /** Whether it replaces a newer document of the slot that could not be parsed. */
  readonly standsIn: boolean;
}

/**
 * Returns the documents that are used for a version after all were parsed. Instead of a document that could not be parsed, the
 * last readable one of its slot is used, because its components may still be present; without one, nothing is known of the slot.
 */
export const listEffectiveSboms: (tx: OrgTx, versionId: string) => Promise<EffectiveSbom[]> = merged(listEffective);

async function listEffective(tx: OrgTx, versionIds: readonly string[]): Promise<EffectiveSbom[][]> {
  const { rows } = await sql<EffectiveSbom & { readonly versionId: string }>`
    select b.version_id as "versionId", coalesce(o.id, b.id) as id, b.slot, v.name as "versionName", coalesce(o.image, b.image) as image, coalesce(o.set_sha256, b.set_sha256) as "setSha256",
      coalesce(o.traits, b.traits) as traits, jsonb_array_length(b.warnings) > 0 as "hasWarnings", o.id is not null as "standsIn"
    from sbom b join service_version v on v.org_id = b.org_id and v.id = b.version_id left join lateral (
      select o.id, o.image, o.set_sha256, o.traits from sbom o
      where o.org_id = ${tx.orgId} and o.version_id = b.version_id and o.slot = b.slot and o.superseded_by is not null
        and o.deleted_at is null and o.set_sha256 is not null
      order by o.id desc limit 1) o on b.set_sha256 is null
    where b.org_id = ${tx.orgId} and b.version_id = any(${versionIds}::uuid[]) and b.superseded_by is null and b.deleted_at is null
    order by b.id`.execute(tx.db);
  const ofVersion = Map.groupBy(rows, ({ versionId }) => versionId);
  return versionIds.map((id) => (ofVersion.get(id) ?? []).map(({ versionId: _versionId, ...sbom }) => sbom));
}

/** Returns the content of a document besides its set, for `PackedDocument`. */
export const findPackedDocument: (tx: OrgTx, sbomId: string) => Promise<Buffer | undefined> = merged(
  async (tx: OrgTx, sbomIds: readonly string[]) => {
    const { rows } = await sql<{ id: string; packed: Buffer | null }>`
      select id, packed from sbom where org_id = ${tx.orgId} and id = any(${sbomIds}::uuid[])`.execute(tx.db);
    const packed = new Map(rows.map((row) => [row.id, row.packed]));
    return sbomIds.map((id) => packed.get(id) ?? undefined);
  },
);

export interface AffectedComponent extends Omit<ComponentInVersion, 'occurrences'> {
  readonly ecosystem: string | null;
  /** The alphabetically first of several types. */
  readonly type: string;
  /** Its position in each set that contains it, by the hexadecimal hash of the set. */
  readonly positions: ReadonlyMap<string, number>;
  /** Its place in each of these sets. */
  readonly places: readonly SetMembership[];
}

export interface SetMembership {
  /** Hexadecimal hash of the set. */
  readonly set: string;
  readonly position: number;
  readonly ownership: Ownership | null;
  /** Positions of the owners in the same set. */
  readonly owners: readonly number[];
  readonly scope: ComponentScope;
  /** The type from the document: library, application. */
  readonly type: string;
  /** As uploaded. */
  readonly purl: string | null;
  /** Null if only the purl states it. */
  readonly platform: TargetPlatform | null;
  /** False if the document declares its graph complete and no root leads here; null if it does not declare it. */
  readonly inGraph: boolean | null;
}

/**
 * Returns every distinct component of the sets that an advisory affects, with its matches, or undefined when there are more than
 * `matchesMax`.
 */
export async function listAffectedComponents(
  tx: OrgTx,
  sets: readonly Buffer[],
  matchesMax: number,
): Promise<AffectedComponent[] | undefined> {
  return await listAffected(tx, { sets, matchesMax });
}

interface AffectedRow extends Pick<AffectedComponent, 'id' | 'name' | 'version' | 'unversioned' | 'ecosystem'> {
  readonly release: string | null;
  readonly channel: string | null;
  readonly places: readonly (SetMembership & { readonly direct: boolean | null })[];
  readonly matches: readonly PackageMatch[];
}

const listAffected = merged(
  async (tx: OrgTx, asked: readonly { readonly sets: readonly Buffer[]; readonly matchesMax: number }[]) => {
    const sets = [...new Map(asked.flatMap((each) => each.sets).map((set) => [set.toString('hex'), set])).values()];
    const matchesMax = asked.reduce((sum, each) => sum + each.matchesMax, 0);
    // Reads each set once: a component may be in thousands of other sets. Matches are looked up by one sorted list, which reads
    // neighbors together. `is true` keeps one hashed lookup per place, where PostgreSQL would otherwise compare every place with
    // every component of an organization without statistics. All about a place, such as the positions of its owners, is read
    // for affected places only. Building JSON as text takes half the time of jsonb.
    const { rows } = await sql<AffectedRow>`
      with held as materialized (
        select s.set_sha256 as set, s.start, m.sha256, m.position, m.component_id from component_set_chunk s
        join component_chunk m on m.org_id = s.org_id and m.sha256 = s.chunk_sha256
        where s.org_id = ${tx.orgId} and s.set_sha256 = any(${sets})
      ), affected as materialized (
        select component_id, json_agg(match order by group_id) as matches from (
          select component_id, group_id, match from component_match
          where org_id = ${tx.orgId} and state = 'affected' and component_id = any(array(select component_id from held))
          limit ${matchesMax + 1}) m
        group by component_id
      ), place as materialized (
        select * from held where (component_id in (select component_id from affected)) is true
      )
      select c.id, c.name, c.version, c.unversioned, c.ecosystem, c.package #>> '{identity,release}' as release,
        c.package #>> '{identity,channel}' as channel, h.places, m.matches
      from (
        select c.id, json_agg(json_build_object('set', encode(p.set, 'hex'), 'position', p.start + p.position,
            'ownership', s.ownership, 'owners', array(select p.start + unnest(s.owners)), 'scope', s.scope, 'type', s.type,
            'purl', coalesce(s.purl, c.purl), 'platform', s.platform, 'inGraph', s.in_graph, 'direct', s.direct)) as places
        from place p
        cross join lateral (
          select * from component_chunk where org_id = ${tx.orgId} and sha256 = p.sha256 and position = p.position limit 1) s
        join component c on c.org_id = ${tx.orgId} and c.id = p.component_id
        group by c.id) h
      join affected m on m.component_id = h.id
      join component c on c.org_id = ${tx.orgId} and c.id = h.id
      order by c.id`.execute(tx.db);
    return asked.map((each) => toAffectedComponents(rows, each));
  },
);

function toAffectedComponents(
  rows: readonly AffectedRow[],
  { sets, matchesMax }: { readonly sets: readonly Buffer[]; readonly matchesMax: number },
): AffectedComponent[] | undefined {
  const wanted = new Set(sets.map((set) => set.toString('hex')));
  const components: AffectedComponent[] = [];
  let matches = 0;
  for (const { release, channel, places: all, ...row } of rows) {
    const places = all.filter(({ set }) => wanted.has(set));
    if (places.length === 0) continue;
    matches += row.matches.length;
    if (matches > matchesMax) return undefined;
    const direct = places.flatMap((place) => place.direct ?? []);
    components.push({
      ...row,
      places: places.map(({ direct: _direct, ...place }) => place),
      release: toRelease({ family: row.ecosystem, release, channel }),
      scope: combineScopes(places.map((place) => place.scope)),
      direct: direct.length === 0 ? null : direct.includes(true),
      purl: places.flatMap(({ purl }) => purl ?? []).toSorted(compareText)[0] ?? null,
      type: places.map(({ type }) => type).toSorted()[0] ?? 'unknown',
      positions: new Map(places.map(({ set, position }) => [set, position])),
    });
  }
  return components;
}

/** A system package that owns components of a version. */
export interface StoredOwner {
  readonly id: string;
  readonly name: string;
  readonly version: string | null;
  /** Null if it is not identified. */
  readonly package: PackageVersion | null;
  /** Why it was not checked. */
  readonly reason: string | null;
  /** Its matches for the requested alias groups, in every state. */
  readonly matches: readonly PackageMatch[];
}

/** Returns the components at these positions, by `toPositionKey`. */
export async function listComponentsAt(
  tx: OrgTx,
  places: readonly SetPosition[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ set: string; position: number; id: string }>`
    select encode(p.set, 'hex') as set, p.position, s.component_id as id
    from ${membersAt(tx, places)}`.execute(tx.db);
  return new Map(rows.map((row) => [toPositionKey(row), row.id]));
}

export function toPositionKey({ set, position }: SetPosition): string {
  return `${set} ${position}`;
}

export async function listOwners(
  tx: OrgTx,
  ids: readonly string[],
  groupIds: readonly string[],
): Promise<StoredOwner[]> {
  const { rows } = await sql<StoredOwner>`
    select c.id, c.name, c.version, c.package, coalesce(c.not_checked, m.unassessed) as reason,
      coalesce((select jsonb_agg(x.match order by x.group_id) from component_match x
        where x.org_id = ${tx.orgId} and x.component_id = c.id and x.group_id = any(${groupIds}::text[])), '[]') as matches
    from component c
    left join component_memo m on m.org_id = ${tx.orgId} and m.component_id = c.id
    where c.org_id = ${tx.orgId} and c.id = any(${ids}::uuid[])
    order by c.id`.execute(tx.db);
  return rows;
}
