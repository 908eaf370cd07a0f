/** An advisory: the content of one record of one source about one vulnerability, in the form used for storage and matching. */
import type { VersionWindow } from '../versions/version-window.ts';
import type { Platform } from './platform.ts';
import type { FindingClass } from '../vocabulary/finding.ts';
import type { CannotAssessReason, Family, SchemeId } from '../vocabulary/package.ts';
import type { CvssVersion, Severity } from '../vocabulary/severity.ts';

export interface Advisory {
  readonly id: string;
  readonly modified: string;
  readonly published: string | undefined;
  readonly withdrawn: string | undefined;
  readonly aliases: readonly string[];
  /** Ids of the vulnerabilities that a distribution's record covers; older records list them in `related`. */
  readonly upstream: readonly string[];
  readonly related: readonly string[];
  readonly title: string;
  readonly details: string;
  readonly class: FindingClass;
  readonly severity: Severity;
  readonly cvss: readonly CvssRating[];
  readonly cwes: readonly string[];
  readonly references: readonly string[];
  /** Terms of a closed vocabulary found in the text: see `mentions.ts`. */
  readonly mentions: readonly string[];
  readonly affected: readonly AffectedEntry[];
  /** Binary packages that the record lists with their source packages. */
  readonly builtPackages: readonly BuiltPackage[];
  /** Number of packages that are not in `affected`: entries rejected by `parseAffectedPackage`, and every entry of a bug fix notice. */
  readonly entriesSkipped: number;
}

export interface CvssRating {
  readonly version: CvssVersion;
  readonly vector: string;
  readonly score: number;
}

/** One affected package of one ecosystem, indexed under its package key. */
export interface AffectedEntry {
  readonly family: Family;
  readonly release: string;
  /** Normalized like the name in a package identity. */
  readonly name: string;
  readonly scheme: SchemeId;
  /** Sorted by lower bound; disjoint unless ranges of the record overlap. A version inside any of them is affected. */
  readonly windows: readonly VersionWindow[];
  /** Versions that are affected regardless of the windows, as spelled in the record. */
  readonly versions: readonly string[];
  /** Why some ranges could not be turned into windows. */
  readonly problems: readonly CannotAssessReason[];
  /** Upper bound that a database gives for an open window, `<= 1.2.3` or `< 1.2.3`; absent if a fixed version is known. */
  readonly lastKnownAffected: string | undefined;
  /** The distribution's urgency for this package: `unimportant`, `end-of-life`, `not yet assigned`, ... */
  readonly urgency: string | undefined;
  /** Update channel that only some users of the release receive: `pro`, `eus:9.4`, or a SUSE product. */
  readonly channel?: string;
  /** Modules and streams that a modular update is for (`nodejs:12`), from its title; empty if the title names none. */
  readonly modules?: readonly string[];
  /** Binary packages whose fixed version differs from that of their source. */
  readonly binaries?: readonly BinaryFix[];
  /**
   * Bounds in versions of the project around a Go module, which are not tags of the module. Set only with an open window; empty
   * if no bound can be parsed.
   */
  readonly customWindows?: readonly VersionWindow[];
  /** The record lists the affected packages and functions of the Go module. */
  readonly hasImports?: true;
  /** Affected packages of the Go standard library. Absent if the record lists none. */
  readonly importPaths?: readonly string[];
  /** Platforms on which the package is affected; absent if it is affected on all of them. */
  readonly platforms?: readonly Platform[];
  /** Other software without which the package is not affected, for display. Only in records of NVD. */
  readonly runsOn?: readonly string[];
  /** Commits of a git repository, which is the package of the entry. */
  readonly commits?: EntryCommits;
}

/** Full commit ids in lower case, sorted, as stated by the events of all ranges. */
export interface EntryCommits {
  /** `0` stands for the first commit. */
  readonly introduced: readonly string[];
  readonly fixed: readonly string[];
  readonly lastAffected: readonly string[];
  /** At least one range names no commit that fixes it. */
  readonly hasOpen?: true;
}

/** A binary package of a distribution, by its package key, with the name of the source package that it was built from. */
export interface BuiltPackage {
  readonly key: string;
  readonly sourceName: string;
}

export interface BinaryFix {
  readonly name: string;
  readonly fixed: string;
}
