/** The documents of a version, each in its slot. A superseded or deleted document stays listed and downloadable. */
import { sql, type RawBuilder, type UpdateObject } from 'kysely';
import { z } from 'zod';
import type { Attestation } from '../../core/sbom/attestation.ts';
import type { SbomQuality } from '../../core/sbom/quality.ts';
import { QUALITY_ELEMENTS, SIGNATURE_STATES, type GraphState, type SbomStatus } from '../../core/vocabulary/sbom.ts';
import { toIsoTimes, type DatedRow } from '../dated-row.ts';
import type { OrgTx } from '../database.ts';
import { mergedWrite } from '../shared-transactions.ts';
import type { Tables } from '../tables.ts';
import type { Page, PageRequest } from '../page.ts';
import type { AnalysisFailure } from '../findings/analyses/analyses.ts';
import { Failure } from '../findings/analyses/stored-analysis.ts';
import { addUsage } from '../people/usage.ts';
import { gitFactsOf, type GitFacts } from './versions/versions.ts';
import type { ServiceScope } from './services.ts';

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
  /** Null if the document is not wrapped. */
  readonly attestation: Attestation | null;
  /** Null until it was parsed. */
  readonly quality: SbomQuality | null;
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

export type SbomFailure = AnalysisFailure;

/** Returns undefined for a document of a deleted service or version, or of a service outside of the caller's scope. */
export async function findSbom(tx: OrgTx, id: string, scope: ServiceScope): Promise<Sbom | undefined> {
  const { rows } = await sql<SbomRow>`select ${sbomColumns(tx)} ${FROM_LIVE_VERSIONS}
    where b.org_id = ${tx.orgId} and b.id = ${id}`.execute(tx.db);
  const row = rows[0];
  if (row === undefined || (scope !== 'all' && !scope.includes(row.serviceId))) return undefined;
  return toSbom(row);
}

/** Returns the newest first. Without `all`, only current documents: neither superseded nor deleted. */
export async function listSboms(tx: OrgTx, versionId: string, page: PageRequest, all: boolean): Promise<Page<Sbom>> {
  const live = all ? sql`` : sql`and b.superseded_by is null and b.deleted_at is null`;
  const count = await sql<{ total: number }>`select count(*)::int as total from sbom b
    where b.org_id = ${tx.orgId} and b.version_id = ${versionId} ${live}`.execute(tx.db);
  const { rows } = await sql<SbomRow>`select ${sbomColumns(tx)} ${FROM_LIVE_VERSIONS}
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

export interface NewSbom
  extends
    Pick<Sbom, 'id' | 'versionId' | 'slot' | 'sizeBytes' | 'format' | 'specVersion' | 'image' | 'distro' | 'git'>,
    Pick<Sbom, 'componentCount' | 'fileCount' | 'edgeCount' | 'warnings' | 'attestation' | 'createdAt' | 'createdBy'> {
  readonly sha256: Buffer;
  readonly path: string;
  readonly analysisId: string;
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
      document_path: sbom.path,
      attestation: sbom.attestation === null ? null : JSON.stringify(sbom.attestation),
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

export async function updateSbom(tx: OrgTx, id: string, values: UpdateObject<Tables, 'sbom'>): Promise<void> {
  await tx.db.updateTable('sbom').set(values).where('org_id', '=', tx.orgId).where('id', '=', id).execute();
}

/** The keys of the organization may have changed since the same bytes were uploaded before. */
export async function saveAttestation(tx: OrgTx, id: string, attestation: Attestation): Promise<void> {
  await updateSbom(tx, id, { attestation: JSON.stringify(attestation) });
}

/** Call it before the new document is inserted: a slot has one current document at a time. */
export async function supersedeSbom(tx: OrgTx, id: string, by: string, at: string): Promise<void> {
  await updateSbom(tx, id, { superseded_by: by, superseded_at: at });
}

/** Makes a superseded document current again, in the given slot and as part of the requested analysis. */
export async function restoreSbom(
  tx: OrgTx,
  id: string,
  { slot, analysisId }: { readonly slot: string; readonly analysisId: string },
): Promise<void> {
  await updateSbom(tx, id, {
    slot,
    superseded_by: null,
    superseded_at: null,
    status: 'queued',
    analysis_id: analysisId,
  });
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
export async function setStatusOfLiveSboms(tx: OrgTx, versionId: string, change: StatusChange): Promise<void> {
  await setStatuses(tx, { versionId, change });
}

interface StatusChange {
  readonly from: readonly SbomStatus[];
  readonly to: 'analyzing' | 'analyzed' | 'failed';
  readonly failure?: SbomFailure;
}

const setStatuses = mergedWrite(
  async (tx: OrgTx, changes: readonly { readonly versionId: string; readonly change: StatusChange }[]) => {
    for (const same of Map.groupBy(changes, ({ change }) => JSON.stringify(change)).values()) {
      const [first] = same;
      if (first === undefined) continue;
      await setStatus(
        tx,
        same.map(({ versionId }) => versionId),
        first.change,
      );
    }
  },
);

async function setStatus(tx: OrgTx, versionIds: readonly string[], change: StatusChange): Promise<void> {
  const to =
    change.to === 'analyzed'
      ? sql<string>`case when jsonb_array_length(warnings) = 0 then 'analyzed' else 'analyzed_with_warnings' end`
      : sql<string>`${change.to}`;
  await tx.db
    .updateTable('sbom')
    .set({ status: to, failure: change.failure === undefined ? null : JSON.stringify(change.failure) })
    .where('org_id', '=', tx.orgId)
    .where('version_id', '=', sql<string>`any(${versionIds}::uuid[])`)
    .where('superseded_by', 'is', null)
    .where('deleted_at', 'is', null)
    .where('status', 'in', [...change.from])
    .execute();
}

/** Excludes `packed`, which is large and not needed in lists. */
const sbomColumns = (
  tx: OrgTx,
): RawBuilder<unknown> => sql`b.id, v.service_id as "serviceId", b.version_id as "versionId", v.name as "versionName", b.slot,
  encode(b.sha256, 'hex') as sha256, b.size_bytes::float8 as "sizeBytes", b.format, b.spec_version as "specVersion", b.image, b.distro,
  ${gitFactsOf('b')} as git, b.status, b.failure, b.component_count as "componentCount", b.file_count as "fileCount",
  b.edge_count as "edgeCount", b.service_count as "serviceCount", b.claim_count as "claimCount", b.tool, b.graph_state as graph,
  b.warnings, b.attestation, b.quality, b.analysis_id as "analysisId", b.created_at as "createdAt", b.created_by as "createdBy",
  (select o.id from sbom o where o.org_id = ${tx.orgId} and o.version_id = b.version_id and o.superseded_by = b.id and o.deleted_at is null
    order by o.created_at desc, o.id desc limit 1) as supersedes,
  b.superseded_by as "supersededBy", b.superseded_at as "supersededAt", b.deleted_at as "deletedAt",
  b.raw_removed_at as "rawRemovedAt"`;
const FROM_LIVE_VERSIONS = sql`from sbom b
  join service_version v on v.org_id = b.org_id and v.id = b.version_id and v.deleted_at is null
  join service s on s.org_id = v.org_id and s.id = v.service_id and s.deleted_at is null`;

type SbomRow = DatedRow<
  Omit<Sbom, 'failure' | 'warnings' | 'attestation' | 'quality'>,
  'createdAt' | 'supersededAt' | 'deletedAt' | 'rawRemovedAt'
> & { readonly failure: unknown; readonly warnings: unknown; readonly attestation: unknown; readonly quality: unknown };

const Warnings = z.array(z.object({ code: z.string(), count: z.number(), paths: z.array(z.string()).optional() }));

const StoredAttestation = z
  .object({
    statement: z
      .object({
        predicateType: z.string(),
        subjects: z.array(z.object({ name: z.string(), digest: z.record(z.string(), z.string()) })),
        subjectCount: z.number(),
      })
      .nullable(),
    signature: z.object({ state: z.enum(SIGNATURE_STATES), keyName: z.string().nullable() }),
  })
  .nullable();

const StoredQuality = z
  .object({
    score: z.number(),
    elements: z.array(z.object({ element: z.enum(QUALITY_ELEMENTS), present: z.number(), total: z.number() })),
  })
  .nullable();

function toSbom(row: SbomRow): Sbom {
  return {
    ...toIsoTimes(row),
    failure: Failure.parse(row.failure),
    warnings: Warnings.parse(row.warnings),
    attestation: StoredAttestation.parse(row.attestation),
    quality: StoredQuality.parse(row.quality),
  };
}
