/**
 * The profiles of a service as the rules ask them about one version: each completed by what the documents that it applies to show.
 * A place that none applies to is one of which nothing is known, and says so with a profile of its own: otherwise the exposure of
 * the others would speak for it.
 */
import { profilesFor } from './applies-to.ts';
import { deriveFields, type DocumentFacts } from './derive-profile.ts';
import { mergeFields } from './merge-fields.ts';
import type { ProfileView } from './profile-view.ts';
import type { ProfileDocument, SbomKind } from './security-profile.ts';
import { toProfileView, type LoadedRuntimeDocument } from './to-profile-view.ts';

export interface LoadedProfile extends ProfileDocument {
  readonly version: number;
  readonly documents: readonly LoadedRuntimeDocument[];
}

/** A document of the version. */
export interface ProfiledDocument extends DocumentFacts {
  readonly image: string | null;
}

/** Where a component is, as far as it decides which profiles apply. */
export interface ProfiledPlace {
  readonly image: string | null;
  readonly document: { readonly kind: SbomKind };
}

export interface VersionProfiles {
  /** Those that apply to at least one of the places. */
  readonly profilesOf: (places: readonly ProfiledPlace[]) => readonly ProfileView[];
  readonly appliesTo: (profile: ProfileView, place: ProfiledPlace) => boolean;
}

const NOTHING_KNOWN: ProfileView = {
  ...{ name: 'no profile', version: 0, known: () => undefined, runtime: undefined, observations: [] },
};

export function toVersionProfiles(
  profiles: readonly LoadedProfile[],
  documents: readonly ProfiledDocument[],
): VersionProfiles {
  const views = new Map(profiles.map((profile) => [profile, toView(profile, profiles, documents)]));
  const byPlace = new Map<string, readonly ProfileView[]>();
  return {
    profilesOf: (places) =>
      profiles.length === 0 ? [] : [...new Set(places.flatMap((place) => [...viewsAt(place)]))].toSorted(byName),
    appliesTo: (profile, place) => viewsAt(place).includes(profile),
  };

  /** Thousands of components are in the same few places. */
  function viewsAt({ image, document: { kind } }: ProfiledPlace): readonly ProfileView[] {
    const key = `${kind} ${image ?? ''}`;
    const known = byPlace.get(key);
    if (known !== undefined) return known;
    const found = profilesFor(profiles, { image, sbomKind: kind }).flatMap((profile) => views.get(profile) ?? []);
    const told = found.length > 0 ? found : [NOTHING_KNOWN];
    byPlace.set(key, told);
    return told;
  }
}

/** A profile with what the SBOMs show that it speaks of. */
export function completeProfile<Profile extends ProfileDocument>(
  profile: Profile,
  profiles: readonly Profile[],
  documents: readonly ProfiledDocument[],
): ReturnType<typeof mergeFields> {
  const own = documents.filter(({ image, kind }) => profilesFor(profiles, { image, sbomKind: kind }).includes(profile));
  return mergeFields(profile.fields, deriveFields(own));
}

function toView(
  profile: LoadedProfile,
  profiles: readonly LoadedProfile[],
  documents: readonly ProfiledDocument[],
): ProfileView {
  const { fields } = completeProfile(profile, profiles, documents);
  return toProfileView({ ...profile, fields }, profile.documents);
}

function byName(a: ProfileView, b: ProfileView): number {
  return a.name < b.name ? -1 : Number(a.name > b.name);
}
