/**
 * Source packages learned from other documents of the organization, for packages of the same release whose own document does not
 * name them. They are looked up on demand from the components and not stored separately.
 */
import { sql } from 'kysely';
import { resolveSource, unknownSourceKey, type KnownSource } from '../../../core/match/distro/resolve-source.ts';
import type { PackageVersion } from '../../../core/match/match.ts';
import type { OrgTx } from '../../database.ts';

const SOURCES_READ_MAX = 20_000;
const NO_ENGINE = '';
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Returns the sources by the key of the package whose source is unknown. */
export async function listLearnedSources(
  tx: OrgTx,
  packages: Iterable<PackageVersion>,
): Promise<ReadonlyMap<string, readonly KnownSource[]>> {
  const wanted = new Map<string, string>();
  for (const each of packages) {
    const key = unknownSourceKey(each);
    if (key !== undefined) wanted.set(key, `${each.identity.family}\u001F${each.identity.name}`);
  }
  if (wanted.size === 0) return new Map();
  const { rows } = await sql<{ key: string; name: string; version: string; sourceVersion: string | null }>`
    select distinct concat_ws(e'\\x1f', i->>'family', i->>'release', i->>'name') as key, i->'source'->>'name' as name,
      case when i->'source'->>'version' is null then '' else package->>'version' end as version,
      i->'source'->>'version' as "sourceVersion"
    from component cross join lateral (select package->'identity' as i) identified
    where org_id = ${tx.orgId} and unversioned = any(${[...new Set(wanted.values())]}::text[]) and i->'source'->>'name' is not null
    limit ${SOURCES_READ_MAX}`.execute(tx.db);
  const known = rows.flatMap(({ key, name, version, sourceVersion }) => {
    if (!wanted.has(key)) return [];
    const source = { name, isLearned: true } as const;
    return [{ key, source: sourceVersion === null ? source : { ...source, version, sourceVersion } }];
  });
  return new Map([...Map.groupBy(known, ({ key }) => key)].map(([key, all]) => [key, all.map(({ source }) => source)]));
}

interface MarkedMemos {
  /** Components whose memos were marked. */
  readonly ids: readonly string[];
  /** Where the next page begins; undefined after the last one. */
  readonly next: string | undefined;
}

/**
 * Marks the memos of components without a known source for which a later document names one, as if no engine had matched them. They
 * count as not assessed until they are matched again.
 */
export async function markResolvableMemos(
  tx: OrgTx,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<MarkedMemos> {
  const { rows } = await sql<{ id: string; package: PackageVersion }>`
    select c.id, c.package from component_memo m join component c on c.org_id = m.org_id and c.id = m.component_id
    where m.org_id = ${tx.orgId} and m.unassessed = 'source-package-unknown' and m.engine_version <> ${NO_ENGINE}
      and c.package is not null and c.not_checked is null and c.id > ${after ?? NO_ID}
    order by c.id limit ${limit}`.execute(tx.db);
  const learned = await listLearnedSources(
    tx,
    rows.map((row) => row.package),
  );
  const ids = rows
    .filter(({ package: own }) => resolveSource(own, learned.get(unknownSourceKey(own) ?? '') ?? []) !== own)
    .map(({ id }) => id);
  if (ids.length > 0)
    await sql`
      update component_memo set engine_version = ${NO_ENGINE}
      where org_id = ${tx.orgId} and component_id = any(${ids}::uuid[])`.execute(tx.db);
  return { ids, next: rows.length < limit ? undefined : rows.at(-1)?.id };
}

/** Whether components are marked that were not matched again yet. The condition is that of an index with few rows. */
export async function hasMarkedMemos(tx: OrgTx): Promise<boolean> {
  const { rows } = await sql`
    select from component_memo where org_id = ${tx.orgId} and unassessed is not null and engine_version = ${NO_ENGINE} limit 1`.execute(
    tx.db,
  );
  return rows.length > 0;
}

/** Returns the watched versions whose documents contain one of the components, sorted by id. */
export async function listVersionsContaining(tx: OrgTx, componentIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct v.id from component_set s
    join sbom b on b.org_id = s.org_id and b.set_sha256 = s.sha256 and b.superseded_by is null and b.deleted_at is null
    join service_version v on v.org_id = b.org_id and v.id = b.version_id
    where s.org_id = ${tx.orgId} and s.component_id = any(${componentIds}::uuid[])
      and v.watched and v.deleted_at is null and v.frozen_at is null
    order by v.id`.execute(tx.db);
  return rows.map(({ id }) => id);
}
