/**
 * Changes the security profile of a service: saves a new version of the profile, its audit entry and the requests to publish
 * every watched version of the service again, in one transaction. An identical profile is not a change.
 */
import { createHash } from 'node:crypto';
import { LIMITS } from '../../core/limits.ts';
import { canonicalProfile, type ProfileContent, type DocumentRef } from '../../core/profile/security-profile.ts';
import { parseAppliesTo } from '../../core/profile/applies-to.ts';
import { listChangedPaths, toProfileFields, type SubmittedField } from '../../core/profile/to-profile-fields.ts';
import type { OrgTx } from '../../store/database.ts';
import { listWatchedVersions } from '../../store/portfolio/versions/versions-to-analyze.ts';
import {
  addProfileVersion,
  insertProfile,
  lockProfiles,
  markProfileDeleted,
  type NewProfileVersion,
  type StoredProfile,
} from '../../store/relevance/profiles.ts';
import { recordOpinionChange } from '../../store/relevance/opinion-changes.ts';
import { requestAnalyses, AFFECTED_VERSIONS_MAX } from '../request-analysis.ts';
import { getService } from '../portfolio/change-service.ts';
import { nowOf, recordChange, type Caller, type PipelineDeps } from '../deps.ts';
import {
  NAME_TAKEN,
  PROFILE_DEFAULT_TAKEN,
  PROFILE_LIMIT,
  PROFILE_UNKNOWN,
  PROFILE_DOCUMENT_UNKNOWN,
  PROFILE_DOCUMENT_LIMIT,
} from '../errors.ts';
import { isDeployment, type ProfileDocument } from '../../core/profile/profile-document.ts';
import { saveBlob } from '../../store/portfolio/blobs/blobs.ts';
import type { SpooledDocument } from '../../store/portfolio/blobs/spooled-document.ts';
import { saveProfileDocument } from '../../store/relevance/profile-documents.ts';

export interface ProfileAddress {
  readonly service: string;
  readonly profile: string;
}

export interface ProfileInput {
  readonly isDefault?: boolean | undefined;
  /** As received. */
  readonly appliesTo?: unknown;
  readonly fields: Readonly<Record<string, SubmittedField>>;
  readonly documents?: readonly Pick<DocumentRef, 'sha256' | 'inForce'>[] | undefined;
}

/** Throws if the profile is not the one that the caller has seen. */
export type OnlyIf = (current: StoredProfile | undefined) => void;

/** Creates or replaces the profile. */
export async function putProfile(
  deps: PipelineDeps,
  caller: Caller,
  address: ProfileAddress,
  change: { readonly wish: ProfileInput; readonly onlyIf: OnlyIf },
): Promise<{ readonly created: boolean }> {
  return await withLockedProfiles(deps, caller, address, async (tx, service, profiles) => {
    const current = profiles.find(({ name }) => name === address.profile);
    change.onlyIf(current);
    const wanted = toProfileContent(address.profile, change.wish, { profiles, caller, at: service.at });
    await saveProfile(deps, tx, caller, { ...service, current, wanted });
    return { created: current === undefined };
  });
}

/** Applies a requested change to a profile. Throws if it is not valid. */
export function toProfileContent(
  name: string,
  wish: ProfileInput,
  known: { readonly profiles: readonly StoredProfile[]; readonly caller: Pick<Caller, 'actor'>; readonly at: string },
): ProfileContent {
  const current = known.profiles.find((profile) => profile.name === name);
  if (current === undefined && known.profiles.length >= LIMITS.profilesPerServiceMax) throw PROFILE_LIMIT();
  const isDefault = wish.isDefault ?? current?.isDefault ?? known.profiles.length === 0;
  const other = known.profiles.find((profile) => profile.isDefault && profile !== current);
  if (isDefault && other !== undefined) throw PROFILE_DEFAULT_TAKEN({ profile: other.name });
  const stated = { by: known.caller.actor.name, at: known.at };
  return {
    name,
    isDefault,
    appliesTo: parseAppliesTo(wish.appliesTo ?? {}),
    fields: toProfileFields(wish.fields, current?.fields ?? {}, stated),
    documentRefs: chooseDocuments(current?.documentRefs ?? [], wish.documents, stated),
  };
}

/** Accepts only documents that were uploaded before: of any other one only the hash is known. */
function chooseDocuments(
  before: readonly DocumentRef[],
  wanted: ProfileInput['documents'],
  stated: Confirmation,
): readonly DocumentRef[] {
  if (wanted === undefined) return before;
  const inForce = new Map(wanted.map((each) => [each.sha256.toLowerCase(), each.inForce]));
  const unknown = [...inForce.keys()].find((sha256) => !before.some((each) => each.sha256 === sha256));
  if (unknown !== undefined) throw PROFILE_DOCUMENT_UNKNOWN({ sha256: unknown });
  return before.flatMap((each) => {
    const isInForce = inForce.get(each.sha256);
    return isInForce === undefined ? [] : [withInForce(each, isInForce, stated)];
  });
}

interface Confirmation {
  readonly by: string;
  readonly at: string;
}

/** A confirmation stays while the document is in force. */
function withInForce(document: DocumentRef, inForce: boolean, { by, at }: Confirmation): DocumentRef {
  if (document.inForce === inForce && (document.confirmedBy !== undefined) === inForce) return document;
  const { confirmedBy: _by, confirmedAt: _at, ...reference } = document;
  return inForce ? { ...reference, inForce, confirmedBy: by, confirmedAt: at } : { ...reference, inForce };
}

export async function deleteProfile(
  deps: PipelineDeps,
  caller: Caller,
  address: ProfileAddress,
  onlyIf: OnlyIf,
): Promise<void> {
  await withLockedProfiles(deps, caller, address, async (tx, { serviceId, at }, profiles) => {
    const current = getProfile(profiles, address.profile);
    onlyIf(current);
    await markProfileDeleted(tx, current.id, at);
    const before = toAudit(current);
    await recordChange(deps, tx, caller, { action: 'profile.deleted', kind: 'profile', id: current.id, at, before });
    await requestServiceAnalyses(deps, tx, serviceId);
  });
}

export function getProfile<Profile extends StoredProfile>(profiles: readonly Profile[], name: string): Profile {
  const profile = profiles.find((each) => each.name === name);
  if (profile === undefined) throw PROFILE_UNKNOWN({ profile: name });
  return profile;
}

/** Runs the work with the profiles of the service locked. */
async function withLockedProfiles<Result>(
  deps: PipelineDeps,
  caller: Caller,
  { service: reference }: ProfileAddress,
  work: (
    tx: OrgTx,
    service: { readonly serviceId: string; readonly at: string },
    profiles: readonly StoredProfile[],
  ) => Promise<Result>,
): Promise<Result> {
  const at = nowOf(deps);
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const { id: serviceId } = await getService(tx, caller, reference);
    return await work(tx, { serviceId, at }, await lockProfiles(tx, serviceId));
  });
}

/** Saves the next version, unless it is identical. */
async function saveProfile(
  deps: PipelineDeps,
  tx: OrgTx,
  caller: Caller,
  change: {
    readonly serviceId: string;
    readonly at: string;
    readonly current: StoredProfile | undefined;
    readonly wanted: ProfileContent;
  },
): Promise<void> {
  const { serviceId, at, current, wanted } = change;
  const sha256 = createHash('sha256').update(canonicalProfile(wanted)).digest();
  if (current?.sha256 === sha256.toString('hex')) return;
  const next: NewProfileVersion = {
    profileId: current?.id ?? deps.newId(),
    version: (current?.version ?? 0) + 1,
    sha256,
    content: wanted,
    at,
    by: caller.actor.name,
  };
  if (current !== undefined) await addProfileVersion(tx, next);
  else await create(tx, serviceId, next);
  await recordChange(deps, tx, caller, {
    action: current === undefined ? 'profile.created' : 'profile.updated',
    kind: 'profile',
    id: next.profileId,
    at,
    before: current && toAudit(current),
    after: {
      ...toAudit({ ...wanted, version: next.version, sha256: sha256.toString('hex') }),
      changed: listChangedPaths(current?.fields ?? {}, wanted.fields),
    },
  });
  await requestServiceAnalyses(deps, tx, serviceId);
}

async function create(tx: OrgTx, serviceId: string, first: NewProfileVersion): Promise<void> {
  const outcome = await insertProfile(tx, serviceId, first);
  const { name } = first.content;
  if (outcome === 'name taken') throw NAME_TAKEN({ what: 'profile name', name });
  if (outcome === 'default taken') throw PROFILE_DEFAULT_TAKEN({ profile: undefined });
}

async function requestServiceAnalyses(deps: PipelineDeps, tx: OrgTx, serviceId: string): Promise<void> {
  await recordOpinionChange(tx, [serviceId]);
  await requestAnalyses(deps, tx, await listWatchedVersions(tx, serviceId, AFFECTED_VERSIONS_MAX), 'profile');
}

/** The content is in the versions of the profile, which are kept. */
function toAudit({
  name,
  version,
  sha256,
  isDefault,
  documentRefs,
}: Pick<StoredProfile, 'name' | 'version' | 'sha256' | 'isDefault' | 'documentRefs'>): object {
  return { name, version, hash: sha256, isDefault, documentRefs };
}

interface UploadedDocument {
  readonly bytes: SpooledDocument;
  readonly read: ProfileDocument;
  /** Replaces the document of this name. */
  readonly name: string | undefined;
  /** The caller confirms that the document is enforced where the service runs, or that the service is deployed as it says. */
  readonly inForce: boolean;
}

/**
 * Adds a document to a profile: stores it and saves a new version of the profile that refers to it. Creates the profile if there
 * is none, so that a pipeline needs only one request.
 */
export async function putProfileDocument(
  deps: PipelineDeps,
  caller: Caller,
  address: ProfileAddress,
  { sent, onlyIf }: { readonly sent: UploadedDocument; readonly onlyIf: OnlyIf },
): Promise<void> {
  await withLockedProfiles(deps, caller, address, async (tx, service, profiles) => {
    const current = profiles.find(({ name }) => name === address.profile);
    onlyIf(current);
    const { bytes, read, name, inForce } = sent;
    const sha256 = bytes.sha256.toString('hex');
    const reference = { kind: read.kind, ...(name !== undefined && { name }), sha256, inForce: false };
    const before = current ?? toProfileContent(address.profile, { fields: {} }, { profiles, caller, at: service.at });
    const documentRefs = withDocument(
      before.documentRefs,
      withInForce(reference, inForce, { by: caller.actor.name, at: service.at }),
    );
    await saveBlob(tx, bytes, service.at);
    const stored = {
      sha256,
      kind: read.kind,
      warnings: read.warnings,
      sizeBytes: bytes.sizeBytes,
      createdAt: service.at,
      createdBy: caller.actor.name,
    };
    await saveProfileDocument(tx, service.serviceId, stored, isDeployment(read) ? read : null);
    await saveProfile(deps, tx, caller, { ...service, current, wanted: { ...before, documentRefs } });
  });
}

/** A document replaces the one of the same name, or its own earlier entry. The same document stays confirmed as it was. */
function withDocument(before: readonly DocumentRef[], document: DocumentRef): readonly DocumentRef[] {
  const isReplaced = (each: DocumentRef): boolean =>
    document.name === undefined ? each.sha256 === document.sha256 : each.name === document.name;
  const same = before.find((each) => isReplaced(each) && isSameDocument(each, document));
  if (same !== undefined) return before;
  const kept = before.filter((each) => !isReplaced(each));
  if (kept.length >= LIMITS.documentsPerProfileMax) throw PROFILE_DOCUMENT_LIMIT();
  return [...kept, document];
}

function isSameDocument(a: DocumentRef, b: DocumentRef): boolean {
  return a.sha256 === b.sha256 && a.inForce === b.inForce && a.kind === b.kind;
}
