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
export function describeFixedOnly({ fixedIssuesOnly, fixedIssuesOnlyByRelease }: WireCoverage): string {
  if (fixedIssuesOnly === 0) return '';
  const named = fixedIssuesOnlyByRelease.slice(0, RELEASES_NAMED_MAX).map(describeRelease);
  const more = fixedIssuesOnlyByRelease.length - named.length;
  const releases = [...named, ...(more > 0 ? [`${formatCount(more)} more`] : [])].join(', ');
  return `${formatCount(fixedIssuesOnly)} for fixed issues only (${releases})`;
}

/** The end of a sentence that says what was found among the checked components: what this number leaves out. */
export function describeGaps(coverage: WireCoverage): string {
  const { components, checked, fixedIssuesOnly } = coverage;
  const unchecked = components - checked;
  return [
    ...(fixedIssuesOnly === 0
      ? []
      : [` ${describeFixedOnly(coverage)}: vulnerabilities without a fix are not reported for these.`]),
    ...(unchecked === 0 ? [] : [` ${formatCount(unchecked)} could not be checked.`]),
  ].join('');
}

/** `No known vulnerability among 400 checked components.` with everything that this leaves out. */
export function describeNothingFound(coverage: WireCoverage): string {
  return `No known vulnerability among ${countOf(coverage.checked, 'checked component')}.${describeGaps(coverage)}`;
}
