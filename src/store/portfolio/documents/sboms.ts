/** The documents of a version, each in its slot. A superseded or deleted document stays listed and downloadable. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { GraphState, SbomStatus } from '../../../core/vocabulary/sbom.ts';
import type { OrgTx } from '../../database.ts';
import type { Page, PageRequest } from '../../page.ts';
import { addUsage } from '../../people/usage.ts';
import type { GitFacts } from '../versions/versions.ts';
import type { ServiceScope } from '../services.ts';

export interface SbomWarning {
  readonly code: string;
  readonly count: number;
  /** JSON pointers of the first occurrences, for warnings from parsing the document. */
  readonly paths?: readonly string[] | undefined;
}

export interface Sbom {
  readonly id: string;
  readonly serviceId: string;
  readonly versionId: string;
  readonly versionName: string;
  readonly slot: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly format: string;
  readonly specVersion: string;
  readonly image: string | null;
  readonly distro: string | null;
  readonly git: GitFacts;
  readonly status: SbomStatus;
  readonly failure: SbomFailure | null;
  readonly componentCount: number;
  readonly fileCount: number;
  readonly edgeCount: number;
  readonly serviceCount: number;
  /** Number of statements about vulnerabilities in the document itself. */
  readonly claimCount: number;
  readonly tool: string | null;
  /** Null until it was parsed. */
  readonly graph: GraphState | null;
  readonly warnings: readonly SbomWarning[];
  readonly analysisId: string | null;
  readonly createdAt: string;
  readonly createdBy: string;
  /** The newest document that it replaced and that was not restored. */
  readonly supersedes: string | null;
  readonly supersededBy: string | null;
  readonly supersededAt: string | null;
  readonly deletedAt: string | null;
  /** When retention removed its bytes and components. */
  readonly rawRemovedAt: string | null;
}

export interface SbomFailure {
  readonly code: string;
  readonly message: string;
}

/** Returns undefined for a document of a deleted service or version, or of a service outside of the caller's scope. */
export async function findSbom(tx: OrgTx, id: string, scope: ServiceScope): Promise<Sbom | undefined> {
  const { rows } = await sql<SbomRow>`select ${SBOM_COLUMNS} ${FROM_LIVE_VERSIONS}
    where b.org_id = ${tx.orgId} and b.id = ${id}`.execute(tx.db);
  const row = rows[0];
  if (row === undefined || (scope !== 'all' && !scope.includes(row.service_id))) return undefined;
  return toSbom(row);
}

/** Returns the newest first. Without `all`, only current documents: neither superseded nor deleted. */
export async function listSboms(tx: OrgTx, versionId: string, page: PageRequest, all: boolean): Promise<Page<Sbom>> {
  const live = all ? sql`` : sql`and b.superseded_by is null and b.deleted_at is null`;
  const count = await sql<{ total: number }>`select count(*)::int as total from sbom b
    where b.org_id = ${tx.orgId} and b.version_id = ${versionId} ${live}`.execute(tx.db);
  const { rows } = await sql<SbomRow>`select ${SBOM_COLUMNS} ${FROM_LIVE_VERSIONS}
    where b.org_id = ${tx.orgId} and b.version_id = ${versionId} ${live}
    order by b.created_at desc, b.id desc limit ${page.limit} offset ${page.offset}`.execute(tx.db);
  return { total: count.rows[0]?.total ?? 0, items: rows.map(toSbom) };
}

/** A current document, with the facts that determine whether another one replaces it. */
export interface LiveSbom {
  readonly id: string;
  readonly slot: string;
  readonly image: string | null;
  readonly sha256: Buffer;
  readonly tool: string | null;
  readonly setSha256: Buffer | null;
}

/** Returns the newest first. A version has at most `liveSbomsPerVersionMax`. */
export async function listLiveSlots(tx: OrgTx, versionId: string): Promise<LiveSbom[]> {
  const { rows } = await sql<LiveSbom>`
    select id, slot, image, sha256, tool, set_sha256 as "setSha256" from sbom
    where org_id = ${tx.orgId} and version_id = ${versionId} and superseded_by is null and deleted_at is null
    order by created_at desc, id desc`.execute(tx.db);
  return rows;
}

/** Returns the distinct types of the purls in a component set, sorted. */
export async function listPackageTypes(tx: OrgTx, setSha256: Buffer): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select distinct lower(split_part(ltrim(substr(coalesce(s.purl, c.purl), 5), '/'), '/', 1)) collate "C" as type
    from component_set s join component c on c.org_id = s.org_id and c.id = s.component_id
    where s.org_id = ${tx.orgId} and s.sha256 = ${setSha256} and coalesce(s.purl, c.purl) is not null
    order by 1`.execute(tx.db);
  return rows.map(({ type }) => type);
}

export interface NewSbom {
  readonly id: string;
  readonly versionId: string;
  readonly slot: string;
  readonly sha256: Buffer;
  readonly sizeBytes: number;
  readonly format: string;
  readonly specVersion: string;
  readonly wrapped: boolean;
  readonly image: string | null;
  readonly distro: string | null;
  readonly git: GitFacts;
  readonly componentCount: number;
  readonly fileCount: number;
  readonly edgeCount: number;
  readonly warnings: readonly SbomWarning[];
  readonly analysisId: string;
  readonly createdAt: string;
  readonly createdBy: string;
}

export async function insertSbom(tx: OrgTx, sbom: NewSbom): Promise<void> {
  await tx.db
    .insertInto('sbom')
    .values({
      org_id: tx.orgId,
      id: sbom.id,
      version_id: sbom.versionId,
      slot: sbom.slot,
      sha256: sbom.sha256,
      size_bytes: sbom.sizeBytes,
      format: sbom.format,
      spec_version: sbom.specVersion,
      wrapped: sbom.wrapped,
      image: sbom.image,
      distro: sbom.distro,
      git_branch: sbom.git.branch,
      git_commit_sha: sbom.git.commitSha,
      git_origin: sbom.git.origin,
      status: 'queued',
      component_count: sbom.componentCount,
      file_count: sbom.fileCount,
      edge_count: sbom.edgeCount,
      warnings: JSON.stringify(sbom.warnings),
      analysis_id: sbom.analysisId,
      created_at: sbom.createdAt,
      created_by: sbom.createdBy,
    })
    .execute();
  addUsage(tx, 'sboms', 1);
}

/** Returns the component set of a document, or undefined until it was parsed. */
export async function findComponentSet(tx: OrgTx, id: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ set: Buffer | null }>`
    select set_sha256 as set from sbom where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db);
  return rows[0]?.set ?? undefined;
}

/** Returns the graph states of these documents; documents that were not parsed yet count as missing. */
export async function findGraphStates(tx: OrgTx, ids: readonly string[]): Promise<GraphState[]> {
  const { rows } = await sql<{ state: GraphState | null }>`
    select graph_state as state from sbom where org_id = ${tx.orgId} and id = any(${ids}::uuid[]) order by id`.execute(
    tx.db,
  );
  return rows.map(({ state }) => state ?? 'missing');
}

/** Call it before the new document is inserted: a slot has one current document at a time. */
export async function supersedeSbom(tx: OrgTx, id: string, by: string, at: string): Promise<void> {
  await tx.db
    .updateTable('sbom')
    .set({ superseded_by: by, superseded_at: at })
    .where('org_id', '=', tx.orgId)
    .where('id', '=', id)
    .execute();
}

/** Makes a superseded document current again, in the given slot and as part of the requested analysis. */
export async function restoreSbom(
  tx: OrgTx,
  id: string,
  { slot, analysisId }: { readonly slot: string; readonly analysisId: string },
): Promise<void> {
  await tx.db
    .updateTable('sbom')
    .set({ slot, superseded_by: null, superseded_at: null, status: 'queued', analysis_id: analysisId })
    .where('org_id', '=', tx.orgId)
    .where('id', '=', id)
    .execute();
}

export async function markSbomDeleted(tx: OrgTx, id: string, at: string): Promise<void> {
  const { numUpdatedRows } = await tx.db
    .updateTable('sbom')
    .set({ deleted_at: at })
    .where('org_id', '=', tx.orgId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  addUsage(tx, 'sboms', -Number(numUpdatedRows));
}

/** Moves the current documents of a version that wait for an analysis to their next state. */
export async function setStatusOfLiveSboms(
  tx: OrgTx,
  versionId: string,
  change: {
    readonly from: readonly SbomStatus[];
    readonly to: 'analyzing' | 'analyzed' | 'failed';
    readonly failure?: SbomFailure;
  },
): Promise<void> {
  const to =
    change.to === 'analyzed'
      ? sql<string>`case when jsonb_array_length(warnings) = 0 then 'analyzed' else 'analyzed_with_warnings' end`
      : sql<string>`${change.to}`;
  await tx.db
    .updateTable('sbom')
    .set({ status: to, failure: change.failure === undefined ? null : JSON.stringify(change.failure) })
    .where('org_id', '=', tx.orgId)
    .where('version_id', '=', versionId)
    .where('superseded_by', 'is', null)
    .where('deleted_at', 'is', null)
    .where('status', 'in', [...change.from])
    .execute();
}

// Excludes `packed`, which is large and not needed in lists.
const SBOM_COLUMNS = sql`b.id, b.version_id, b.slot, b.sha256, b.size_bytes, b.format, b.spec_version, b.image, b.distro,
  b.git_branch, b.git_commit_sha, b.git_origin, b.status, b.failure, b.component_count, b.file_count, b.edge_count, b.service_count,
  b.claim_count, b.tool, b.graph_state, b.warnings, b.analysis_id, b.created_at, b.created_by,
  (select o.id from sbom o where o.org_id = b.org_id and o.version_id = b.version_id and o.superseded_by = b.id and o.deleted_at is null
    order by o.created_at desc, o.id desc limit 1) as supersedes,
  b.superseded_by, b.superseded_at, b.deleted_at, b.raw_removed_at, v.name as version_name, v.service_id`;
const FROM_LIVE_VERSIONS = sql`from sbom b
  join service_version v on v.org_id = b.org_id and v.id = b.version_id and v.deleted_at is null
  join service s on s.org_id = v.org_id and s.id = v.service_id and s.deleted_at is null`;

interface SbomRow {
  id: string;
  service_id: string;
  version_id: string;
  version_name: string;
  slot: string;
  sha256: Buffer;
  size_bytes: string;
  format: string;
  spec_version: string;
  image: string | null;
  distro: string | null;
  git_branch: string | null;
  git_commit_sha: string | null;
  git_origin: string | null;
  status: SbomStatus;
  failure: unknown;
  component_count: number;
  file_count: number;
  edge_count: number;
  service_count: number;
  claim_count: number;
  tool: string | null;
  graph_state: GraphState | null;
  warnings: unknown;
  analysis_id: string | null;
  created_at: Date;
  created_by: string;
  supersedes: string | null;
  superseded_by: string | null;
  superseded_at: Date | null;
  deleted_at: Date | null;
  raw_removed_at: Date | null;
}

const Warnings = z.array(z.object({ code: z.string(), count: z.number(), paths: z.array(z.string()).optional() }));
const Failure = z.object({ code: z.string(), message: z.string() }).nullable();

function toSbom(row: SbomRow): Sbom {
  return {
    id: row.id,
    serviceId: row.service_id,
    versionId: row.version_id,
    versionName: row.version_name,
    slot: row.slot,
    sha256: row.sha256.toString('hex'),
    sizeBytes: Number(row.size_bytes),
    format: row.format,
    specVersion: row.spec_version,
    image: row.image,
    distro: row.distro,
    git: { branch: row.git_branch, commitSha: row.git_commit_sha, origin: row.git_origin },
    status: row.status,
    failure: Failure.parse(row.failure),
    componentCount: row.component_count,
    fileCount: row.file_count,
    edgeCount: row.edge_count,
    serviceCount: row.service_count,
    claimCount: row.claim_count,
    tool: row.tool,
    graph: row.graph_state,
    warnings: Warnings.parse(row.warnings),
    analysisId: row.analysis_id,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    supersedes: row.supersedes,
    supersededBy: row.superseded_by,
    supersededAt: row.superseded_at?.toISOString() ?? null,
    deletedAt: row.deleted_at?.toISOString() ?? null,
    rawRemovedAt: row.raw_removed_at?.toISOString() ?? null,
  };
}
