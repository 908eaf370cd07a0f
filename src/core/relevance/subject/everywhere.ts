/**
 * The worst place and the worst profile decide: a condition that lowers a finding has to hold in every document that contains the
 * component, and there in every profile that applies. Nothing is known about a place without a profile.
 */
import type { ProfileView } from '../../profile/profile-view.ts';
import type { ComponentPlace, Subject } from './subject.ts';

export function isTrueEverywhere(
  { places, profiles, appliesTo = () => true }: Pick<Subject, 'places' | 'profiles' | 'appliesTo'>,
  isTrue: (place: ComponentPlace, profile: ProfileView) => boolean,
): boolean {
  return (
    places.length > 0 &&
    places.every((place) => {
      const applicable = profiles.filter((profile) => appliesTo(profile, place));
      return applicable.length > 0 && applicable.every((profile) => isTrue(place, profile));
    })
  );
}
