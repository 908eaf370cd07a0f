/** The contract of an ecosystem: how what a document says about a package becomes the name and version that advisories use. */
import type { CannotAssessReason, Family } from './package-identity.ts';
import type { SourcePackage } from './source-package.ts';

/** What a component says about itself, the purl before everything else. */
export interface PackageFacts {
  readonly namespace: string | undefined;
  readonly name: string;
  readonly version: string | undefined;
  readonly qualifiers: ReadonlyMap<string, string>;
  /** Of the component: a Maven group or an npm scope that the purl left out. */
  readonly group: string | undefined;
}

export interface NamedVersion {
  /** As advisories spell it, normalized. */
  readonly name: string;
  /** Undefined when the component has none. */
  readonly version: string | undefined;
}

export interface EcosystemRules {
  readonly family: Family;
  /** The order of its versions: an id of `core/versions`. */
  readonly scheme: 'semver' | 'pep440' | 'maven' | 'debian';
  readonly purlType: string;
  /** The only namespace that is meant, where one purl type serves several distributions. */
  readonly purlNamespace?: string;
  /** One spelling for the name of a package, in advisories and components alike. */
  readonly normalizeName: (name: string) => string;
  readonly read: (facts: PackageFacts) => NamedVersion | CannotAssessReason;
  /** Only distributions have releases and source packages. */
  readonly distribution?: DistributionRules;
}

export interface DistributionRules {
  readonly findRelease: (text: string) => string | undefined;
  readonly findReleaseInVersion: (version: string) => string | undefined;
  /** The source package that a name alone gives away. */
  readonly findSource: (name: string) => SourcePackage | undefined;
}
