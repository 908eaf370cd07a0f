/** What a package is, as far as advisories can speak of it. */

/** The OSV name of an ecosystem, without a release: `npm`, `PyPI`, `Maven`, `Debian`. */
export type Family = 'npm' | 'PyPI' | 'Maven' | 'Debian';

export interface PackageIdentity {
  readonly family: Family;
  /** Release of a distribution (`12`), empty for language ecosystems. */
  readonly release: string;
  /** Normalized by the rules of the family; what advisories are looked up by. */
  readonly name: string;
  /** Source package of an operating-system package, where it is known. */
  readonly source: { readonly name: string; readonly version: string | undefined } | undefined;
}

/** Why a component cannot be assessed: stable codes, counted in the coverage and shown to people. */
export type CannotAssessReason =
  | 'no-identity'
  | 'invalid-purl'
  | 'incomplete-name'
  | 'unsupported-type'
  | 'no-version'
  | 'unparsable-version'
  | 'unparsable-bound'
  | 'unresolved-placeholder'
  | 'floating-ref'
  | 'unknown-release'
  | 'no-feed-for-release'
  | 'record-without-versions'
  | 'contradictory-range'
  | 'git-only';
