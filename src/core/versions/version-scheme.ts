/** The contract of a version order. What it orders belongs to nobody else: callers never compare version texts themselves. */

export type SchemeId = 'semver' | 'pep440' | 'maven' | 'debian';

export interface VersionScheme<Version = unknown> {
  readonly id: SchemeId;
  /** Undefined: this text is no version in this scheme, and nothing can be said about its order. Never throws; linear time. */
  parse(text: string): Version | undefined;
  /** Negative: `a` is older than `b`; zero: equal; positive: newer. A total preorder on everything that `parse` accepts. */
  compare(a: Version, b: Version): number;
}
