/** What was guessed on the way from a component to a package. Each is said, because it lowers the confidence. */
export type Assumption =
  /** The release was read from the version of the package, from what all other packages agree on, or from the name of the image. */
  | 'release-from-version'
  | 'release-from-neighbors'
  | 'release-from-image'
  /** The source package was concluded from the name. */
  | 'source-from-name'
  /** The source package was taken from other documents of the same release, which state it. */
  | 'source-name-learned'
  /** The distribution takes over the packages of another one, whose advisories are used; `ahead`: and is ahead of it. */
  | 'distro-alias'
  | 'distro-ahead'
  /** There is no purl: the tool says in words of its own what kind of package it is. */
  | 'identity-from-tool'
  /** Sources, documentation or tests of a package, which are not what runs. */
  | 'not-runtime';
