/**
 * The base with which a new result is compared: the last result of the version, or the previous version. Also reads what explains
 * the differences: the components of both sides, and the records that reported a finding.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Coverage } from '../../../core/history/coverage.ts';
import type { ResultOrigin } from '../../../core/history/changes/explain-change.ts';
import type { ComparedComponent } from '../../../core/history/changes/explain-publication.ts';
import type { MissingDocument } from '../../../core/history/missing-documents.ts';
import type { OrgTx } from '../../database.ts';
import type { UnseenContent } from '../analyses/analyses.ts';
import { FACTS_OF_ROW } from '../finding-details.ts';
import {
  StoredCoverage,
  StoredUnseenDocuments,
  StoredProfiles,
  type UsedProfile,
} from '../analyses/stored-analysis.ts';

export interface PublishedBase extends ResultOrigin {
  readonly versionId: string;
  readonly coverage: Coverage | null;
  readonly profiles: readonly UsedProfile[];
  /** Null if it was published before sets were stored. */
  readonly sets: readonly Buffer[] | null;
  readonly notSeen: UnseenContent;
}

/** Returns the last result of the version, or undefined. A failed analysis has no result. */
export async function findPublishedBase(tx: OrgTx, versionId: string): Promise<PublishedBase | undefined> {
  const row = await tx.db
    .selectFrom('analysis')
    .select(['snapshot', 'engine_version', 'sets', 'coverage', 'profiles', 'not_seen', 'not_seen_findings'])
    .where('org_id', '=', tx.orgId)
    .where('version_id', '=', versionId)
    .where('coverage', 'is not', null)
    .orderBy('finished_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { snapshot, engine_version: engineVersion, sets } = row;
  const coverage = StoredCoverage.parse(row.coverage);
  const profiles = StoredProfiles.parse(row.profiles) ?? [];
  const notSeen = {
    documents: StoredUnseenDocuments.parse(row.not_seen) ?? [],
    findingIds: row.not_seen_findings ?? [],
  };
  return {
    versionId,
    snapshot: snapshot === null ? null : Number(snapshot),
    engineVersion,
    sets,
    coverage,
    profiles,
    notSeen,
  };
}

/** Returns every component of these packages (without version) in the sets of both sides. */
export async function listVersionsInSets(
  tx: OrgTx,
  packages: readonly string[],
  { before, now }: { readonly before: readonly Buffer[]; readonly now: readonly Buffer[] },
): Promise<ComparedComponent[]> {
  // After an update of advisories both sides have the same sets; each is looked up once.
  const sets = distinct([...before, ...now]);
  const { rows } = await sql<ComparedComponent>`
    select c.id as "componentId", c.unversioned as package, c.version, bool_or(s.sha256 = any(${before}::bytea[])) as before,
      bool_or(s.sha256 = any(${now}::bytea[])) as now
    from (select id, unversioned, version from component
      where org_id = ${tx.orgId} and unversioned = any(${[...new Set(packages)]}::text[]) offset 0) c
    cross join lateral (select sha256 from component_set
      where org_id = ${tx.orgId} and component_id = c.id and sha256 = any(${sets}::bytea[]) offset 0) s
    group by c.id, c.unversioned, c.version`.execute(tx.db);
  return rows;
}

function distinct(sets: readonly Buffer[]): Buffer[] {
  return [...new Map(sets.map((set) => [set.toString('base64'), set])).values()];
}

/** Returns by finding the records that it was published with and those that report it now, including those that deny it. */
export async function listRecordIds(
  tx: OrgTx,
  rows: readonly { readonly id: string; readonly findingId: string }[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (rows.length === 0) return new Map();
  const answer = await sql<{ finding_id: string; record_id: string }>`
    select distinct r.finding_id, e->>'recordId' as record_id
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ findingId }) => findingId)}::uuid[]) r(id, finding_id)
    join version_finding v on v.org_id = ${tx.orgId} and v.id = r.id
    ${FACTS_OF_ROW}
    left join component_match m on m.org_id = ${tx.orgId} and m.component_id = v.component_id and m.group_id = v.group_id
    cross join lateral jsonb_array_elements((d.detail->'match'->'evidence') || coalesce(m.match->'evidence', '[]')) e
    order by 1, 2`.execute(tx.db);
  const byFinding = Map.groupBy(answer.rows, (row) => row.finding_id);
  return new Map([...byFinding].map(([id, records]) => [id, records.map((row) => row.record_id)]));
}

/** Returns the given findings that the version once had and lost. */
export async function listPreviouslyLost(
  tx: OrgTx,
  versionId: string,
  findingIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (findingIds.length === 0) return new Set();
  const { rows } = await sql<{ finding_id: string }>`
    select distinct coalesce(f.merged_into, f.id) as finding_id
    from finding f join version_finding v on v.org_id = f.org_id and v.finding_id = f.id
    where f.org_id = ${tx.orgId} and (f.id = any(${findingIds}::uuid[]) or f.merged_into = any(${findingIds}::uuid[]))
      and v.version_id = ${versionId} and v.ended_as is not null`.execute(tx.db);
  return new Set(rows.map((row) => row.finding_id));
}

/** Returns the given findings that are in some of the documents, in the versions that uploaded them. */
export async function listFindingsOfDocuments(
  tx: OrgTx,
  findingIds: readonly string[],
  documents: readonly MissingDocument[],
): Promise<ReadonlySet<string>> {
  if (findingIds.length === 0 || documents.length === 0) return new Set();
  const { rows } = await sql<{ finding_id: string }>`
    select distinct coalesce(f.merged_into, f.id) as finding_id
    from version_finding v join finding f on f.org_id = v.org_id and f.id = v.finding_id
    where v.org_id = ${tx.orgId} and v.version_id = any(${versionsOf(documents)}::uuid[]) and v.known_to is null
      and v.sbom_ids && array(select b.id from (${namedDocuments(tx, documents)}) b)
      and coalesce(f.merged_into, f.id) = any(${findingIds}::uuid[])`.execute(tx.db);
  return new Set(rows.map((row) => row.finding_id));
}

/** Returns the component sets of documents of other versions. */
export async function listSetsOfDocuments(tx: OrgTx, documents: readonly MissingDocument[]): Promise<Buffer[]> {
  if (documents.length === 0) return [];
  const { rows } = await sql<{ set_sha256: Buffer }>`
    select distinct b.set_sha256 from (${namedDocuments(tx, documents)}) b
    where b.set_sha256 is not null and b.superseded_by is null and b.deleted_at is null`.execute(tx.db);
  return rows.map((row) => row.set_sha256);
}

/** Includes the documents that they replaced. */
function namedDocuments(tx: OrgTx, documents: readonly MissingDocument[]): RawBuilder<unknown> {
  return sql`select b.* from unnest(${documents.map(({ versionId }) => versionId)}::uuid[], ${documents.map(({ slot }) => slot)}::text[])
    e(version_id, slot) join sbom b on b.org_id = ${tx.orgId} and b.version_id = e.version_id and b.slot = e.slot`;
}

function versionsOf(documents: readonly MissingDocument[]): string[] {
  return [...new Set(documents.map(({ versionId }) => versionId))];
}

/** Returns by finding a document of these rows that was deleted since. */
export async function listDeletedDocuments(
  tx: OrgTx,
  rows: readonly { readonly id: string; readonly findingId: string }[],
): Promise<ReadonlyMap<string, string>> {
  if (rows.length === 0) return new Map();
  const answer = await sql<{ finding_id: string; sbom_id: string }>`
    select r.finding_id, b.id as sbom_id
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ findingId }) => findingId)}::uuid[]) r(id, finding_id)
    join version_finding v on v.org_id = ${tx.orgId} and v.id = r.id
    join sbom b on b.org_id = v.org_id and b.id = any(v.sbom_ids) and b.deleted_at is not null
    order by 1, b.deleted_at`.execute(tx.db);
  return new Map(answer.rows.map((row) => [row.finding_id, row.sbom_id]));
}
