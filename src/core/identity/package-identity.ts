/** The identity of a package, by which it is matched with advisories. */
import type { Family } from '../vocabulary/package.ts';
import type { SourcePackage } from './source-package.ts';

/**
 * Everything that affects matching. Fields that are not needed are absent, because an identity is stored for every distinct
 * package.
 */
export interface PackageIdentity {
  readonly family: Family;
  /** Release of a distribution (`12`); empty for language ecosystems and distributions without releases. */
  readonly release: string;
  /** Normalized by the rules of the family; advisories are looked up by it. */
  readonly name: string;
  /** Source package of an operating-system package, if known. */
  readonly source: SourcePackage | undefined;
  /** Further names to look up if the first one is not found: `github.com/godbus/dbus` for `github.com/godbus/dbus/v5`. */
  readonly alsoNamed?: readonly string[];
  /** Update channel that only some users of the release receive, if the component is known to use it: `eus:9.4`, `pro`. */
  readonly channel?: string;
  /** Module and stream of an rpm package, `nodejs:12`; empty if its build tag only shows that it belongs to some module. */
  readonly module?: string;
  /** No package of the document states an epoch, so a missing epoch means unknown. Only for rpm. */
  readonly epochUnknown?: true;
  /**
   * The document does not state the source package, and advisories of the family name source packages: a missing advisory under
   * the package's own name means nothing.
   */
  readonly sourceUnknown?: true;
  /** Hashes of a jar whose coordinates are not stated or not certain, sorted: `sha1:..`. A table may know the jar. */
  readonly jarHashes?: readonly string[];
  /** The name of the component, if the identity is only a CPE, a hash or a repository: several components may have the same one. */
  readonly label?: string;
  /** The git repository that the package was built from, whose advisories also count. */
  readonly repository?: StatedRepository;
  /** The family whose advisories must be loaded for the package to count as checked, if not its own. */
  readonly coveredBy?: Family;
}

export interface StatedRepository {
  /** All names of the repository, the present one first: `github.com/openssl/openssl`. */
  readonly names: readonly string[];
  /** Tag, commit or version that the document states in addition to the version. */
  readonly revision?: string;
  /** Where the repository comes from, if not from a purl or its address: a list of package names, or a link of the component. */
  readonly by?: 'name' | 'link';
}
