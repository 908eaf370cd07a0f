/**
 * What claims are made about and held against: a subject with its preconditions and texts, and the profiles with the places that
 * they speak of.
 */
import type { ProfileView } from '../../profile/profile-view.ts';
import type { ComponentPlace, Subject } from '../subject.ts';
import type { At, Contradiction } from './contradictions/contradiction.ts';
import type { FoldedText } from './find-quote.ts';
import type { Precondition } from './reading.ts';

export interface ReadMatter {
  readonly subject: Subject;
  readonly texts: readonly FoldedText[];
  /** With those of structured fields. */
  readonly preconditions: readonly Precondition[];
}

/** One profile with the places that it speaks of. */
export interface Ground {
  readonly profile: ProfileView;
  readonly places: readonly ComponentPlace[];
}

/** Profiles that speak of no place say nothing about the finding. */
export function toGrounds({ places, profiles, appliesTo = () => true }: Subject): readonly Ground[] {
  return profiles
    .map((profile) => ({ profile, places: places.filter((place) => appliesTo(profile, place)) }))
    .filter((ground) => ground.places.length > 0)
    .toSorted((a, b) => compare(a.profile.name, b.profile.name));
}

/** At every place that the profile speaks of. */
export function isContradicted(
  row: Contradiction,
  { value }: Precondition,
  { subject }: Pick<ReadMatter, 'subject'>,
  ground: Ground,
): boolean {
  return atPlaces(subject, ground).every((at) => row.find(value, at) !== undefined);
}

export function atPlaces({ component }: Subject, { profile, places }: Ground): readonly At[] {
  return places.map((place) => ({ component, place, profile }));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
