/**
 * Further help for packages without a clean version: versions that the organization itself uses, workarounds from advisory texts,
 * and other affected packages. Read only for the few packages that need it.
 */
import { sql } from 'kysely';
import type { AffectedEntry } from '../../core/advisory/advisory.ts';
import type { OrgTx, ReferenceTx } from '../database.ts';

interface SeenPackageVersion {
  /** Package without version. */
  readonly package: string;
  readonly version: string;
  /** The name of a service that has it; the first of several. */
  readonly service: string;
}

const SEEN_MAX = 5_000;

/** Returns versions of these packages in existing documents of the organization. */
export async function listSeenVersions(tx: OrgTx, packages: readonly string[]): Promise<SeenPackageVersion[]> {
  if (packages.length === 0) return [];
  const { rows } = await sql<SeenPackageVersion>`
    select c.unversioned as package, c.version, min(u.name collate "C") as service
    from component c cross join lateral (
      select s.name from component_set m
      join sbom b on b.org_id = m.org_id and b.set_sha256 = m.sha256 and b.deleted_at is null
      join service_version v on v.org_id = b.org_id and v.id = b.version_id and v.deleted_at is null
      join service s on s.org_id = v.org_id and s.id = v.service_id and s.deleted_at is null
      where m.org_id = ${tx.orgId} and m.component_id = c.id
      order by s.name collate "C" limit 1) u
    where c.org_id = ${tx.orgId} and c.unversioned = any(${packages}::text[]) and c.version is not null
      and c.not_checked is null
    group by c.unversioned, c.version
    order by c.unversioned, c.version limit ${SEEN_MAX}`.execute(tx.db);
  return rows;
}

interface RecordText {
  readonly groupId: string;
  readonly id: string;
  readonly source: string;
  readonly details: string;
}

const TEXTS_MAX = 500;

/**
 * Returns the records about these vulnerabilities whose text may describe a workaround. `offset 0` keeps one index lookup per
 * vulnerability: the planner would otherwise search the texts of all records.
 */
export async function listTextsWithWorkaround(tx: ReferenceTx, groupIds: readonly string[]): Promise<RecordText[]> {
  if (groupIds.length === 0) return [];
  const { rows } = await sql<RecordText>`
    select g.id as "groupId", r.id, r.source, r.details from unnest(${groupIds}::text[]) g(id)
    cross join lateral (select id, source, details from advisory_record where group_ids @> array[g.id] offset 0) r
    where r.details ~* '# *(possible )?(work[- ]?around|mitigation)'
    order by g.id, r.id limit ${TEXTS_MAX}`.execute(tx.db);
  return rows;
}

const ENTRIES_MAX = 2_000;

/** Returns all packages that records about these vulnerabilities name, by vulnerability. */
export async function listEntriesOfGroups(
  tx: ReferenceTx,
  groupIds: readonly string[],
): Promise<{ readonly groupId: string; readonly entry: AffectedEntry }[]> {
  if (groupIds.length === 0) return [];
  const { rows } = await sql<{ groupId: string; entry: AffectedEntry }>`
    select g.id as "groupId", e.entry from unnest(${groupIds}::text[]) g(id)
    cross join lateral (select source, directory, id from advisory_record where group_ids @> array[g.id]) r
    join affected_entry e on e.source = r.source and e.directory = r.directory and e.record_id = r.id and e.active
    order by g.id, e.record_id, e.n limit ${ENTRIES_MAX}`.execute(tx.db);
  return rows;
}
