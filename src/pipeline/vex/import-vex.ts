/**
 * Stores a VEX document: its bytes, its statements, the documents that it supersedes, and the requests to publish the affected
 * versions again, in one transaction. The statements are applied whenever a version is published, so they also affect later
 * versions.
 */
import { LIMITS } from '../../core/limits.ts';
import type { VexDocument } from '../../core/vex/parsing/vex-document.ts';
import type { OrgTx } from '../../store/database.ts';
import { saveBlob } from '../../store/portfolio/blobs/blobs.ts';
import type { SpooledDocument } from '../../store/portfolio/blobs/spooled-document.ts';
import { listVersionsWithVulnerabilities } from '../../store/portfolio/versions/versions-to-analyze.ts';
import {
  countVexDocuments,
  lockRelatedVexDocuments,
  findVexDocument,
  insertVexDocument,
  markVexDeleted,
  supersedeVexDocuments,
  type StoredVexDocument,
  type VexScope,
  insertStatements,
  listNamedIds,
} from '../../store/relevance/vex.ts';
import type { ServiceScope } from '../../store/portfolio/services.ts';
import { lockOpinions, recordOpinionChange } from '../../store/relevance/opinion-changes.ts';
import { requestAnalyses, AFFECTED_VERSIONS_MAX } from '../request-analysis.ts';
import { getService } from '../portfolio/change-service.ts';
import { getVersion } from '../portfolio/change-version.ts';
import { nowOf, recordChange, type Caller, type PipelineDeps } from '../deps.ts';
import { VERSION_FROZEN, VEX_LIMIT, VEX_UNKNOWN } from '../errors.ts';

/** The scope of a document; without both, the whole organization. */
export interface VexTargetAddress {
  readonly service?: string;
  readonly version?: string;
}

export interface VexReceipt {
  readonly document: StoredVexDocument;
  readonly deduplicated: boolean;
  readonly supersedes: readonly string[];
  /** Number of versions that are published again. */
  readonly reanalyzed: number;
}

export async function importVex(
  deps: PipelineDeps,
  caller: Caller,
  target: VexTargetAddress,
  sent: { readonly bytes: SpooledDocument; readonly document: VexDocument },
): Promise<VexReceipt> {
  const at = nowOf(deps);
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const scope = await resolveVexScope(tx, caller, target);
    // A concurrent upload of the same bytes waits here and then finds them.
    await saveBlob(tx, sent.bytes, at);
    // Of two new versions of a document that are uploaded at the same time, the second finds the first.
    await lockOpinions(tx, toServices(scope));
    const { author, documentId } = sent.document;
    const related = await lockRelatedVexDocuments(tx, scope, { sha256: sent.bytes.sha256, author, documentId });
    const same = related.find(({ sha256 }) => sha256 === sent.bytes.sha256.toString('hex'));
    if (same !== undefined) return { document: same, deduplicated: true, supersedes: [], reanalyzed: 0 };
    return await store(deps, tx, caller, { scope, related, at, ...sent });
  });
}

async function store(
  deps: PipelineDeps,
  tx: OrgTx,
  caller: Caller,
  facts: {
    readonly scope: VexScope;
    readonly related: readonly StoredVexDocument[];
    readonly at: string;
    readonly bytes: SpooledDocument;
    readonly document: VexDocument;
  },
): Promise<VexReceipt> {
  const { scope, related, at, bytes, document } = facts;
  const newer = related.find((each) => isNewer(each, document));
  const supersedes = newer === undefined ? related.map(({ id }) => id) : [];
  if (related.length === 0 && (await countVexDocuments(tx)) >= LIMITS.vexDocumentsPerOrgMax) throw VEX_LIMIT();
  const id = deps.newId();
  const { sha256, sizeBytes } = bytes;
  const by = caller.actor.name;
  await insertVexDocument(tx, { ...scope, id, document, sha256, sizeBytes, at, by, supersededBy: newer?.id ?? null });
  await insertStatements(tx, id, document.statements);
  const ids = newer === undefined ? await listNamedIds(tx, [id, ...supersedes]) : [];
  await supersedeVexDocuments(tx, supersedes, { by: id, at });
  const { format, author, statements } = document;
  await recordChange(deps, tx, caller, {
    action: 'vex.imported',
    kind: 'vex',
    id,
    at,
    after: { ...scope, format, author, statements: statements.length, supersedes },
  });
  const reanalyzed = newer === undefined ? await requestAffectedVersions(deps, tx, scope, ids) : 0;
  const stored = await getVexDocument(tx, caller, id);
  return { document: stored, deduplicated: false, supersedes, reanalyzed };
}

/** Of two versions of a document the higher number counts; without numbers, the later one. */
function isNewer({ documentVersion, issuedAt }: StoredVexDocument, { version, timestamp }: VexDocument): boolean {
  if (documentVersion !== null && version !== null && documentVersion !== version) return documentVersion > version;
  return Date.parse(issuedAt) > Date.parse(timestamp);
}

/** Its statements no longer apply; documents that it superseded are not restored. */
export async function deleteVex(deps: PipelineDeps, caller: Caller, id: string): Promise<void> {
  const at = nowOf(deps);
  await deps.database.inOrg(caller.orgId, async (tx) => {
    const { service, version, author, format } = await getVexDocument(tx, caller, id);
    const scope = { serviceId: service?.id ?? null, versionId: version?.id ?? null };
    await lockOpinions(tx, toServices(scope));
    const { supersededBy } = await getVexDocument(tx, caller, id);
    const ids = supersededBy === null ? await listNamedIds(tx, [id]) : [];
    await markVexDeleted(tx, id, at);
    const before = { ...scope, author, format };
    await recordChange(deps, tx, caller, { action: 'vex.deleted', kind: 'vex', id, at, before });
    await requestAffectedVersions(deps, tx, scope, ids);
  });
}

/** An absent document, one of another organization and one outside the caller's scope are indistinguishable. */
export async function getVexDocument(
  tx: OrgTx,
  caller: Pick<Caller, 'services'>,
  id: string,
): Promise<StoredVexDocument> {
  const document = await findVexDocument(tx, id, caller.services);
  if (document === undefined) throw VEX_UNKNOWN();
  return document;
}

export async function resolveVexScope(
  tx: OrgTx,
  caller: Pick<Caller, 'services'>,
  { service, version }: VexTargetAddress,
): Promise<VexScope> {
  if (service === undefined) return { serviceId: null, versionId: null };
  if (version === undefined) return { serviceId: (await getService(tx, caller, service)).id, versionId: null };
  const found = await getVersion(tx, caller, { service, version });
  if (found.frozenAt !== null) throw VERSION_FROZEN({ version: found.name });
  return { serviceId: found.serviceId, versionId: found.id };
}

function toServices({ serviceId }: Pick<VexScope, 'serviceId'>): ServiceScope {
  return serviceId === null ? 'all' : [serviceId];
}

/** Requests an analysis of the version itself, watched or not; without one, of every watched version with a mentioned finding. */
async function requestAffectedVersions(
  deps: PipelineDeps,
  tx: OrgTx,
  { serviceId, versionId }: VexScope,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  await recordOpinionChange(tx, toServices({ serviceId }));
  const limit = AFFECTED_VERSIONS_MAX;
  const versions =
    versionId === null ? await listVersionsWithVulnerabilities(tx, ids, { serviceId, limit }) : [versionId];
  return await requestAnalyses(deps, tx, versions, 'decision');
}
