/** Ecosystems of programming languages, by their OSV names. */
export const LANGUAGE_FAMILIES = [
  'npm',
  'PyPI',
  'Maven',
  'Go',
  'crates.io',
  'RubyGems',
  'NuGet',
  'Packagist',
  'Hex',
  'ConanCenter',
  'Pub',
  'Julia',
  'SwiftURL',
  'GitHub Actions',
  'CRAN',
  'Bioconductor',
  'Hackage',
  'GHC',
  'Bitnami',
  'VSCode',
  'Linux',
] as const;
export type LanguageFamily = (typeof LANGUAGE_FAMILIES)[number];

/** Distributions, by their OSV names without a release; OSV does not cover all of them. */
export const DISTRIBUTION_FAMILIES = [
  'Debian',
  'Ubuntu',
  'Alpine',
  'Wolfi',
  'Chainguard',
  'MinimOS',
  'Alpaquita',
  'Red Hat',
  'AlmaLinux',
  'Rocky Linux',
  'SUSE',
  'openSUSE',
  'Azure Linux',
  'Photon OS',
  'openEuler',
  'Mageia',
  'Fedora',
  'Oracle Linux',
  'Amazon Linux',
] as const;
export type DistributionFamily = (typeof DISTRIBUTION_FAMILIES)[number];

/** Software that only a CPE names, which NVD covers: runtimes as binaries, appliances, operating systems. */
export const CPE_FAMILY = 'CPE';

/** Git repositories, by the name of their OSV directory. Records name commits and tags of them, and no package. */
export const GIT_FAMILY = 'GIT';

export type Family = LanguageFamily | DistributionFamily | typeof CPE_FAMILY | typeof GIT_FAMILY;

/** Version schemes. */
export const SCHEME_IDS = [
  'semver',
  'go',
  'bitnami',
  'pub',
  'nuget',
  'pep440',
  'maven',
  'rubygems',
  'packagist',
  'conan',
  'cran',
  'hackage',
  'debian',
  'rpm',
  'apk',
  'cpe',
  'jdk',
] as const;
export type SchemeId = (typeof SCHEME_IDS)[number];

/** Why a component cannot be assessed: stable codes, counted in the coverage and shown to users. */
export const CANNOT_ASSESS_REASONS = [
  'not-a-package',
  'no-identity',
  'invalid-purl',
  'incomplete-name',
  'unsupported-type',
  'no-version',
  'unparsable-version',
  'unparsable-bound',
  'unresolved-placeholder',
  'floating-ref',
  'devel-build',
  'unknown-release',
  'no-feed-for-release',
  'eol-release',
  'module-stream-unknown',
  'record-without-versions',
  'contradictory-range',
  'git-only',
  'history-unknown',
  'source-package-unknown',
] as const;
export type CannotAssessReason = (typeof CANNOT_ASSESS_REASONS)[number];
