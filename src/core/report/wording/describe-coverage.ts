/** Describes the coverage of an analysis in words. The portal has its own texts; tests check both against the list of codes. */
import { describeRelease, type Coverage } from '../../history/coverage.ts';
import { pluralize } from '../../text/pluralize.ts';

const REASON_LABELS: Readonly<Record<string, string>> = {
  'no-identity': 'no package identity',
  'invalid-purl': 'invalid package URL',
  'incomplete-name': 'package name incomplete',
  'unsupported-type': 'ecosystem not supported',
  'no-version': 'no version',
  'unparsable-version': 'unparsable version',
  'unparsable-bound': 'unparsable version range in the advisory',
  'unresolved-placeholder': 'version is an unresolved placeholder',
  'floating-ref': 'version is a branch or a moving tag',
  'devel-build': 'version is a development build',
  'unknown-release': 'unknown distribution release',
  'no-feed-for-release': 'no advisories for that ecosystem or release',
  'eol-release': 'distribution release no longer maintained',
  'module-stream-unknown': 'module stream unknown',
  'record-without-versions': 'advisory without versions',
  'contradictory-range': 'contradictory advisory',
  'git-only': 'advisory names commits only',
  'source-package-unknown': 'source package unknown',
};

/** A code without a text is returned unchanged. */
export function describeReason(code: string): string {
  return (Object.hasOwn(REASON_LABELS, code) ? REASON_LABELS[code] : undefined) ?? code;
}

/**
 * `412 of 444 components were checked. Checked for fixed issues only: 187 (Red Hat 9). Not checked: 20 (no version), 12
 * (ecosystem not supported).`
 */
export function describeCoverage(coverage: Coverage): string {
  const { components, notChecked, fixedIssuesOnlyByRelease } = coverage;
  if (components === 0) return 'The SBOM lists no components.';
  const fixOnly = fixedIssuesOnlyByRelease.map((each) => `${each.count} (${describeRelease(each)})`).join(', ');
  const reasons = notChecked.map((each) => `${each.count} (${describeReason(each.reason)})`).join(', ');
  return [
    describeShare(coverage),
    ...(fixOnly === '' ? [] : [`Checked for fixed issues only: ${fixOnly}.`]),
    ...(reasons === '' ? [] : [`Not checked: ${reasons}.`]),
  ].join(' ');
}

function describeShare({ components, checked }: Coverage): string {
  if (checked === 0) return `None of ${pluralize(components, 'component')} was checked.`;
  if (checked < components) return `${checked} of ${components} components were checked.`;
  return components === 1 ? 'The one component was checked.' : `All ${components} components were checked.`;
}

/** Describes a result without findings; never only "none". */
export function describeNothingFound({ components, checked, fixedIssuesOnly }: Coverage): string {
  if (components === 0) return 'No components to check.';
  if (checked === 0) return 'No result: none of the components could be checked.';
  const nothing = `No known vulnerability among ${pluralize(checked, 'checked component')}`;
  if (fixedIssuesOnly === 0) return `${nothing}.`;
  const which = fixedIssuesOnly === checked ? 'these components' : `${fixedIssuesOnly} of them`;
  return `${nothing}, but advisories for ${which} list only fixed issues: vulnerabilities without a fix are not reported.`;
}
