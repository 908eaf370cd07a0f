/** Assumptions that lower the confidence of a match: stable codes, shown to users. */

/** Made while identifying the package of a component. */
export const IDENTITY_ASSUMPTIONS = [
  // The release was derived from the package version, from the release of all other packages, or from the image name.
  'release-from-version',
  'release-from-other-packages',
  'release-from-image',
  // The source package was derived from the name.
  'source-from-name',
  // The source package was learned from other documents of the same release that state it.
  'source-name-learned',
  // The distribution is derived from another one, whose advisories are used; `ahead`: it has newer packages than that one.
  'distro-alias',
  'distro-ahead',
  // There is no purl: the package type comes from the tool.
  'identity-from-tool',
  // A table of jars states the coordinates for the hash of the file.
  'coordinates-from-hash',
  // Sources, documentation or tests of a package, which are not part of the running software.
  'not-runtime',
] as const;
export type IdentityAssumption = (typeof IDENTITY_ASSUMPTIONS)[number];

/** Why an order of versions is less certain than usual for its scheme. */
export const VERSION_ASSUMPTIONS = [
  'nonconforming-version',
  'legacy-version',
  // The version is a commit of a Go module, so it is not known which tags contain it.
  'pseudo-version',
] as const;
export type VersionAssumption = (typeof VERSION_ASSUMPTIONS)[number];

export const ASSUMPTIONS = [
  ...IDENTITY_ASSUMPTIONS,
  ...VERSION_ASSUMPTIONS,
  // A component has purls of different packages; one of them was used.
  'several-packages',
  // The upper bound of an open window is the last version known to be affected.
  'last-known-bound',
  // The text is not a version, but the record covers all versions.
  'unparsable-version',
  // A malware record covers all versions and lists some, but not this one: it may be a private package of the same name.
  'malicious-name',
  // The text describes a .NET assembly; only its numbers were compared, which may differ from those of the package.
  'assembly-version',
  // The record is about the name in lower case.
  'name-case-folded',
  // The record is about the module without the subpath of the purl.
  'parent-module',
  // The record is about an artifact of the same name in another group; the stated group may be made up by a tool.
  'maven-group-guessed',
  // The bounds are those of the project around a Go module, not of its tags.
  'custom-bound',
  // The tags of the Go module do not follow its major version, so their order says little.
  'untagged-major',
  // A commit of a Go module from before the year of the CVE, which almost certainly does not contain the fix.
  'older-commit',
  // The epoch of an rpm package is unknown; that of the bound was used.
  'epoch-unknown',
  // The module stream of the package or of the record was derived from versions.
  'stream-from-version',
  // Only a paid channel has a fix; older packages outside of that channel count as affected.
  'paid-fix-only',
  // A build for the same minor release as an extended support fix, and not older than it.
  'fixed-by-build-tag',
  // The distribution has not decided yet whether its package is affected.
  'under-investigation',
  // Kernel headers, which contain almost none of its code.
  'kernel-headers',
  // Records of one vulnerability contradict each other.
  'disputed',
  // Only a CPE of the component leads to the record.
  'cpe-name',
  // The record names software that it affects only together with other software, which the document does not show.
  'conditional',
  // The repository of a Conan or vcpkg package comes from a list of names, or from a link of the component.
  'repository-from-name',
  'repository-from-link',
  // It was installed by an OS package whose feed cannot tell whether it was patched.
  'may-be-backported',
  // Path, name and version match those of an OS package, which may have patched it.
  'probably-owned',
] as const;
export type Assumption = (typeof ASSUMPTIONS)[number];
