/** The interface of a matcher, and the results of matching, each with the evidence needed to repeat the test by hand. */
import type { AffectedEntry } from '../advisory/advisory.ts';
import type { Platform } from '../advisory/platform.ts';
import type { VersionWindow } from '../versions/version-window.ts';
import type { Assumption } from '../vocabulary/assumption.ts';
import type { PackageIdentity } from '../identity/package-identity.ts';
import type { Confidence, FindingClass, FixState, MatchName, MatchOutcome } from '../vocabulary/finding.ts';
import type { CannotAssessReason, SchemeId, Family } from '../vocabulary/package.ts';
import type { VersionScheme } from '../versions/version-scheme.ts';

/** Everything that a matcher uses of a component. Equal package versions have equal results, so each is matched once. */
export interface PackageVersion {
  readonly identity: PackageIdentity;
  readonly version: string;
  /** Assumptions made when identifying the package; each lowers the confidence. */
  readonly assumptions: readonly string[];
}

/** The part of a record that matching needs. */
export interface CandidateEntry {
  readonly recordId: string;
  readonly source: string;
  readonly groupId: string;
  readonly canonicalId: string;
  readonly class: FindingClass;
  readonly entry: AffectedEntry;
}

export interface MatchEvidence {
  readonly recordId: string;
  readonly source: string;
  /** The name of the package under which the record was found. */
  readonly via: MatchName;
  readonly matchedName: string;
  readonly scheme: SchemeId;
  readonly testedVersion: string;
  /** The bounds of the window, or the listed version. */
  readonly range: string;
  readonly outcome: MatchOutcome;
  readonly reason: CannotAssessReason | undefined;
}

/** Whether an entry covers a version. */
export interface EntryOutcome {
  readonly outcome: MatchOutcome;
  readonly reason: CannotAssessReason | undefined;
  /** Description of the window or listed version that contains the version; undefined if none does. */
  readonly range: string | undefined;
  readonly window: VersionWindow | undefined;
  readonly assumptions: readonly Assumption[];
}

/** The result for one package version and one alias group. */
export interface PackageMatch {
  readonly groupId: string;
  readonly canonicalId: string;
  readonly class: CandidateEntry['class'];
  readonly state: MatchOutcome;
  readonly confidence: Confidence;
  readonly assumptions: readonly string[];
  readonly evidence: readonly MatchEvidence[];
  /** Versions that fix it, nearest first: on the installed branch, then above. */
  readonly fixedVersions: readonly string[];
  readonly fixState: Exclude<FixState, 'deferred' | 'eol'>;
  /** The paid channel required for the fixes: `Ubuntu Pro`, `Red Hat EUS 9.2`. Absent if they are available without one. */
  readonly fixChannel?: string;
  /** The distribution's urgency for this vulnerability in this package, if the deciding record has one. */
  readonly urgency: string | undefined;
  /** The platforms on which it is affected according to the deciding records; absent if it is affected on all platforms. */
  readonly platforms?: readonly Platform[];
}

/** Selects the entries about a package, tests each with the right version, and returns the results. */
export interface Matcher {
  readonly id: 'language' | 'distro' | 'cpe' | 'git';
  readonly families: readonly Family[];
  /** Candidates of other packages or releases are ignored. */
  match(packageVersion: PackageVersion, candidates: readonly CandidateEntry[]): TestedEntry[];
}

export interface TestedEntry extends EntryOutcome {
  readonly candidate: CandidateEntry;
  readonly via: MatchEvidence['via'];
  readonly testedVersion: string;
  /** Set if it differs from the version order of the entry. */
  readonly order?: VersionScheme;
}
