/** Texts for the reasons why a component was not checked. */

const UNCHECKED_REASON_LABELS: Readonly<Record<string, string>> = {
  'no-identity': 'no package identity',
  'invalid-purl': 'invalid package URL',
  'incomplete-name': 'incomplete package name',
  'unsupported-type': 'unsupported ecosystem',
  'no-version': 'no version',
  'unparsable-version': 'invalid version',
  'unparsable-bound': 'invalid version range in advisory',
  'unresolved-placeholder': 'unresolved version placeholder',
  'floating-ref': 'version is a branch or moving tag',
  'devel-build': 'development build',
  'unknown-release': 'unknown distribution release',
  'no-feed-for-release': 'no advisories for this ecosystem or release',
  'eol-release': 'end-of-life distribution release',
  'module-stream-unknown': 'unknown module stream',
  'record-without-versions': 'advisory without versions',
  'contradictory-range': 'contradictory advisory',
  'git-only': 'advisory lists only commits',
  'source-package-unknown': 'unknown source package',
};

/** A code unknown to this portal is returned unchanged. */
export function describeReason(code: string): string {
  return (Object.hasOwn(UNCHECKED_REASON_LABELS, code) ? UNCHECKED_REASON_LABELS[code] : undefined) ?? code;
}
