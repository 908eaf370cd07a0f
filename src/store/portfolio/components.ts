/** Distinct components of an organization, their keys, and the sets that documents hold. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { CannotAssessReason } from '../../core/identity/package-identity.ts';
import type { PackageVersion } from '../../core/match/match.ts';
import type { OrgTx } from '../database.ts';

export interface NewComponent {
  readonly id: string;
  /** Everything that distinguishes it, as one text. */
  readonly canonical: string;
  readonly purl: string | null;
  readonly group: string | null;
  readonly name: string;
  readonly version: string | null;
  readonly package: PackageVersion | null;
  readonly notChecked: CannotAssessReason | null;
  readonly keys: readonly string[];
}

/** Keeps what is new and returns the ids of all, by canonical text. */
export async function keepComponents(tx: OrgTx, components: readonly NewComponent[]): Promise<Map<string, string>> {
  const hashes = components.map((component) => hashOf(component.canonical));
  const rows = components.map((component, index) => ({
    org_id: tx.orgId,
    id: component.id,
    component_sha256: `\\x${hashes[index]?.toString('hex') ?? ''}`,
    purl: component.purl,
    group: component.group,
    name: component.name,
    version: component.version,
    package: component.package,
    not_checked: component.notChecked,
  }));
  await sql`
    insert into component (org_id, id, component_sha256, purl, "group", name, version, package, not_checked)
    select org_id, id, component_sha256, purl, "group", name, version, package, not_checked
    from jsonb_populate_recordset(null::component, ${JSON.stringify(rows)}::jsonb) order by component_sha256
    on conflict (org_id, component_sha256) do nothing`.execute(tx.db);
  const known = await sql<{ id: string; hash: string }>`
    select id, encode(component_sha256, 'hex') as hash from component
    where org_id = ${tx.orgId} and component_sha256 = any(${hashes})`.execute(tx.db);
  const idOfHash = new Map(known.rows.map((row) => [row.hash, row.id]));
  const ids = new Map(
    components.map((component, index) => [
      component.canonical,
      idOfHash.get(hashes[index]?.toString('hex') ?? '') ?? '',
    ]),
  );
  await keepKeys(tx, components, ids);
  return ids;
}

async function keepKeys(
  tx: OrgTx,
  components: readonly NewComponent[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const pairs = components.flatMap((component) =>
    component.keys.map((key) => [key, ids.get(component.canonical) ?? ''] as const),
  );
  await sql`
    insert into component_key (org_id, package_key, component_id)
    select ${tx.orgId}, k, c from unnest(${pairs.map(([key]) => key)}::text[], ${pairs.map(([, id]) => id)}::uuid[]) t(k, c)
    order by k, c
    on conflict do nothing`.execute(tx.db);
}

export interface SetMember {
  readonly componentId: string;
  readonly scope: string;
  readonly direct: boolean | null;
}

/** Returns the hash under which the set is kept; equal sets are kept once. */
export async function keepComponentSet(tx: OrgTx, members: readonly SetMember[]): Promise<Buffer> {
  const sorted = members.toSorted((a, b) => (a.componentId < b.componentId ? -1 : 1));
  const sha256 = hashOf(
    sorted.map((member) => `${member.componentId} ${member.scope} ${String(member.direct)}`).join('\n'),
  );
  await sql`
    insert into component_set (org_id, sha256, component_id, scope, direct)
    select ${tx.orgId}, ${sha256}, c, s, d
    from unnest(${sorted.map((member) => member.componentId)}::uuid[], ${sorted.map((member) => member.scope)}::text[],
      ${sorted.map((member) => member.direct)}::boolean[]) t(c, s, d)
    on conflict do nothing`.execute(tx.db);
  return sha256;
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
