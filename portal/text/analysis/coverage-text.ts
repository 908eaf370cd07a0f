/** Texts for unchecked components, and for those checked only against advisories that list fixed issues. */
import type { WireCoverage } from '../../../src/api/contract/findings/finding.ts';
import { countOf, formatCount } from '../format/counts.ts';
import { findLabel } from '../format/labels.ts';

const RELEASES_NAMED_MAX = 3;

export const FIXED_ISSUES_ONLY_HELP =
  'The distribution publishes only issues that it has fixed. Vulnerabilities without a fix are not reported.';

/** `Red Hat 9`, `Wolfi`. */
export function describeRelease({
  family,
  release,
}: Pick<WireCoverage['fixedIssuesOnlyByRelease'][number], 'family' | 'release'>): string {
  return release === '' ? family : `${family} ${release}`;
}

/** `187 for fixed issues only (Red Hat 9)`; empty if there are none. */
export function describeFixedOnly(coverage: WireCoverage): string {
  if (coverage.fixedIssuesOnly === 0) return '';
  return `${formatCount(coverage.fixedIssuesOnly)} for fixed issues only (${nameReleases(coverage)})`;
}

/** Names only the distributions if there are many releases, as in a whole organization. */
function nameReleases({ fixedIssuesOnlyByRelease: releases }: WireCoverage): string {
  if (releases.length <= RELEASES_NAMED_MAX) return releases.map(describeRelease).join(', ');
  return [...new Set(releases.map(({ family }) => family))].join(', ');
}

/** Appended to a sentence about checked components: the components that it leaves out. */
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

/** `No known vulnerabilities in 400 checked components.` with all exceptions. */
export function describeNothingFound(coverage: WireCoverage): string {
  return `No known vulnerabilities in ${countOf(coverage.checked, 'checked component')}.${describeGaps(coverage)}`;
}

/** Texts for the reasons why a component was not checked. */

const UNCHECKED_REASON_LABELS: Readonly<Record<string, string>> = {
  'not-a-package': 'not a separate package',
  'no-identity': 'no package identity',
  'invalid-purl': 'invalid package URL',
  'incomplete-name': 'incomplete package name',
  'unsupported-type': 'unsupported ecosystem',
  'no-version': 'no version',
  'unparsable-version': 'invalid version',
  'unparsable-bound': 'invalid version range in advisory',
  'unresolved-placeholder': 'unresolved version placeholder',
  'floating-ref': 'version is a branch, a URL or a range',
  'devel-build': 'development build',
  'unknown-release': 'unknown distribution release',
  'no-feed-for-release':
    'no advisories loaded for this ecosystem or release (ASSAY_DISTRIBUTION_ADVISORIES adds distributions)',
  'eol-release': 'end-of-life distribution release',
  'module-stream-unknown': 'unknown module stream',
  'record-without-versions': 'advisory without versions',
  'contradictory-range': 'contradictory advisory',
  'git-only': 'advisory lists only commits',
  'history-unknown': 'commit or version cannot be ordered',
  'source-package-unknown': 'unknown source package',
};

/** A code unknown to this portal is returned unchanged. */
export function describeReason(code: string): string {
  return findLabel(UNCHECKED_REASON_LABELS, code);
}
