/** The system packages that own components of a version, read in the publishing transaction. */
import { sql } from 'kysely';
import type { PackageMatch, PackageVersion } from '../../../core/match/match.ts';
import type { OrgTx } from '../../database.ts';

/** A position in a component set; the hash of the set is hexadecimal. */
export interface SetPosition {
  readonly set: string;
  readonly position: number;
}

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
    select encode(s.sha256, 'hex') as set, s.position, s.component_id as id
    from unnest(${places.map(({ set }) => set)}::text[], ${places.map(({ position }) => position)}::int[]) p(set, position)
    join component_set s on s.org_id = ${tx.orgId} and s.sha256 = decode(p.set, 'hex') and s.position = p.position`.execute(
    tx.db,
  );
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
