import { sql, type RawBuilder } from 'kysely';
import type { OrgTx } from '../../database.ts';

/** A position in a component set; the hash of the set is hexadecimal. */
export interface SetPosition {
  readonly set: string;
  readonly position: number;
}

/**
 * Returns the table `p(set, position)`, each place joined with the member `s` of a chunk. Each member is looked up alone (`limit 1`),
 * because the planner expects few rows in a new organization and would read all of them for every place.
 */
export function membersAt(tx: OrgTx, places: readonly SetPosition[]): RawBuilder<unknown> {
  return sql`unnest(${places.map(({ set }) => Buffer.from(set, 'hex'))}::bytea[], ${places.map(({ position }) => position)}::int[]) p(set, position)
    cross join lateral (
      select chunk_sha256, p.position - start as position from component_set_chunk
      where org_id = ${tx.orgId} and set_sha256 = p.set and start <= p.position order by start desc limit 1) k
    cross join lateral (
      select * from component_chunk where org_id = ${tx.orgId} and sha256 = k.chunk_sha256 and position = k.position limit 1) s`;
}
