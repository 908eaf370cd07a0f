/** Versions of packages that were seen together, as evidence that a release of a parent brings a fixed child. */
import { sql } from 'kysely';
import type { OrgTx } from '../database.ts';

export interface PackageVersionInUse {
  readonly id: string;
  /** Package without version. */
  readonly package: string;
  readonly version: string;
}

const VERSIONS_MAX = 5_000;

/** Returns all versions of these packages that the organization has. */
export async function listPackageVersionsInUse(tx: OrgTx, packages: readonly string[]): Promise<PackageVersionInUse[]> {
  const { rows } = await sql<PackageVersionInUse>`
    select id, unversioned as package, version from component
    where org_id = ${tx.orgId} and unversioned = any(${packages}::text[]) and version is not null and not_checked is null
    order by id limit ${VERSIONS_MAX}`.execute(tx.db);
  return rows;
}

interface RequestedPair {
  /** Packages without version. */
  readonly parent: string;
  readonly child: string;
  /** The component of the child in a sufficient version. */
  readonly childId: string;
}

interface SeenPair {
  readonly parent: string;
  readonly parentVersion: string;
  readonly child: string;
  /** The name of a service. */
  readonly seenIn: string;
}

const PAIRS_MAX = 2_000;

/** A document that also contains a child in an insufficient version proves nothing; `others` are these components. */
export async function listSeenPairs(
  tx: OrgTx,
  pairs: readonly RequestedPair[],
  others: readonly Pick<PackageVersionInUse, 'id' | 'package'>[],
): Promise<SeenPair[]> {
  if (pairs.length === 0) return [];
  const { rows } = await sql<SeenPair>`
    with good as materialized (
      select q.parent, q.child, c.sha256
      from unnest(${pairs.map(({ parent }) => parent)}::text[], ${pairs.map(({ child }) => child)}::text[],
        ${pairs.map(({ childId }) => childId)}::uuid[]) q(parent, child, id)
      join component_set c on c.org_id = ${tx.orgId} and c.component_id = q.id
    ), bad as materialized (
      select o.child, c.sha256
      from unnest(${others.map((each) => each.package)}::text[], ${others.map(({ id }) => id)}::uuid[]) o(child, id)
      join component_set c on c.org_id = ${tx.orgId} and c.component_id = o.id
    )
    select g.parent, p.version as "parentVersion", g.child, min(s.name collate "C") as "seenIn"
    from good g
    join component p on p.org_id = ${tx.orgId} and p.unversioned = g.parent and p.version is not null
    join component_set h on h.org_id = p.org_id and h.component_id = p.id and h.sha256 = g.sha256
    join sbom b on b.org_id = p.org_id and b.set_sha256 = g.sha256 and b.deleted_at is null
    join service_version v on v.org_id = b.org_id and v.id = b.version_id and v.deleted_at is null
    join service s on s.org_id = v.org_id and s.id = v.service_id and s.deleted_at is null
    where not exists (select from bad where bad.child = g.child and bad.sha256 = g.sha256)
    group by g.parent, p.version, g.child
    order by g.parent, p.version, g.child limit ${PAIRS_MAX}`.execute(tx.db);
  return rows;
}
