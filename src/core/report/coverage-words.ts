/** What could not be checked, in words. The portal has its own list; both are held against the codes by tests. */
import type { Coverage } from '../history/coverage.ts';

const REASON_WORDS: Readonly<Record<string, string>> = {
  'no-identity': 'no package identity',
  'invalid-purl': 'package URL not readable',
  'incomplete-name': 'package name incomplete',
  'unsupported-type': 'ecosystem not supported',
  'no-version': 'no version',
  'unparsable-version': 'version not readable',
  'unparsable-bound': 'version range of the advisory not readable',
  'unresolved-placeholder': 'version is an unresolved placeholder',
  'floating-ref': 'version is a branch or a moving tag',
  'devel-build': 'version is a build in development',
  'unknown-release': 'distribution release not known',
  'no-feed-for-release': 'no advisories for that ecosystem or release',
  'eol-release': 'distribution release no longer maintained',
  'module-stream-unknown': 'module stream unknown',
  'record-without-versions': 'advisory without versions',
  'contradictory-range': 'advisory contradicts itself',
  'git-only': 'advisory names commits only',
  'source-package-unknown': 'source package unknown',
};

/** A code without words is said as it is. */
export function describeReason(code: string): string {
  return (Object.hasOwn(REASON_WORDS, code) ? REASON_WORDS[code] : undefined) ?? code;
}

/** `412 of 444 components were checked. Not checked: 20 (no version), 12 (ecosystem not supported).` */
export function describeCoverage({ components, checked, notChecked }: Coverage): string {
  if (components === 0) return 'The document lists no components.';
  if (notChecked.length === 0)
    return components === 1 ? 'The one component was checked.' : `All ${components} components were checked.`;
  const reasons = notChecked.map((each) => `${each.count} (${describeReason(each.reason)})`).join(', ');
  const share =
    checked === 0 ? `None of ${count(components, 'component')} was` : `${checked} of ${components} components were`;
  return `${share} checked. Not checked: ${reasons}.`;
}

/** What a result without findings means; never only "none". */
export function describeNothingFound({ components, checked }: Coverage): string {
  if (components === 0) return 'There is nothing to check.';
  if (checked === 0) return 'Nothing is known about this document: none of its components could be checked.';
  return `No known vulnerability among ${count(checked, 'checked component')}.`;
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
