/**
 * Stores a reachability document of a version: its bytes, its statements, and the request to publish the version again, in one
 * transaction. It replaces the document of the same tool and image.
 */
import { LIMITS } from '../../core/limits.ts';
import { isSameCommit, listUnmatched } from '../../core/reachability/assess-reachability.ts';
import type { ReachabilityDocument, ReachabilityStatement } from '../../core/reachability/reachability-document.ts';
import type { OrgTx } from '../../store/database.ts';
import { saveBlob } from '../../store/portfolio/blobs/blobs.ts';
import type { SpooledDocument } from '../../store/portfolio/blobs/spooled-document.ts';
import { lockVersion } from '../../store/portfolio/versions/change-versions.ts';
import type { VersionDetails } from '../../store/portfolio/versions/versions.ts';
import {
  insertReachability,
  listNamedFindings,
  listReachability,
  removeReachability,
  type StoredReachability,
} from '../../store/relevance/reachability.ts';
import { nowOf, recordChange, type Caller, type PipelineDeps } from '../deps.ts';
import { REACHABILITY_LIMIT, REACHABILITY_UNKNOWN, VERSION_FROZEN } from '../errors.ts';
import { getVersion, type VersionAddress } from '../portfolio/change-version.ts';
import { requestAnalyses } from '../request-analysis.ts';

/** The build that was analyzed, as far as the request names it. */
export interface AnalyzedBuild {
  readonly image: string | null;
  readonly commit: string | null;
}

export interface ReachabilityReceipt {
  readonly document: DescribedReachability;
  readonly deduplicated: boolean;
  readonly replaced: string | null;
}

/** A document, with what it means for the findings of the version now. */
export interface DescribedReachability extends StoredReachability {
  /** Another commit was analyzed, so the document dismisses nothing. */
  readonly isOtherBuild: boolean;
  /** Statements about vulnerabilities without an open finding. */
  readonly unmatched: readonly ReachabilityStatement[];
}

export async function pushReachability(
  deps: PipelineDeps,
  caller: Caller,
  address: VersionAddress,
  sent: { readonly bytes: SpooledDocument; readonly document: ReachabilityDocument; readonly build: AnalyzedBuild },
): Promise<ReachabilityReceipt> {
  const at = nowOf(deps);
  const { bytes, document, build } = sent;
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const version = await getAnalyzableVersion(tx, caller, address);
    await saveBlob(tx, bytes, at);
    await lockVersion(tx, version.id);
    const known = await listReachability(tx, version.id);
    const previous = known.find(({ kind, image }) => kind === document.kind && image === build.image);
    const sha256 = bytes.sha256.toString('hex');
    if (previous?.sha256 === sha256 && previous.commit === build.commit)
      return { document: await describe(tx, version, previous), deduplicated: true, replaced: null };
    if (previous === undefined && known.length >= LIMITS.reachabilityDocumentsPerVersionMax) throw REACHABILITY_LIMIT();
    const id = deps.newId();
    const { sizeBytes } = bytes;
    const stored = { ...document, ...build, id, sha256, sizeBytes, createdAt: at, createdBy: caller.actor.name };
    await insertReachability(tx, { serviceId: version.serviceId, versionId: version.id }, stored);
    if (previous !== undefined) await removeReachability(tx, [previous.id]);
    const { kind, tool, statements } = document;
    const after = { version: version.id, kind, tool, ...build, statements: statements.length };
    await recordChange(deps, tx, caller, { action: 'reachability.pushed', kind: 'reachability', id, at, after });
    await requestAnalyses(deps, tx, [version.id], 'reachability');
    return { document: await describe(tx, version, stored), deduplicated: false, replaced: previous?.id ?? null };
  });
}

/** A frozen version is not published again. */
export async function getAnalyzableVersion(
  tx: OrgTx,
  caller: Pick<Caller, 'services'>,
  address: VersionAddress,
): Promise<VersionDetails> {
  const version = await getVersion(tx, caller, address);
  if (version.frozenAt !== null) throw VERSION_FROZEN({ version: version.name });
  return version;
}

export async function describeReachability(
  tx: OrgTx,
  caller: Pick<Caller, 'services'>,
  address: VersionAddress,
): Promise<DescribedReachability[]> {
  const version = await getVersion(tx, caller, address);
  const documents = await listReachability(tx, version.id);
  const findings = documents.length === 0 ? [] : await listNamedFindings(tx, version.id);
  return documents.map((document) => toDescribed(document, version, findings));
}

async function describe(
  tx: OrgTx,
  version: VersionDetails,
  document: StoredReachability,
): Promise<DescribedReachability> {
  return toDescribed(document, version, await listNamedFindings(tx, version.id));
}

function toDescribed(
  document: StoredReachability,
  { git }: VersionDetails,
  findings: Awaited<ReturnType<typeof listNamedFindings>>,
): DescribedReachability {
  return {
    ...document,
    isOtherBuild: !isSameCommit(document.commit, git.commitSha),
    unmatched: listUnmatched(document.statements, findings),
  };
}

export async function getReachability(
  tx: OrgTx,
  caller: Pick<Caller, 'services'>,
  address: VersionAddress,
  id: string,
): Promise<StoredReachability> {
  const version = await getVersion(tx, caller, address);
  const document = (await listReachability(tx, version.id)).find((each) => each.id === id);
  if (document === undefined) throw REACHABILITY_UNKNOWN();
  return document;
}

/** Deletes one document of the version, or all of them. */
export async function deleteReachability(
  deps: PipelineDeps,
  caller: Caller,
  address: VersionAddress,
  onlyId?: string,
): Promise<void> {
  const at = nowOf(deps);
  await deps.database.inOrg(caller.orgId, async (tx) => {
    const version = await getAnalyzableVersion(tx, caller, address);
    await lockVersion(tx, version.id);
    const all = await listReachability(tx, version.id);
    const documents = onlyId === undefined ? all : all.filter(({ id }) => id === onlyId);
    if (documents.length === 0 && onlyId !== undefined) throw REACHABILITY_UNKNOWN();
    if (documents.length === 0) return;
    await removeReachability(
      tx,
      documents.map(({ id }) => id),
    );
    for (const { id, kind, tool, image, commit } of documents) {
      const before = { version: version.id, kind, tool, image, commit };
      await recordChange(deps, tx, caller, { action: 'reachability.deleted', kind: 'reachability', id, at, before });
    }
    await requestAnalyses(deps, tx, [version.id], 'reachability');
  });
}
