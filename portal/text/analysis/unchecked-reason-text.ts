/** Words for the reasons why a component was not checked. */

const UNCHECKED_REASON_LABELS: Readonly<Record<string, string>> = {
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

/** A code unknown to this portal is returned unchanged. */
export function describeReason(code: string): string {
  return (Object.hasOwn(UNCHECKED_REASON_LABELS, code) ? UNCHECKED_REASON_LABELS[code] : undefined) ?? code;
}
