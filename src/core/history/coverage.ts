/**
 * Computes how many of the listed components were checked. It is part of every result, because zero findings mean nothing without
 * it. A component was checked if it is identified, its version can be parsed, advisories of its release are loaded, and new
 * ones are still published. The last two can change without a new match, because data arrives and time passes, so they are
 * evaluated when a result is shown and not when components are matched. A component that an advisory affects always counts as
 * checked.
 *
 * Components that are not packages of their own are counted by reason, but not as components: there is nothing to check.
 *
 * The starter set counts as data. That it is small is shown with the state of the advisory data, not per component.
 */
import { isEndOfLife, isPaidOnly, type Release } from '../identity/distro/end-of-life.ts';
import { toKeyPrefix } from '../identity/package-key.ts';
import type { CannotAssessReason } from '../vocabulary/package.ts';

/** Facts about a component after matching. */
export interface MatchedComponent {
  /** Why it could not be identified or matched; null otherwise. */
  readonly reason: string | null;
  /** Null where the component is not identified. */
  readonly release: Release | null;
  /** At least one advisory affects it. */
  readonly isAffected: boolean;
}

/** What the loaded advisories of a release report: every known issue, or only issues that the distribution has fixed. */
export type FeedScope = 'all-issues' | 'fixed-issues-only';

/** Releases whose advisories are loaded, by `toKeyPrefix`. */
export type LoadedReleases = ReadonlyMap<string, FeedScope>;

/**
 * The only reason that a doubt about the release overrides: without advisories of the release, a source package would not help.
 */
export const SOURCE_PACKAGE_UNKNOWN: CannotAssessReason = 'source-package-unknown';

/** Reason of a component that is not counted, because other components stand for it or it contains no program. */
export const NOT_A_PACKAGE: CannotAssessReason = 'not-a-package';

/** Null: checked. `check` is in ISO 8601, UTC. */
export function findUncheckedReason(component: MatchedComponent, loaded: LoadedReleases, at: string): string | null {
  const { reason, release, isAffected } = component;
  const isFinal = reason !== null && reason !== SOURCE_PACKAGE_UNKNOWN;
  if (isFinal || release === null || isAffected) return reason;
  return findReleaseProblem(release, loaded, at) ?? reason;
}

/**
 * Returns why the absence of findings means nothing for packages of a release. An ended release with paid updates still counts
 * where every known issue is listed; notices name only what paying users got fixed.
 */
export function findReleaseProblem(
  release: Release,
  loaded: LoadedReleases,
  at: string,
): CannotAssessReason | undefined {
  const scope = loaded.get(toKeyPrefix(release));
  if (scope === undefined) return 'no-feed-for-release';
  const isListed = scope === 'all-issues' && isPaidOnly(release, at);
  return isEndOfLife(release, at) && !isListed ? 'eol-release' : undefined;
}

/** Whether a component was checked, but against advisories that do not list issues without a fix. */
export function isCheckedForFixedOnly(component: MatchedComponent, loaded: LoadedReleases, at: string): boolean {
  const { release } = component;
  if (release === null || loaded.get(toKeyPrefix(release)) !== 'fixed-issues-only') return false;
  return findUncheckedReason(component, loaded, at) === null;
}

export interface Coverage {
  /** All but those that are not packages of their own. */
  readonly components: number;
  readonly checked: number;
  readonly notChecked: readonly { readonly reason: string; readonly count: number }[];
  /** Checked components whose advisories list only issues that the distribution has fixed. */
  readonly fixedIssuesOnly: number;
  readonly fixedIssuesOnlyByRelease: readonly FixOnlyRelease[];
}

interface FixOnlyRelease extends Release {
  readonly count: number;
}

/** Takes components grouped by equal properties. The most frequent reasons and releases come first. */
export function toCoverage(
  groups: Iterable<MatchedComponent & { readonly count: number }>,
  loaded: LoadedReleases,
  at: string,
): Coverage {
  const reasons = new Map<string | null, number>();
  const releases = new Map<string, FixOnlyRelease>();
  for (const group of groups) {
    const reason = findUncheckedReason(group, loaded, at);
    reasons.set(reason, (reasons.get(reason) ?? 0) + group.count);
    if (group.release === null || !isCheckedForFixedOnly(group, loaded, at)) continue;
    const { family, release } = group.release;
    const name = describeRelease(group.release);
    releases.set(name, { family, release, count: (releases.get(name)?.count ?? 0) + group.count });
  }
  const notChecked = [...reasons].flatMap(([reason, count]) => (reason === null ? [] : [{ reason, count }]));
  const fixOnly = [...releases].toSorted(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1));
  const checked = reasons.get(null) ?? 0;
  return {
    components: countGrouped(notChecked.filter(({ reason }) => reason !== NOT_A_PACKAGE)) + checked,
    checked,
    notChecked: notChecked.toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1)),
    fixedIssuesOnly: countGrouped(fixOnly.map(([, each]) => each)),
    fixedIssuesOnlyByRelease: fixOnly.map(([, each]) => each),
  };
}

/** `Red Hat 9`, `Wolfi`. */
export function describeRelease({ family, release }: Release): string {
  return release === '' ? family : `${family} ${release}`;
}

export function countGrouped(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}
