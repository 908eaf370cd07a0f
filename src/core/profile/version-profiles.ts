/**
 * Profiles of a service for evaluating rules on one version, each completed with facts from the documents that it applies to. A
 * place without a profile gets a view of its own with what the SBOMs of running images show, or an empty one; otherwise the
 * exposure stated for other places would count for it.
 */
import { profilesFor } from './applies-to.ts';
import { listImportedFields } from './deployment/imported-fields.ts';
import { deriveFields, type LabeledTraits, mergeFields, type MergedFields } from './documents/derive-fields.ts';
import type { ProfileView } from './profile-view.ts';
import type { ProfileContent } from './security-profile.ts';
import { toProfileView, type LoadedDocument } from './to-profile-view.ts';
import { compareText } from '../text/compare-text.ts';
import type { SbomKind } from '../vocabulary/sbom.ts';

export interface LoadedProfile extends ProfileContent {
  readonly version: number;
  readonly documents: readonly LoadedDocument[];
}

/** A document of the version. */
export interface ProfiledDocument extends LabeledTraits {
  readonly image: string | null;
}

/** Location of a component, as far as it selects the profiles. */
interface ProfiledPlace {
  readonly image: string | null;
  readonly document: { readonly kind: SbomKind; readonly isContainer?: boolean };
}

export interface VersionProfiles {
  /** Profiles that apply to at least one of the places. */
  readonly profilesOf: (places: readonly ProfiledPlace[]) => readonly ProfileView[];
  readonly appliesTo: (profile: ProfileView, place: ProfiledPlace) => boolean;
}

// Names of profiles contain no spaces, so these cannot be taken.
export const EMPTY_PROFILE = toProfileView({ name: 'no profile', version: 0, fields: {} }, []);
const SBOM_FACTS = 'SBOM facts';

export function toVersionProfiles(
  profiles: readonly LoadedProfile[],
  documents: readonly ProfiledDocument[],
): VersionProfiles {
  const views = new Map(
    profiles.map((profile) => {
      const { fields } = completeProfile(profile, profiles, documents);
      return [profile, toProfileView({ ...profile, fields }, profile.documents)];
    }),
  );
  const byPlace = new Map<string, readonly ProfileView[]>();
  const facts = deriveFields(
    documents.filter(({ image, kind }) => profilesFor(profiles, { image, sbomKind: kind }).length === 0),
  );
  const hasViews = profiles.length > 0 || Object.keys(facts).length > 0;
  const ofSboms = toProfileView({ name: SBOM_FACTS, version: 0, fields: facts }, []);
  return {
    profilesOf: (places) =>
      hasViews ? [...new Set(places.flatMap(viewsAt))].toSorted((a, b) => compareText(a.name, b.name)) : [],
    appliesTo: (profile, place) => viewsAt(place).includes(profile),
  };

  /** Cached: thousands of components are in the same few places. */
  function viewsAt({ image, document: { kind, isContainer = false } }: ProfiledPlace): readonly ProfileView[] {
    const key = `${kind} ${isContainer} ${image ?? ''}`;
    const known = byPlace.get(key);
    if (known !== undefined) return known;
    const found = profilesFor(profiles, { image, sbomKind: kind }).flatMap((profile) => views.get(profile) ?? []);
    // A document of sources or a build does not say where its components run.
    const otherwise = isContainer || kind === 'deployed' ? ofSboms : EMPTY_PROFILE;
    const applicable = found.length > 0 ? found : [otherwise];
    byPlace.set(key, applicable);
    return applicable;
  }
}

/** Returns a profile completed with what its deployment documents in force and the SBOMs that it applies to show. */
export function completeProfile<Profile extends ProfileContent & Pick<LoadedProfile, 'documents'>>(
  profile: Profile,
  profiles: readonly Profile[],
  documents: readonly ProfiledDocument[],
): MergedFields {
  const own = documents.filter(({ image, kind }) => profilesFor(profiles, { image, sbomKind: kind }).includes(profile));
  const shown = mergeFields(listImportedFields(profile), deriveFields(own));
  const { fields, conflicts } = mergeFields(profile.fields, shown.fields);
  return { fields, conflicts: [...conflicts, ...shown.conflicts] };
}
