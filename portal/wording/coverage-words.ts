/** Components that were checked against advisories that list only fixed issues, in words. */
import type { WireCoverage } from '../../src/api/contract/finding.ts';
import { countOf, formatCount } from './counts.ts';

export type FixOnlyRelease = WireCoverage['fixedIssuesOnlyByRelease'][number];

const RELEASES_NAMED_MAX = 3;

export const FIXED_ISSUES_ONLY_HELP =
  'The distribution publishes only issues that it has fixed. Vulnerabilities without a fix are not reported.';

/** `Red Hat 9`, `Wolfi`. */
export function describeRelease({ family, release }: Pick<FixOnlyRelease, 'family' | 'release'>): string {
  return release === '' ? family : `${family} ${release}`;
}

/** `187 for fixed issues only (Red Hat 9)`; empty where there are none. */
export function describeFixedOnly(coverage: WireCoverage): string {
  if (coverage.fixedIssuesOnly === 0) return '';
  return `${formatCount(coverage.fixedIssuesOnly)} for fixed issues only (${nameReleases(coverage)})`;
}

/** Distributions alone where there are many releases, as in a whole organization. */
function nameReleases({ fixedIssuesOnlyByRelease: releases }: WireCoverage): string {
  if (releases.length <= RELEASES_NAMED_MAX) return releases.map(describeRelease).join(', ');
  return [...new Set(releases.map(({ family }) => family))].join(', ');
}

/** The end of a sentence that says what was found among the checked components: what this number leaves out. */
export function describeGaps(coverage: WireCoverage): string {
  const { components, checked, fixedIssuesOnly } = coverage;
  const unchecked = components - checked;
  return [
    ...(fixedIssuesOnly === 0
      ? []
      : [
          ` Checked for fixed issues only: ${formatCount(fixedIssuesOnly)} (${nameReleases(coverage)}). Vulnerabilities without a fix are not reported for these.`,
        ]),
    ...(unchecked === 0 ? [] : [` ${formatCount(unchecked)} could not be checked.`]),
  ].join('');
}

/** `No known vulnerability among 400 checked components.` with everything that this leaves out. */
export function describeNothingFound(coverage: WireCoverage): string {
  return `No known vulnerability among ${countOf(coverage.checked, 'checked component')}.${describeGaps(coverage)}`;
}
