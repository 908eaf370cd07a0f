/**
 * Computes how many of the listed components were checked. It is part of every result, because zero findings mean nothing without
 * it.
 */
import {
  isCheckedForFixedOnly,
  findUncheckedReason,
  type LoadedReleases,
  type MatchedComponent,
} from './unchecked-reason.ts';

export interface Coverage {
  readonly components: number;
  readonly checked: number;
  readonly notChecked: readonly { readonly reason: string; readonly count: number }[];
  /** Checked components whose advisories list only issues that the distribution has fixed. */
  readonly fixedIssuesOnly: number;
  readonly fixedIssuesOnlyByRelease: readonly FixOnlyRelease[];
}

export interface FixOnlyRelease {
  readonly family: string;
  /** Empty for a distribution without releases. */
  readonly release: string;
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
    components: sum(notChecked) + checked,
    checked,
    notChecked: notChecked.toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1)),
    fixedIssuesOnly: sum(fixOnly.map(([, each]) => each)),
    fixedIssuesOnlyByRelease: fixOnly.map(([, each]) => each),
  };
}

/** `Red Hat 9`, `Wolfi`. */
export function describeRelease({ family, release }: { readonly family: string; readonly release: string }): string {
  return release === '' ? family : `${family} ${release}`;
}

function sum(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}
