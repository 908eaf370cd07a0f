/**
 * Whether a component was checked. It was when silence would have meant something: it is identified, its version can be read,
 * advisories of its release are loaded, and somebody still writes them. The last two are no property of the component: data
 * arrives, and time passes, without its answer being made again. So they are judged where a result is told, not where
 * components are matched. What some advisory covers was checked in any case.
 *
 * The starter set counts as data: that it is small is said where the state of all data is shown, not component by component.
 */
import { hasEnded, type Release } from '../identity/distro/end-of-life.ts';
import { toKeyPrefix } from '../identity/package-key.ts';
import type { CannotAssessReason } from '../identity/package-identity.ts';

/** What is known of a component once it was matched. */
export interface MatchedComponent {
  /** Why it could not be identified or matched, if so. */
  readonly reason: string | null;
  /** Null where nobody knows what it is. */
  readonly release: Release | null;
  /** Some advisory covers it. */
  readonly isAffected: boolean;
}

/** What the loaded advisories of a release report: every known issue, or only issues that the distribution has fixed. */
export type FeedScope = 'all-issues' | 'fixed-issues-only';

/** Releases whose advisories are loaded, by `toKeyPrefix`. */
export type LoadedReleases = ReadonlyMap<string, FeedScope>;

/** The one reason that a doubt about the release goes before: without advisories of the release no source package would help. */
export const WITHOUT_SOURCE: CannotAssessReason = 'source-package-unknown';

/** Null: it was checked. `at` is in ISO 8601, UTC. */
export function whyNotChecked(component: MatchedComponent, loaded: LoadedReleases, at: string): string | null {
  const { reason, release, isAffected } = component;
  const isFinal = reason !== null && reason !== WITHOUT_SOURCE;
  if (isFinal || release === null || isAffected) return reason;
  return findDoubt(release, loaded, at) ?? reason;
}

/** Why silence about the packages of a release means nothing. */
export function findDoubt(release: Release, loaded: LoadedReleases, at: string): CannotAssessReason | undefined {
  if (!loaded.has(toKeyPrefix(release))) return 'no-feed-for-release';
  return hasEnded(release, at) ? 'eol-release' : undefined;
}

/** Whether a component was checked, but against advisories that do not list issues without a fix. */
export function isCheckedForFixedOnly(component: MatchedComponent, loaded: LoadedReleases, at: string): boolean {
  const { release } = component;
  if (release === null || loaded.get(toKeyPrefix(release)) !== 'fixed-issues-only') return false;
  return whyNotChecked(component, loaded, at) === null;
}
