/**
 * Stores an upload: finds or creates service and version, resolves the slot, and writes bytes, record, analysis, job and events
 * in one transaction. The same bytes in the same slot write nothing, so that a client can always retry.
 */
import type { Attestation } from '../../core/sbom/attestation.ts';
import type { InspectedSbom } from '../../core/sbom/scan/inspect-sbom.ts';
import type { Slot } from '../../core/sbom/subject/slot.ts';
import { isUuid } from '../../core/naming/uuid.ts';
import { LIMITS } from '../../core/limits.ts';
import { SIGNATURE_REQUIRED } from '../../core/sbom/errors.ts';
import type { SbomStatus, SignatureState } from '../../core/vocabulary/sbom.ts';
import type { OrgTx } from '../../store/database.ts';
import { insertEvents, type NewEvent } from '../../store/delivery/events.ts';
import { getSettings, isSignatureRequired } from '../../store/people/settings.ts';
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
  saveAttestation,
  supersedeSbom,
  type LiveSbom,
  type NewSbom,
  type SbomWarning,
  listLiveSlots,
  listPackageTypes,
} from '../../store/portfolio/sboms.ts';
import { addToVersionCount, lockService, insertService, isInScope } from '../../store/portfolio/services.ts';
import type { SpooledDocument } from '../../store/portfolio/blobs/spooled-document.ts';
import { findVersionId, type GitFacts } from '../../store/portfolio/versions/versions.ts';
import { pipelined } from '../../store/pipelined.ts';
import { createAnalysisRequest } from '../request-analysis.ts';
import { nowOf, recordChange, type Caller, type PipelineDeps } from '../deps.ts';
import { SBOM_LIMIT, SERVICE_UNKNOWN, VERSION_FROZEN, VERSION_UNKNOWN } from '../errors.ts';
import { splitImage } from '../../core/naming/image-reference.ts';
import { familyOf, isSameFamily, toToolName } from '../../core/naming/slot-name.ts';

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
  /** Null if the document is not wrapped. */
  readonly attestation: Attestation | null;
}

interface Target {
  readonly serviceId: string;
  readonly serviceCreated: boolean;
  readonly versionId: string;
  readonly versionName: string;
  readonly versionCreated: boolean;
}

export interface Receipt extends Target {
  readonly id: string;
  readonly status: SbomStatus;
  readonly deduplicated: boolean;
  readonly supersedes: string | null;
  /** The name of the document's slot. */
  readonly slot: string;
  /** Documents of the same image repository or subject that exist beside this one, the newest first. */
  readonly similar: readonly LiveSbom[];
  readonly analysisId: string | null;
}

export async function receiveSbom(deps: PipelineDeps, caller: Caller, upload: Upload): Promise<Receipt> {
  const at = nowOf(deps);
  const receive = async (tx: OrgTx): Promise<Receipt> => {
    const state = upload.attestation?.signature.state ?? 'unsigned';
    const [target] = await pipelined([
      resolveTarget(deps, tx, caller, upload, at),
      state === 'verified' || caller.actor.kind === 'system' ? Promise.resolve() : requireNoSignature(tx, state),
    ]);
    const { holder, similar, liveCount } = target.versionCreated
      ? { holder: undefined, similar: [], liveCount: 0 }
      : await resolveSlot(tx, target.versionId, upload.slot);
    if (holder?.sha256.equals(upload.document.sha256)) return await toDuplicate(tx, target, holder, upload.attestation);
    const slot = holder?.slot ?? upload.slot.name;
    if (holder === undefined && liveCount >= LIMITS.liveSbomsPerVersionMax) throw SBOM_LIMIT({ slot });

    const stored = await store(deps, tx, { slot, supersedes: holder?.id ?? null, ...target }, { caller, upload, at });
    deps.crashPoint('before-commit');
    return { ...target, ...stored, status: 'queued', deduplicated: false, slot, similar };
  };
  // Uploads of an organization need the same rows at their end: its quotas, and its turn in the queue.
  return await deps.database.inOrg(caller.orgId, receive, { durable: 'together' });
}

/** An upload without a verified signature is only for organizations that accept it. */
async function requireNoSignature(tx: OrgTx, state: Exclude<SignatureState, 'verified'>): Promise<void> {
  if (await isSignatureRequired(tx)) throw SIGNATURE_REQUIRED({ state });
}

async function store(
  deps: PipelineDeps,
  tx: OrgTx,
  target: Target & Pick<Receipt, 'slot' | 'supersedes'>,
  { caller, upload, at }: { readonly caller: Caller; readonly upload: Upload; readonly at: string },
): Promise<Pick<Receipt, 'id' | 'supersedes' | 'analysisId'>> {
  const { versionId, slot, supersedes } = target;
  const id = deps.newId();
  const [analysis] = await pipelined([
    createAnalysisRequest(deps, tx, versionId, 'upload'),
    saveBlob(tx, upload.document, at, () => deps.crashPoint('blob-half')),
  ]);
  if (supersedes !== null) await supersedeSbom(tx, supersedes, id, at);
  const { analysisId } = analysis;
  const about = { id, versionId, slot, analysisId, createdAt: at, createdBy: caller.actor.name };
  await pipelined([
    insertSbom(tx, toNewSbom(upload, about)),
    insertEvents(tx, eventsOf(deps, target, about)),
    target.versionCreated ? addToVersionCount(tx, target.serviceId, 1) : renewVersion(tx, versionId, upload.git),
  ]);
  await analysis.enqueue();
  return { id, supersedes, analysisId };
}

type SbomAddress = Pick<NewSbom, 'id' | 'versionId' | 'slot' | 'analysisId' | 'createdAt' | 'createdBy'>;

function toNewSbom(upload: Upload, address: SbomAddress): NewSbom {
  const { document, inspected } = upload;
  return {
    ...address,
    sha256: document.sha256,
    sizeBytes: document.sizeBytes,
    format: inspected.format,
    specVersion: inspected.specVersion,
    path: inspected.path,
    attestation: upload.attestation,
    image: upload.image,
    distro: upload.distro,
    git: upload.git,
    componentCount: inspected.componentCount,
    fileCount: inspected.fileCount,
    edgeCount: inspected.edgeCount,
    warnings: upload.warnings,
  };
}

/** Updates an existing version after its content has changed. */
async function renewVersion(tx: OrgTx, versionId: string, git: GitFacts): Promise<void> {
  await bumpGeneration(tx, versionId);
  await completeGitFacts(tx, versionId, git);
}

function eventsOf(
  deps: PipelineDeps,
  target: Target & Pick<Receipt, 'supersedes'>,
  { id, slot, analysisId, createdAt: at }: SbomAddress,
): NewEvent[] {
  const subject = { at, serviceId: target.serviceId, versionId: target.versionId };
  const events: NewEvent[] = [];
  // Ids are created in this order, so that readers see the version before its events.
  if (target.versionCreated) {
    events.push({ ...subject, id: deps.newId(), type: 'version.created', detail: { name: target.versionName } });
  }
  events.push({
    ...subject,
    id: deps.newId(),
    type: 'sbom.received',
    sbomId: id,
    analysisId,
    detail: { slot, supersedes: target.supersedes },
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
  const found = { serviceId: service.id, serviceCreated: service.created };
  const known = isUuid(upload.version) ? upload.version : service.versionId;
  if (known === undefined) {
    const id = deps.newId();
    const { version: name, tags, git } = upload;
    if (await insertVersion(tx, { id, serviceId: service.id, name, createdAt: at, tags, git })) {
      return { ...found, versionId: id, versionName: name, versionCreated: true };
    }
  }
  // Found, or created by another upload while this one waited for the name.
  const versionId = known ?? (await findVersionId(tx, service.id, upload.version));
  const version = versionId === undefined ? undefined : await lockVersion(tx, versionId);
  if (version === undefined || version.serviceId !== service.id) throw VERSION_UNKNOWN({ version: upload.version });
  // Also for the same bytes: they are not stored any more, and the receipt would claim that they are.
  if (version.frozen) throw VERSION_FROZEN({ version: version.name });
  return { ...found, versionId: version.id, versionName: version.name, versionCreated: false };
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
    const { id, name } = created;
    const after = { name, by: 'upload' };
    await recordChange(deps, tx, caller, { action: 'service.created', kind: 'service', id, at, after });
    return { id, versionId: undefined, created: true };
  }
  const other = await lockService(tx, reference, version);
  if (other === undefined) throw SERVICE_UNKNOWN({ service: reference });
  return { ...other, created: false };
}

async function toDuplicate(
  tx: OrgTx,
  target: Target,
  { id, slot }: LiveSbom,
  attestation: Attestation | null,
): Promise<Receipt> {
  if (attestation !== null) await saveAttestation(tx, id, attestation);
  const sbom = await findSbom(tx, id, 'all');
  if (sbom === undefined) throw new Error('The document in the slot was deleted although its version is locked.');
  return {
    ...target,
    id,
    status: sbom.status,
    deduplicated: true,
    supersedes: null,
    slot,
    similar: [],
    analysisId: sbom.analysisId,
  };
}

// Finds the document that an upload replaces: the one in its slot. Documents uploaded before the tag, the tool and the package
// types were part of the slot keep their old slots; such a document is replaced if it is certainly the same.
interface ResolvedSlot {
  readonly holder: LiveSbom | undefined;
  /** Without a holder: documents of the same image repository or subject in other slots, the newest first. */
  readonly similar: readonly LiveSbom[];
  readonly liveCount: number;
}

/** The caller holds the lock on the version. */
async function resolveSlot(tx: OrgTx, versionId: string, slot: Slot): Promise<ResolvedSlot> {
  const live = await listLiveSlots(tx, versionId);
  const holder = live.find((each) => each.slot === slot.name) ?? (await findOlderHolder(tx, slot, live));
  const similar = holder === undefined ? live.filter((each) => isSimilar(each, slot)) : [];
  return { holder, similar, liveCount: live.length };
}

/** Documents without a stated subject may all describe the same thing. */
function isSimilar(each: LiveSbom, slot: Slot): boolean {
  if (slot.by === 'parameter') return false;
  if (slot.by === 'content') return each.slot.startsWith('sha256:');
  return isSameFamily(each, { slot: slot.name, image: slot.by === 'image' ? slot.image.text : null });
}

async function findOlderHolder(tx: OrgTx, slot: Slot, live: readonly LiveSbom[]): Promise<LiveSbom | undefined> {
  if (slot.by === 'image') {
    const isSame = ({ image }: LiveSbom): boolean => image !== null && splitImage(image).tagged === slot.name;
    return live.find((each) => each.slot === slot.image.repository && isSame(each));
  }
  if (slot.by !== 'subject') return undefined;
  const older = live.find((each) => {
    const family = familyOf(each);
    return family?.kind === 'subject' && family.origin === undefined && family.name === slot.subject;
  });
  const set = older?.setSha256 ?? null;
  if (older === undefined || set === null || !isEqual(toTools(older.tool), slot.origin.tools)) return undefined;
  const types = await listPackageTypes(tx, set);
  // SPDX lists its subject among the packages, but it is not a component.
  const own = slot.subject.slice('pkg:'.length, slot.subject.indexOf('/'));
  const added = slot.origin.packageTypes.filter((type) => type !== own || types.includes(type));
  return isEqual(types, added) ? older : undefined;
}

/** As written by `toToolNames`. */
function toTools(tool: string | null): readonly string[] {
  const names = new Set((tool ?? '').split(', ').map(toToolName));
  names.delete('');
  return [...names].toSorted();
}

function isEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, index) => each === b[index]);
}
