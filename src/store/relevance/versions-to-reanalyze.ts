/**
 * Finds watched versions whose result changes with a new decision, VEX statement or profile, for a service or for
 * vulnerabilities.
 */
import { sql, type RawBuilder } from 'kysely';
import type { OrgTx } from '../database.ts';

const IS_WATCHED = sql`v.watched and v.deleted_at is null and v.frozen_at is null`;

/** Returns the watched versions of a service, newest first. */
export async function listWatchedVersions(tx: OrgTx, serviceId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id from service_version v
    where v.org_id = ${tx.orgId} and v.service_id = ${serviceId} and ${IS_WATCHED}
    order by v.created_at desc, v.id desc limit ${limit}`.execute(tx.db);
  return rows.map(({ id }) => id);
}

/** Returns the versions of a service, or of all services, with a finding of one of these vulnerabilities, sorted by id. */
export async function listVersionsWithVulnerabilities(
  tx: OrgTx,
  /** Uppercase. */
  ids: readonly string[],
  { serviceId, limit }: { readonly serviceId: string | null; readonly limit: number },
): Promise<string[]> {
  if (ids.length === 0) return [];
  const inService = serviceId === null ? sql`` : sql`and v.service_id = ${serviceId}`;
  const { rows } = await sql<{ id: string }>`
    with meant as materialized (${groupsOf(ids)})
    select distinct v.id from meant g
    join version_finding f on f.org_id = ${tx.orgId} and f.group_id = g.group_id and f.known_to is null
    join service_version v on v.org_id = f.org_id and v.id = f.version_id and ${IS_WATCHED} ${inService}
    order by v.id limit ${limit}`.execute(tx.db);
  return rows.map(({ id }) => id);
}

/** The groups under which findings of these ids are stored: their own, those of records that bundle them, or the id itself. */
function groupsOf(ids: readonly string[]): RawBuilder<unknown> {
  return sql`
    with named as materialized (select a.id, a.group_id from alias a where upper(a.id collate "C") = any(${ids}::text[]))
    select group_id from named
    union select unnest(r.group_ids) from named join advisory_record r on r.id = named.id
    union select unnest(${ids}::text[])`;
}

/** Marks the versions as behind, so that the repair sweep requests their analyses. Locks them in order of id, as everywhere. */
export async function bumpGenerations(tx: OrgTx, versionIds: readonly string[]): Promise<void> {
  if (versionIds.length === 0) return;
  await sql`
    with locked as materialized (
      select id from service_version v where v.org_id = ${tx.orgId} and v.id = any(${versionIds}::uuid[])
        and v.deleted_at is null and v.frozen_at is null order by v.id for update)
    update service_version v set generation = v.generation + 1 from locked
    where v.org_id = ${tx.orgId} and v.id = locked.id`.execute(tx.db);
}
