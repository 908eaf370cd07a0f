/** The interface of an ecosystem: how the facts about a component become the name and version that advisories use. */
import type { PackageIdentity } from '../package-identity.ts';
import type { SourcePackage } from '../source-package.ts';
import type { IdentityAssumption } from '../../vocabulary/assumption.ts';
import type { CannotAssessReason, Family, SchemeId } from '../../vocabulary/package.ts';

/** The facts about a component; the purl takes precedence. */
export interface PackageFacts {
  readonly namespace: string | undefined;
  readonly name: string;
  readonly version: string | undefined;
  readonly qualifiers: ReadonlyMap<string, string>;
  readonly subpath: string | undefined;
  /** Maven group or npm scope of the component, which the purl may lack. */
  readonly group: string | undefined;
  /** Type of the component: `library`, `application`, .. */
  readonly componentType: string | undefined;
  /** From fields of the component, not from the purl. */
  readonly epoch: string | undefined;
  readonly module: string | undefined;
  /** Files in which a tool found it; paths inside of archives come first. */
  readonly paths: readonly string[];
  /** Whether any rpm package of the document states an epoch. If so, a package without one has the epoch 0. */
  readonly rpmEpochsStated: boolean;
}

export interface NamedVersion extends Pick<PackageIdentity, 'alsoNamed' | 'channel' | 'module' | 'epochUnknown'> {
  /** Normalized, as advisories spell it. */
  readonly name: string;
  /** Undefined if the component has no version. */
  readonly version: string | undefined;
  readonly assumptions?: readonly IdentityAssumption[];
}

export interface EcosystemRules {
  readonly family: Family;
  /** The version scheme: an id of `core/versions`. */
  readonly scheme: SchemeId;
  /** Distributions share a type; the namespace distinguishes them. */
  readonly purlTypes: readonly string[];
  /** Returns the spelling of a package name that is used for advisories and components alike. */
  readonly normalizeName: (name: string) => string;
  readonly read: (facts: PackageFacts) => NamedVersion | CannotAssessReason;
  /** Only distributions have releases and source packages. */
  readonly distribution?: DistributionRules;
}

interface DistributionRules {
  /** Whether its advisories list only source packages, or the installed packages as well. */
  readonly advisoriesName: 'sources' | 'packages';
  /**
   * Whether a package of this name contains nothing that runs. Such packages are never matched, and their advisories are skipped.
   */
  readonly isDebug: (name: string) => boolean;
  /** Derives the source package from a name alone, if possible. */
  readonly findSource: (name: string) => SourcePackage | undefined;
}
