/** Describes security profiles for display: the stated fields, completed by facts from the SBOMs of the newest version. */
import { completenessOf, type Completeness } from '../../core/profile/fields/completeness.ts';
import type { MergedFields } from '../../core/profile/fields/merge-fields.ts';
import { suggestFields } from '../../core/profile/runtime/observed.ts';
import { summarizeDocument, type RuntimeFact } from '../../core/profile/runtime/summarize-document.ts';
import { isKnown, type ProfileFields, type RuntimeDocumentRef } from '../../core/profile/security-profile.ts';
import { completeProfile, type ProfiledDocument } from '../../core/profile/version-profiles.ts';
import type { OrgTx } from '../../store/database.ts';
import { findOnlyVersion } from '../../store/findings/lists/list-findings.ts';
import { listEffectiveSboms } from '../../store/findings/publication/published-inputs.ts';
import { listProfiles, type StoredProfile } from '../../store/relevance/profiles.ts';
import { listRuntimeDocuments, type StoredRuntimeDocument } from '../../store/relevance/runtime-documents.ts';
import { getProfile } from './change-profile.ts';
import { loadRuntimeDocuments, toDocumentName, toProfiledDocument } from './load-profiles.ts';

export interface CompletedProfile extends MergedFields {
  readonly profile: StoredProfile;
  readonly completeness: Completeness;
}

export interface DescribedProfile extends CompletedProfile {
  readonly suggestions: ProfileFields;
  readonly documents: readonly DescribedDocument[];
}

export type DescribedDocument = RuntimeDocumentRef & StoredRuntimeDocument & { readonly facts: readonly RuntimeFact[] };

export async function describeProfiles(tx: OrgTx, serviceId: string): Promise<readonly CompletedProfile[]> {
  const profiles = await listProfiles(tx, serviceId);
  const shown = profiles.length === 0 ? [] : await listShownDocuments(tx, serviceId);
  return profiles.map((profile) => complete(profile, profiles, shown));
}

/** Throws PROFILE_UNKNOWN. */
export async function describeProfile(tx: OrgTx, serviceId: string, name: string): Promise<DescribedProfile> {
  const profiles = await listProfiles(tx, serviceId);
  const profile = getProfile(profiles, name);
  const completed = complete(profile, profiles, await listShownDocuments(tx, serviceId));
  const hashes = profile.runtimeDocuments.map(({ sha256 }) => sha256);
  const stored = new Map((await listRuntimeDocuments(tx, serviceId, hashes)).map((each) => [each.sha256, each]));
  const loaded = await loadRuntimeDocuments(tx, profile.runtimeDocuments);
  const documents = profile.runtimeDocuments.flatMap((reference): DescribedDocument[] => {
    const about = stored.get(reference.sha256);
    const read = loaded.find((each) => each.name === toDocumentName(reference.kind, reference.sha256))?.document;
    return about === undefined
      ? []
      : [{ ...about, ...reference, facts: read === undefined ? [] : summarizeDocument(read) }];
  });
  const observed = loaded.flatMap(({ document }) => (document.kind === 'observed' ? [document] : []));
  const suggested = Object.assign({}, ...observed.map(suggestFields)) as ProfileFields;
  const suggestions = Object.fromEntries(Object.entries(suggested).filter(([path]) => !isStated(completed, path)));
  return { ...completed, suggestions, documents };
}

function isStated({ fields }: MergedFields, path: string): boolean {
  return Object.entries(fields).some(([each, field]) => each === path && isKnown(field));
}

function complete(
  profile: StoredProfile,
  profiles: readonly StoredProfile[],
  shown: readonly ProfiledDocument[],
): CompletedProfile {
  const merged = completeProfile(profile, profiles, shown);
  return { profile, ...merged, completeness: completenessOf(merged.fields) };
}

/** Documents of the newest version. */
async function listShownDocuments(tx: OrgTx, serviceId: string): Promise<readonly ProfiledDocument[]> {
  const versionId = await findOnlyVersion(tx, { newestOf: [serviceId] }, {});
  if (versionId === undefined) return [];
  return (await listEffectiveSboms(tx, versionId)).flatMap(toProfiledDocument);
}
