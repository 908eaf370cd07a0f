/** The contract of an ecosystem: how what a document says about a package becomes the name and version that advisories use. */
import type { Assumption } from './assumption.ts';
import type { CannotAssessReason, Family, PackageIdentity } from './package-identity.ts';
import type { SourcePackage } from './source-package.ts';

/** What a component says about itself, the purl before everything else. */
export interface PackageFacts {
  readonly namespace: string | undefined;
  readonly name: string;
  readonly version: string | undefined;
  readonly qualifiers: ReadonlyMap<string, string>;
  readonly subpath: string | undefined;
  /** Of the component: a Maven group or an npm scope that the purl left out. */
  readonly group: string | undefined;
  /** Of the component: `library`, `application`, .. */
  readonly componentType: string | undefined;
  /** Of the component, beside the purl. */
  readonly epoch: string | undefined;
  readonly module: string | undefined;
  /** Files in which a tool found it, those inside of archives first. */
  readonly paths: readonly string[];
  /** Whether any rpm package of the document states an epoch: then one without has the epoch 0. */
  readonly rpmEpochsStated: boolean;
}

export interface NamedVersion extends Pick<PackageIdentity, 'alsoNamed' | 'channel' | 'module' | 'epochUnknown'> {
  /** As advisories spell it, normalized. */
  readonly name: string;
  /** Undefined when the component has none. */
  readonly version: string | undefined;
  readonly assumptions?: readonly Assumption[];
}

type RulesScheme =
  | ('semver' | 'go' | 'bitnami' | 'pub' | 'nuget' | 'pep440' | 'maven')
  | ('rubygems' | 'packagist' | 'conan' | 'cran' | 'hackage' | 'debian' | 'rpm' | 'apk');

export interface EcosystemRules {
  readonly family: Family;
  /** The order of its versions: an id of `core/versions`. */
  readonly scheme: RulesScheme;
  /** Several distributions share a type; the namespace tells them apart. */
  readonly purlTypes: readonly string[];
  /** One spelling for the name of a package, in advisories and components alike. */
  readonly normalizeName: (name: string) => string;
  readonly read: (facts: PackageFacts) => NamedVersion | CannotAssessReason;
  /** Only distributions have releases and source packages. */
  readonly distribution?: DistributionRules;
}

export interface DistributionRules {
  /** False: nobody publishes advisories for it in a form that is read. */
  readonly hasFeed: boolean;
  /** Whether its advisories list source packages only, or the packages that are installed as well. */
  readonly advisoriesName: 'sources' | 'packages';
  /** Whether packages of this name hold nothing that runs, so that they are never matched and their advisories not read. */
  readonly isDebug: (name: string) => boolean;
  /** The source package that a name alone gives away. */
  readonly findSource: (name: string) => SourcePackage | undefined;
}
