/**
 * Changes the security profile of a service: saves a new version of the profile, its audit entry and the requests to publish
 * every watched version of the service again, in one transaction. An identical profile is not a change.
 */
import { createHash } from 'node:crypto';
import { LIMITS } from '../../core/limits.ts';
import { canonicalProfile } from '../../core/profile/fields/canonical-profile.ts';
import { parseAppliesTo } from '../../core/profile/fields/parse-applies-to.ts';
import type { ProfileDocument, RuntimeDocumentRef } from '../../core/profile/security-profile.ts';
import { listChangedPaths, toProfileFields, type SubmittedField } from '../../core/profile/fields/to-profile-fields.ts';
import type { AuditAction } from '../../core/vocabulary/audit.ts';
import type { OrgTx } from '../../store/database.ts';
import { insertAuditEntry } from '../../store/people/audit.ts';
import { listWatchedVersions } from '../../store/relevance/versions-to-reanalyze.ts';
import {
  addProfileVersion,
  insertProfile,
  lockProfiles,
  markProfileDeleted,
  type NewProfileVersion,
  type StoredProfile,
} from '../../store/relevance/profiles.ts';
import { requestAnalyses, AFFECTED_VERSIONS_MAX } from '../scheduling/request-analyses.ts';
import { getService } from '../portfolio/change-service.ts';
import type { Caller, PipelineDeps } from '../deps.ts';
import {
  NAME_TAKEN,
  PROFILE_DEFAULT_TAKEN,
  PROFILE_LIMIT,
  PROFILE_UNKNOWN,
  RUNTIME_DOCUMENT_UNKNOWN,
} from '../errors.ts';

export interface ProfileAddress {
  readonly service: string;
  readonly profile: string;
}

export interface ProfileInput {
  readonly isDefault?: boolean | undefined;
  /** As received. */
  readonly appliesTo?: unknown;
  readonly fields: Readonly<Record<string, SubmittedField>>;
  readonly runtimeDocuments?: readonly Pick<RuntimeDocumentRef, 'sha256' | 'inForce'>[] | undefined;
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
    const wanted = toProfileDocument(address.profile, change.wish, { profiles, caller, at: service.at });
    await saveProfile(deps, tx, caller, { ...service, current, wanted });
    return { created: current === undefined };
  });
}

/** Applies a requested change to a profile. Throws if it is not valid. */
export function toProfileDocument(
  name: string,
  wish: ProfileInput,
  known: { readonly profiles: readonly StoredProfile[]; readonly caller: Pick<Caller, 'actor'>; readonly at: string },
): ProfileDocument {
  const current = known.profiles.find((profile) => profile.name === name);
  if (current === undefined && known.profiles.length >= LIMITS.profilesPerServiceMax) throw PROFILE_LIMIT();
  const isDefault = wish.isDefault ?? current?.isDefault ?? known.profiles.length === 0;
  const other = known.profiles.find((profile) => profile.isDefault && profile !== current);
  if (isDefault && other !== undefined) throw PROFILE_DEFAULT_TAKEN({ profile: other.name });
  return {
    name,
    isDefault,
    appliesTo: parseAppliesTo(wish.appliesTo ?? {}),
    fields: toProfileFields(wish.fields, current?.fields ?? {}, { by: known.caller.actor.name, at: known.at }),
    runtimeDocuments: chooseDocuments(current?.runtimeDocuments ?? [], wish.runtimeDocuments),
  };
}

/** Accepts only documents that were uploaded before: of any other one only the hash is known. */
function chooseDocuments(
  before: readonly RuntimeDocumentRef[],
  wanted: ProfileInput['runtimeDocuments'],
): readonly RuntimeDocumentRef[] {
  if (wanted === undefined) return before;
  const inForce = new Map(wanted.map((each) => [each.sha256.toLowerCase(), each.inForce]));
  const unknown = [...inForce.keys()].find((sha256) => !before.some((each) => each.sha256 === sha256));
  if (unknown !== undefined) throw RUNTIME_DOCUMENT_UNKNOWN({ sha256: unknown });
  return before.flatMap((each) => {
    const isInForce = inForce.get(each.sha256);
    return isInForce === undefined ? [] : [{ ...each, inForce: isInForce }];
  });
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
    await record(deps, tx, caller, { action: 'profile.deleted', id: current.id, at, before: toAudit(current) });
    await requestServiceAnalyses(deps, tx, serviceId);
  });
}

export function getProfile<Profile extends StoredProfile>(profiles: readonly Profile[], name: string): Profile {
  const profile = profiles.find((each) => each.name === name);
  if (profile === undefined) throw PROFILE_UNKNOWN({ profile: name });
  return profile;
}

/** Runs the work with the profiles of the service locked. */
export async function withLockedProfiles<Result>(
  deps: PipelineDeps,
  caller: Caller,
  { service: reference }: ProfileAddress,
  work: (
    tx: OrgTx,
    service: { readonly serviceId: string; readonly at: string },
    profiles: readonly StoredProfile[],
  ) => Promise<Result>,
): Promise<Result> {
  const at = new Date(deps.now()).toISOString();
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const { id: serviceId } = await getService(tx, caller, reference);
    return await work(tx, { serviceId, at }, await lockProfiles(tx, serviceId));
  });
}

/** Saves the next version, unless it is identical. */
export async function saveProfile(
  deps: PipelineDeps,
  tx: OrgTx,
  caller: Caller,
  change: {
    readonly serviceId: string;
    readonly at: string;
    readonly current: StoredProfile | undefined;
    readonly wanted: ProfileDocument;
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
  await record(deps, tx, caller, {
    action: current === undefined ? 'profile.created' : 'profile.updated',
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
  await requestAnalyses(deps, tx, await listWatchedVersions(tx, serviceId, AFFECTED_VERSIONS_MAX), 'profile');
}

/** The content is in the versions of the profile, which are kept. */
function toAudit({
  name,
  version,
  sha256,
  isDefault,
  runtimeDocuments,
}: Pick<StoredProfile, 'name' | 'version' | 'sha256' | 'isDefault' | 'runtimeDocuments'>): object {
  return { name, version, hash: sha256, isDefault, runtimeDocuments };
}

async function record(
  deps: PipelineDeps,
  tx: OrgTx,
  caller: Caller,
  change: { action: AuditAction; id: string; at: string; before?: unknown; after?: unknown },
): Promise<void> {
  const { action, id, at, before, after } = change;
  await insertAuditEntry(tx, {
    id: deps.newId(),
    at,
    actor: caller.actor,
    action,
    subject: { kind: 'profile', id },
    before,
    after,
    requestId: caller.requestId,
  });
}
