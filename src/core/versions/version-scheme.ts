/** The contract of a version order. What it orders belongs to nobody else: callers never compare version texts themselves. */

export type SchemeId =
  | 'semver'
  | 'go'
  | 'bitnami'
  | 'pub'
  | 'nuget'
  | 'pep440'
  | 'maven'
  | 'rubygems'
  | 'packagist'
  | 'conan'
  | 'cran'
  | 'hackage'
  | 'debian'
  | 'rpm'
  | 'apk';

/** Why an order is less certain than its scheme usually is; each lowers the confidence of a match. */
export type VersionAssumption =
  | 'nonconforming-version'
  | 'legacy-version'
  /** The version is a commit of a Go module: tags before and after it are known by their order only. */
  | 'pseudo-version';

/** A parsed version is an object, so that the compiler refuses a text where a parsed version is meant. */
export interface VersionScheme<Version extends object = object> {
  readonly id: SchemeId;
  /** Undefined: this text is no version in this scheme, and nothing can be said about its order. Never throws; linear time. */
  parse(text: string): Version | undefined;
  /** Negative: `a` is older than `b`; zero: equal; positive: newer. A total preorder on everything that `parse` accepts. */
  compare(a: Version, b: Version): number;
  /**
   * The version without what its builder added (`1.0+cpu`: `1.0`), undefined when nothing was added. It is compared so with
   * every bound and every listed version to which nothing was added either.
   */
  withoutLocalPart?(version: Version): Version | undefined;
  /** The same of a text, where what was added does not begin with a plus (`1.2.3-4`: `1.2.3`). */
  withoutLocalText?(text: string): string;
  assumptionOf?(version: Version): VersionAssumption | undefined;
  /** Why it is uncertain that a version is before the end of a window, although it is older. */
  doubtBefore?(version: Version, end: Version): VersionAssumption | undefined;
}
