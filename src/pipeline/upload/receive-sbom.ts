/**
 * Stores an upload: finds or creates service and version, resolves the slot, and writes bytes, record, analysis, job and events
 * in one transaction. The same bytes in the same slot write nothing, so that a client can always retry.
 */
import type { InspectedSbom } from '../../core/sbom/scan/inspect-sbom.ts';
import type { Slot } from '../../core/sbom/subject/slot.ts';
import { isUuid } from '../../core/naming/uuid.ts';
import { LIMITS } from '../../core/limits.ts';
import type { SbomStatus } from '../../core/vocabulary/sbom.ts';
import type { OrgTx } from '../../store/database.ts';
import { insertEvents, type NewEvent } from '../../store/delivery/events.ts';
import { insertAuditEntry } from '../../store/people/audit.ts';
import { getSettings } from '../../store/people/settings.ts';
import { saveBlob } from '../../store/portfolio/blobs/blobs.ts';
import {
  bumpGeneration,
  completeGitFacts,
  insertVersion,
  lockVersion,
} from '../../store/portfolio/versions/change-versions.ts';
import {
  findSbom,
  insertSbom,
  supersedeSbom,
  type LiveSbom,
  type NewSbom,
  type SbomWarning,
} from '../../store/portfolio/documents/sboms.ts';
import { addToVersionCount, lockService, insertService, isInScope } from '../../store/portfolio/services.ts';
import type { SpooledDocument } from '../../store/portfolio/blobs/spooled-document.ts';
import { findVersionId, type GitFacts } from '../../store/portfolio/versions/versions.ts';
import { pipelined } from '../../store/pipelined.ts';
import { createAnalysisRequest } from '../scheduling/request-analysis.ts';
import type { Caller, PipelineDeps } from '../deps.ts';
import { SBOM_LIMIT, SERVICE_UNKNOWN, VERSION_FROZEN, VERSION_UNKNOWN } from '../errors.ts';
import { resolveSlot } from './resolve-slot.ts';

export interface Upload {
  /** An id, or a name after NFC normalization. */
  readonly service: string;
  /** An id, or a name or alias after NFC normalization. */
  readonly version: string;
  readonly slot: Slot;
  readonly image: string | null;
  readonly distro: string | null;
  readonly git: GitFacts;
  readonly tags: readonly string[];
  readonly document: SpooledDocument;
  readonly inspected: InspectedSbom;
  readonly warnings: readonly SbomWarning[];
}

export interface Receipt {
  readonly id: string;
  readonly status: SbomStatus;
  readonly deduplicated: boolean;
  readonly supersedes: string | null;
  /** The name of the document's slot. */
  readonly slot: string;
  /** Documents of the same image repository or subject that exist beside this one, the newest first. */
  readonly similar: readonly LiveSbom[];
  readonly serviceId: string;
  readonly serviceCreated: boolean;
  readonly versionId: string;
  readonly versionName: string;
  readonly versionCreated: boolean;
  readonly analysisId: string | null;
}

interface Target {
  readonly serviceId: string;
  readonly serviceCreated: boolean;
  readonly versionId: string;
  readonly versionName: string;
  readonly versionCreated: boolean;
}

export async function receiveSbom(deps: PipelineDeps, caller: Caller, upload: Upload): Promise<Receipt> {
  const at = new Date(deps.now()).toISOString();
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const target = await resolveTarget(deps, tx, caller, upload, at);
    const { holder, similar, liveCount } = target.versionCreated
      ? { holder: undefined, similar: [], liveCount: 0 }
      : await resolveSlot(tx, target.versionId, upload.slot);
    if (holder?.sha256.equals(upload.document.sha256)) return await toDuplicate(tx, target, holder);
    const slot = holder?.slot ?? upload.slot.name;
    if (holder === undefined && liveCount >= LIMITS.liveSbomsPerVersionMax) throw SBOM_LIMIT({ slot });

    const receipt = await store(deps, tx, {
      caller,
      upload,
      target,
      at,
      slot,
      supersedes: holder?.id ?? null,
      similar,
    });
    deps.crashPoint('before-commit');
    return receipt;
  });
}

async function store(
  deps: PipelineDeps,
  tx: OrgTx,
  facts: {
    readonly caller: Caller;
    readonly upload: Upload;
    readonly target: Target;
    readonly at: string;
    readonly slot: string;
    readonly supersedes: string | null;
    readonly similar: readonly LiveSbom[];
  },
): Promise<Receipt> {
  const { caller, upload, target, at, slot, supersedes, similar } = facts;
  const { versionId } = target;
  const id = deps.newId();
  const [analysis] = await pipelined([
    createAnalysisRequest(deps, tx, versionId, 'upload'),
    saveBlob(tx, upload.document, at, () => deps.crashPoint('blob-half')),
  ]);
  if (supersedes !== null) await supersedeSbom(tx, supersedes, id, at);
  const { analysisId } = analysis;
  const about = { sbomId: id, analysisId, supersedes, slot, at };
  await pipelined([
    insertSbom(tx, toNewSbom(upload, { id, versionId, slot, analysisId, at, by: caller.actor.name })),
    insertEvents(tx, eventsOf(deps, target, about)),
    target.versionCreated ? addToVersionCount(tx, target.serviceId, 1) : renewVersion(tx, versionId, upload.git),
  ]);
  await analysis.enqueue();
  return { id, status: 'queued', deduplicated: false, supersedes, slot, similar, ...target, analysisId };
}

function toNewSbom(
  upload: Upload,
  facts: {
    readonly id: string;
    readonly versionId: string;
    readonly slot: string;
    readonly analysisId: string;
    readonly at: string;
    readonly by: string;
  },
): NewSbom {
  const { document, inspected } = upload;
  return {
    id: facts.id,
    versionId: facts.versionId,
    slot: facts.slot,
    sha256: document.sha256,
    sizeBytes: document.sizeBytes,
    format: inspected.format,
    specVersion: inspected.specVersion,
    wrapped: inspected.wrapped,
    image: upload.image,
    distro: upload.distro,
    git: upload.git,
    componentCount: inspected.componentCount,
    fileCount: inspected.fileCount,
    edgeCount: inspected.edgeCount,
    warnings: upload.warnings,
    analysisId: facts.analysisId,
    createdAt: facts.at,
    createdBy: facts.by,
  };
}

/** Updates an existing version after its content has changed. */
async function renewVersion(tx: OrgTx, versionId: string, git: GitFacts): Promise<void> {
  await bumpGeneration(tx, versionId);
  await completeGitFacts(tx, versionId, git);
}

function eventsOf(
  deps: PipelineDeps,
  target: Target,
  upload: {
    readonly sbomId: string;
    readonly analysisId: string;
    readonly supersedes: string | null;
    readonly slot: string;
    readonly at: string;
  },
): NewEvent[] {
  const subject = { at: upload.at, serviceId: target.serviceId, versionId: target.versionId };
  const events: NewEvent[] = [];
  // Ids are created in this order, so that readers see the version before its events.
  if (target.versionCreated) {
    events.push({ ...subject, id: deps.newId(), type: 'version.created', detail: { name: target.versionName } });
  }
  events.push({
    ...subject,
    id: deps.newId(),
    type: 'sbom.received',
    sbomId: upload.sbomId,
    analysisId: upload.analysisId,
    detail: { slot: upload.slot, supersedes: upload.supersedes },
  });
  return events;
}

/** Always locks the service before the version, so that two uploads cannot deadlock. */
async function resolveTarget(
  deps: PipelineDeps,
  tx: OrgTx,
  caller: Caller,
  upload: Upload,
  at: string,
): Promise<Target> {
  const service = await resolveService(deps, tx, caller, upload, at);
  const known = isUuid(upload.version) ? upload.version : service.versionId;
  if (known === undefined) {
    const id = deps.newId();
    const { version: name, tags, git } = upload;
    if (await insertVersion(tx, { id, serviceId: service.id, name, createdAt: at, tags, git })) {
      return { ...toTarget(service), versionId: id, versionName: name, versionCreated: true };
    }
  }
  // Found, or created by another upload while this one waited for the name.
  const versionId = known ?? (await findVersionId(tx, service.id, upload.version));
  const version = versionId === undefined ? undefined : await lockVersion(tx, versionId);
  if (version === undefined || version.serviceId !== service.id) throw VERSION_UNKNOWN({ version: upload.version });
  // Also for the same bytes: they are not stored any more, and the receipt would claim that they are.
  if (version.frozen) throw VERSION_FROZEN({ version: version.name });
  return { ...toTarget(service), versionId: version.id, versionName: version.name, versionCreated: false };
}

function toTarget(service: ResolvedService): Pick<Target, 'serviceId' | 'serviceCreated'> {
  return { serviceId: service.id, serviceCreated: service.created };
}

interface ResolvedService {
  readonly id: string;
  /** Id of the upload's version, if it is given by name and known. */
  readonly versionId: string | undefined;
  readonly created: boolean;
}

async function resolveService(
  deps: PipelineDeps,
  tx: OrgTx,
  caller: Caller,
  { service: reference, version }: Upload,
  at: string,
): Promise<ResolvedService> {
  const known = await lockService(tx, reference, version);
  if (known !== undefined && isInScope(known.id, caller.services)) return { ...known, created: false };
  if (known !== undefined || isUuid(reference) || caller.services !== 'all')
    throw SERVICE_UNKNOWN({ service: reference });
  const { autoCreateServices } = await getSettings(tx);
  if (!autoCreateServices) throw SERVICE_UNKNOWN({ service: reference });

  const created = await insertService(tx, { id: deps.newId(), name: reference, createdAt: at });
  if (created !== undefined) {
    await insertAuditEntry(tx, {
      id: deps.newId(),
      at,
      actor: caller.actor,
      action: 'service.created',
      subject: { kind: 'service', id: created.id },
      after: { name: created.name, by: 'upload' },
      requestId: caller.requestId,
    });
    return { id: created.id, versionId: undefined, created: true };
  }
  const other = await lockService(tx, reference, version);
  if (other === undefined) throw SERVICE_UNKNOWN({ service: reference });
  return { ...other, created: false };
}

async function toDuplicate(tx: OrgTx, target: Target, { id, slot }: LiveSbom): Promise<Receipt> {
  const sbom = await findSbom(tx, id, 'all');
  if (sbom === undefined) throw new Error('The document in the slot was deleted although its version is locked.');
  return {
    id: sbom.id,
    status: sbom.status,
    deduplicated: true,
    supersedes: null,
    slot,
    similar: [],
    ...target,
    analysisId: sbom.analysisId,
  };
}
