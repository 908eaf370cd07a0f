/** An advisory: what one record of one source says about one vulnerability, in the form that storing and matching need. */
import type { CannotAssessReason, Family } from '../identity/package-identity.ts';
import type { SchemeId } from '../versions/version-scheme.ts';
import type { VersionWindow } from '../versions/version-window.ts';
import type { Platform } from './platform.ts';

export type Severity = 'critical' | 'high' | 'medium' | 'low' | 'none' | 'unknown';

export interface Advisory {
  readonly id: string;
  readonly modified: string;
  readonly published: string | undefined;
  readonly withdrawn: string | undefined;
  readonly aliases: readonly string[];
  /** Ids of the vulnerabilities that a distribution's record is about; older records say it in `related`. */
  readonly upstream: readonly string[];
  readonly related: readonly string[];
  readonly title: string;
  readonly details: string;
  readonly class: 'vulnerability' | 'malicious' | 'informational';
  readonly severity: Severity;
  readonly cvss: readonly CvssRating[];
  readonly cwes: readonly string[];
  readonly references: readonly string[];
  /** Closed words that its text holds: see `mentions.ts`. */
  readonly mentions: readonly string[];
  readonly affected: readonly AffectedEntry[];
  /** Packages that the record lists beside their source packages. */
  readonly builtPackages: readonly BuiltPackage[];
  /** Packages of the record that are not in `affected`: for why, see `readPlace`; all of a notice about mere bugs. */
  readonly entriesSkipped: number;
}

export interface CvssRating {
  readonly version: '2.0' | '3.0' | '3.1' | '4.0';
  readonly vector: string;
  readonly score: number;
}

/** One package of one ecosystem that the record speaks of, indexed under its key. */
export interface AffectedEntry {
  readonly family: Family;
  readonly release: string;
  /** Normalized as the identity's name. */
  readonly name: string;
  readonly scheme: SchemeId;
  /** In the order of their beginnings; disjoint unless several ranges overlap. A version inside one of them is affected. */
  readonly windows: readonly VersionWindow[];
  /** Versions that are affected whatever the windows say, as the record spells them. */
  readonly versions: readonly string[];
  /** What could not be turned into a window. */
  readonly problems: readonly CannotAssessReason[];
  /** Upper bound that a database names beside an open window, `<= 1.2.3` or `< 1.2.3`; absent where a fix is named. */
  readonly lastKnownAffected: string | undefined;
  /** Words of the distribution about this package: `unimportant`, `end-of-life`, `not yet assigned`, ... */
  readonly urgency: string | undefined;
  /** Updates that only some users of the release get: `pro`, `eus:9.4`, or the product of SUSE that they are for. */
  readonly channel?: string;
  /** Modules and streams that an update of module builds is for (`nodejs:12`), as its title says; empty: it does not say. */
  readonly modules?: readonly string[];
  /** Binary packages that are fixed in another version than their source. */
  readonly binaries?: readonly BinaryFix[];
  /** Bounds of the project around a Go module, which are no tags of it: beside an open window, and empty where none can be read. */
  readonly customWindows?: readonly VersionWindow[];
  /** The record says which packages and functions of the Go module are affected. */
  readonly hasImports?: true;
  /** Of the standard library of Go: the packages that are affected. Absent: all of them, as far as the record says. */
  readonly importPaths?: readonly string[];
  /** It is affected only on one of these; absent: wherever it runs. */
  readonly platforms?: readonly Platform[];
}

/** A package of a distribution, by its package key, with the name of the source package that it was built from. */
export interface BuiltPackage {
  readonly key: string;
  readonly sourceName: string;
}

export interface BinaryFix {
  readonly name: string;
  readonly fixed: string;
}
