/** Assumptions made while identifying the package of a component. Each is reported, because it lowers the confidence. */
export type Assumption =
  /** The release was derived from the package version, from the release of all other packages, or from the image name. */
  | 'release-from-version'
  | 'release-from-other-packages'
  | 'release-from-image'
  /** The source package was derived from the name. */
  | 'source-from-name'
  /** The source package was learned from other documents of the same release that state it. */
  | 'source-name-learned'
  /** The distribution is derived from another one, whose advisories are used; `ahead`: it has newer packages than that one. */
  | 'distro-alias'
  | 'distro-ahead'
  /** There is no purl: the package type comes from the tool. */
  | 'identity-from-tool'
  /** Sources, documentation or tests of a package, which are not part of the running software. */
  | 'not-runtime';
