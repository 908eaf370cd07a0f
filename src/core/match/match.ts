/** Who is affected: the answers of the matcher, each with the evidence that lets a person redo the test by hand. */
import type { AffectedEntry } from '../advisory/advisory.ts';
import type { Platform } from '../advisory/platform.ts';
import type { CannotAssessReason, PackageIdentity } from '../identity/package-identity.ts';
import type { SchemeId } from '../versions/version-scheme.ts';

/** All that a matcher sees of a component. Equal package versions have equal answers, so one is matched once. */
export interface PackageVersion {
  readonly identity: PackageIdentity;
  readonly version: string;
  /** What was guessed on the way to the identity; each lowers the confidence. */
  readonly assumptions: readonly string[];
}

/** What is known about the record behind an entry, as far as matching needs it. */
export interface CandidateEntry {
  readonly recordId: string;
  readonly source: string;
  readonly groupId: string;
  readonly canonicalId: string;
  readonly class: 'vulnerability' | 'malicious' | 'informational';
  readonly entry: AffectedEntry;
}

export type Confidence = 'high' | 'medium' | 'low';

export interface MatchEvidence {
  readonly recordId: string;
  readonly source: string;
  /** Under which name of the package the record was found. */
  readonly via: 'direct' | 'source';
  readonly matchedName: string;
  readonly scheme: SchemeId;
  readonly testedVersion: string;
  /** The window in words of its bounds, or the listed version. */
  readonly range: string;
  readonly outcome: 'affected' | 'not_affected' | 'cannot_assess';
  readonly reason: CannotAssessReason | undefined;
}

/** The answer for one package version and one alias group. */
export interface PackageMatch {
  readonly groupId: string;
  readonly canonicalId: string;
  readonly class: CandidateEntry['class'];
  readonly state: 'affected' | 'not_affected' | 'cannot_assess';
  readonly confidence: Confidence;
  readonly assumptions: readonly string[];
  readonly evidence: readonly MatchEvidence[];
  /** Versions that end it, nearest first: on the installed branch, then above. */
  readonly fixedVersions: readonly string[];
  readonly fixState: 'fixed' | 'not_fixed' | 'wont_fix' | 'unknown';
  /** The paid channel that the fixes need: `Ubuntu Pro`, `Red Hat EUS 9.2`. Absent: they are available without one. */
  readonly fixChannel?: string;
  /** Word of the distribution about this vulnerability in this package, where the deciding record has one. */
  readonly urgency: string | undefined;
  /** It is affected only on one of these, as the records say that decide; absent: wherever it runs. */
  readonly platforms?: readonly Platform[];
}
