/** Texts for the assumptions made by a match, one short sentence per code. */

const ASSUMPTION_TEXTS: Readonly<Record<string, string>> = {
  'release-from-version': 'The distribution release was read from the package version.',
  'release-from-other-packages': 'The distribution release was taken from the other packages of the document.',
  'release-from-image': 'The distribution release was taken from the image name.',
  'source-from-name': 'The source package was derived from the package name.',
  'source-name-learned': 'The source package was taken from another document of the same release.',
  'distro-alias': 'The advisories are those of the distribution whose packages this one reuses.',
  'distro-ahead': 'This distribution is ahead of the one whose advisories are used.',
  'identity-from-tool': 'The package has no purl. Its type comes from the tool that wrote the SBOM.',
  'not-runtime': 'This is a source, documentation or test artifact.',
  'several-packages': 'The component has purls of different packages. One of them was used.',
  'last-known-bound': 'The range ends at the last version that was examined.',
  'unparsable-version': 'The version is invalid, but the advisory covers all versions.',
  'name-case-folded': 'The advisory is about the same name in lower case.',
  'parent-module': 'The advisory is about the parent Go module.',
  'maven-group-guessed':
    'The Maven group may have been invented by a tool. The advisory is about an artifact of the same name.',
  'malicious-name': 'A malicious public package used this name. This version is not on its list.',
  'assembly-version': 'The version describes a .NET assembly. Only its numbers were compared.',
  'custom-bound': 'The range uses versions of the project, which are not tags of the Go module.',
  'untagged-major': 'The advisory counts versions differently from the tags of the Go module.',
  'older-commit': 'The version is a commit from before the year of the CVE.',
  'pseudo-version': 'The version is a commit. Tags do not show whether it contains the fix.',
  'epoch-unknown': 'The epoch of the package is unknown. That of the advisory was used.',
  'stream-from-version': 'The module stream was derived from the version.',
  'paid-fix-only': 'Only a paid channel has a fix. Older packages are assumed to be affected.',
  'fixed-by-build-tag': 'The build tag is that of a fix for extended support.',
  'kernel-headers': 'Kernel headers contain hardly any kernel code.',
  disputed: 'Sources disagree whether this version is affected.',
  'nonconforming-version': 'The version does not follow the rules of its ecosystem.',
  'legacy-version': 'The version or the range is not a valid PEP 440 version.',
  'may-be-backported': 'The package came with an OS package, which may contain a backported fix.',
  'probably-owned': 'The package probably belongs to an OS package, which may contain a backported fix.',
};

/** A code unknown to this portal is returned unchanged. */
export function describeAssumption(code: string): string {
  return (Object.hasOwn(ASSUMPTION_TEXTS, code) ? ASSUMPTION_TEXTS[code] : undefined) ?? code;
}
