/**
 * Versions that need another analysis: those that the repair sweep looks for, and watched versions whose result changes with a new
 * decision, VEX statement or profile. Frozen versions are excluded.
 */
import { sql, type RawBuilder } from 'kysely';
import type { AnalysisTrigger } from '../../../core/vocabulary/analysis.ts';
import type { OrgTx } from '../../database.ts';

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

/** Marks the versions as behind and returns those that can be analyzed. Locks them in order of id, as everywhere. */
export async function bumpGenerations(tx: OrgTx, versionIds: readonly string[]): Promise<string[]> {
  if (versionIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    with locked as materialized (
      select id from service_version v where v.org_id = ${tx.orgId} and v.id = any(${versionIds}::uuid[])
        and v.deleted_at is null and v.frozen_at is null order by v.id for no key update)
    update service_version v set generation = v.generation + 1 from locked
    where v.org_id = ${tx.orgId} and v.id = locked.id returning v.id`.execute(tx.db);
  return rows.map(({ id }) => id);
}

interface UnanalyzedVersion {
  readonly id: string;
  /** Job of the queued analysis or of one that was left running; without an analysis there is no job. */
  readonly jobId: string | null;
  readonly trigger: AnalysisTrigger | null;
}

/** Returns versions whose newest generation has not been analyzed, sorted by id. */
export async function listUnanalyzedVersions(
  tx: OrgTx,
  after: string | undefined,
  limit: number,
): Promise<UnanalyzedVersion[]> {
  const { rows } = await sql<UnanalyzedVersion>`
    select v.id, a.job_id as "jobId", a.trigger from service_version v
    left join lateral (select job_id, trigger from analysis
      where org_id = ${tx.orgId} and version_id = v.id and status in ('queued', 'running')
      order by status = 'queued' desc, id desc limit 1) a on true
    where v.org_id = ${tx.orgId} and v.analyzed_generation < v.generation and v.deleted_at is null and v.frozen_at is null
      and (${after ?? null}::uuid is null or v.id > ${after ?? null}::uuid)
    order by v.id limit ${limit}`.execute(tx.db);
  return rows;
}

/** Returns analyzed versions whose documents were parsed by an older parser. Documents that failed since are excluded. */
export async function listVersionsOfOlderParsers(tx: OrgTx, readerVersion: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct v.id from sbom b
    join service_version v on v.org_id = b.org_id and v.id = b.version_id and v.deleted_at is null and v.frozen_at is null
      and v.analyzed_generation >= v.generation
    where b.org_id = ${tx.orgId} and b.reader_version < ${readerVersion} and b.set_sha256 is not null
      and b.superseded_by is null and b.deleted_at is null and b.status <> 'failed'
    limit ${limit}`.execute(tx.db);
  return rows.map((row) => row.id);
}

/** The end of an analysis is the time for which its result was judged, by the clock of the process that did. */
const JUDGED_AT = sql`coalesce(a.finished_at, a.created_at)`;

/**
 * Returns versions with a finding for which a decision or statement has expired since their last analysis, and watched versions of
 * services for which an answer has. Each expiry is returned until an analysis waits for it or has ended after it, even by failing.
 */
export async function listVersionsWithExpiredOpinions(tx: OrgTx, now: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct v.id from version_finding f
    join service_version v on v.org_id = f.org_id and v.id = f.version_id and v.deleted_at is null and v.frozen_at is null
    where f.org_id = ${tx.orgId} and f.known_to is null and f.relevance_expires_at <= ${now}::timestamptz
      and not exists (select from analysis a
        where a.org_id = ${tx.orgId} and a.version_id = f.version_id and ${JUDGED_AT} >= f.relevance_expires_at)
    union
    select v.id from question_answer q
    join service_version v on v.org_id = q.org_id and v.service_id = q.service_id and ${IS_WATCHED}
    where q.org_id = ${tx.orgId} and q.expires_at <= ${now}::timestamptz
      and not exists (select from analysis a
        where a.org_id = ${tx.orgId} and a.version_id = v.id and ${JUDGED_AT} >= q.expires_at)
    limit ${limit}`.execute(tx.db);
  return rows.map((row) => row.id);
}
