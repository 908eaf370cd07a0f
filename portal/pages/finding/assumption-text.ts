/** Texts for the assumptions made by a match, one short sentence per code. */

const ASSUMPTION_TEXTS: Readonly<Record<string, string>> = {
  'release-from-version': 'The distribution release was derived from the package version.',
  'release-from-other-packages': 'The distribution release was derived from other packages in the SBOM.',
  'release-from-image': 'The distribution release was derived from the image name.',
  'source-from-name': 'The source package was derived from the package name.',
  'source-name-learned': 'The source package was taken from other SBOMs of the same distribution release.',
  'distro-alias': 'Advisories of a related distribution were used.',
  'distro-ahead': 'This distribution is ahead of the related distribution.',
  'identity-from-tool': 'The package has no package URL. Its type comes from the tool that wrote the SBOM.',
  'not-runtime': 'This is a source, documentation or test artifact.',
  'several-packages': 'The component has package URLs of different packages. One of them was used.',
  'last-known-bound': 'The range ends at the last version known to be affected.',
  'unparsable-version': 'The version is invalid, but the advisory covers all versions.',
  'name-case-folded': 'The advisory is about the same name in lower case.',
  'parent-module': 'The advisory is about the parent Go module.',
  'maven-group-guessed':
    'The Maven group may have been guessed by a tool. The advisory is about an artifact with the same name.',
  'malicious-name': 'A malicious public package used this name. This version is not on its list.',
  'assembly-version': 'The version describes a .NET assembly. Only its numbers were compared.',
  'custom-bound': 'The range uses project versions, which are not tags of the Go module.',
  'untagged-major': 'The advisory lists versions that the Go module cannot have.',
  'older-commit': 'The version is a commit from before the year of the CVE.',
  'pseudo-version': 'The version is a commit. Tags do not show whether it contains the fix.',
  'epoch-unknown': 'The package epoch is unknown. The epoch of the advisory was used.',
  'stream-from-version': 'The module stream was derived from the version.',
  'paid-fix-only': 'Only a paid channel has a fix. Older packages are assumed to be affected.',
  'fixed-by-build-tag': 'The build has the tag of an extended-support fix.',
  'kernel-headers': 'Kernel headers contain no kernel code.',
  disputed: 'Sources disagree on whether this version is affected.',
  'nonconforming-version': 'The version does not follow the rules of its ecosystem.',
  'legacy-version': 'The version or the range is not a valid PEP 440 version.',
  'may-be-backported': 'The package came with an OS package, which may contain a backported fix.',
  'probably-owned': 'The package probably belongs to an OS package, which may contain a backported fix.',
};

/** A code unknown to this portal is returned unchanged. */
export function describeAssumption(code: string): string {
  return (Object.hasOwn(ASSUMPTION_TEXTS, code) ? ASSUMPTION_TEXTS[code] : undefined) ?? code;
}
