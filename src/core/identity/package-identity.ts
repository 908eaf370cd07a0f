/** What a package is, as far as advisories can speak of it. */

/** The OSV name of an ecosystem without a release, and of distributions that OSV has nothing of. */
export type Family = LanguageFamily | DistributionFamily;

export type LanguageFamily =
  | 'npm'
  | 'PyPI'
  | 'Maven'
  | 'Go'
  | 'crates.io'
  | 'RubyGems'
  | 'NuGet'
  | 'Packagist'
  | 'Hex'
  | 'ConanCenter'
  | 'Pub'
  | 'Julia'
  | 'SwiftURL'
  | 'GitHub Actions'
  | 'CRAN'
  | 'Bioconductor'
  | 'Hackage'
  | 'GHC'
  | 'Bitnami'
  | 'VSCode'
  | 'Linux';

export type DistributionFamily =
  | 'Debian'
  | 'Ubuntu'
  | 'Alpine'
  | 'Wolfi'
  | 'Chainguard'
  | 'MinimOS'
  | 'Alpaquita'
  | 'Red Hat'
  | 'AlmaLinux'
  | 'Rocky Linux'
  | 'SUSE'
  | 'openSUSE'
  | 'Azure Linux'
  | 'Photon OS'
  | 'openEuler'
  | 'Mageia'
  | 'Fedora'
  | 'Oracle Linux'
  | 'Amazon Linux';

/** Everything that decides about a match. What is not needed is absent, since every distinct package is kept with this. */
export interface PackageIdentity {
  readonly family: Family;
  /** Release of a distribution (`12`), empty for language ecosystems and for distributions that have none. */
  readonly release: string;
  /** Normalized by the rules of the family; what advisories are looked up by. */
  readonly name: string;
  /** Source package of an operating-system package, where it is known. */
  readonly source: { readonly name: string; readonly version: string | undefined } | undefined;
  /** Further names to look up where the first one is not found: `github.com/godbus/dbus` for `github.com/godbus/dbus/v5`. */
  readonly alsoNamed?: readonly string[];
  /** Updates that only some users of the release get, where the component is known to be of them: `eus:9.4`, `pro`. */
  readonly channel?: string;
  /** Module and stream of an rpm package, `nodejs:12`; empty when only its build tag says that it is of a module. */
  readonly module?: string;
  /** No package of the document states an epoch, so that none says nothing. Only rpm. */
  readonly epochUnknown?: true;
  /**
   * The document does not say from which source package it was built, and advisories of the family name source packages: what
   * they do not say under its own name means nothing.
   */
  readonly sourceUnknown?: true;
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
  | 'devel-build'
  | 'unknown-release'
  | 'no-feed-for-release'
  | 'eol-release'
  | 'module-stream-unknown'
  | 'record-without-versions'
  | 'contradictory-range'
  | 'git-only'
  | 'source-package-unknown';
