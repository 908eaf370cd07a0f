/** A version to move to: what it ends, what stays, what it brings, and how far away it is. */
import type { Severity } from '../../advisory/advisory.ts';
import type { Confidence, PackageMatch } from '../../match/match.ts';
import type { CandidateSource, SkipReason, VerifiedExists } from './candidate.ts';
import type { Breaking } from './compatibility-line.ts';
import type { Distance } from './distance.ts';

/** What somebody else has decided about a vulnerability of the package, as plain values. */
export interface GroupFacts {
  readonly severity: Severity;
  /** As stored with a finding; of what is no finding yet, what it would be. */
  readonly risk: number;
  /** False: it does not matter here. */
  readonly isRelevant: boolean;
}

export type FactsOf = (groupId: string) => GroupFacts;

/** All lists hold alias groups, sorted. */
export interface Target {
  readonly version: string;
  readonly sources: readonly CandidateSource[];
  readonly verifiedExists: VerifiedExists;
  readonly seenIn: readonly string[];
  readonly fixes: readonly string[];
  /** Also what cannot be assessed there. */
  readonly remaining: readonly string[];
  /** Those of `remaining` that the installed version does not have. */
  readonly introduces: readonly string[];
  readonly isClean: boolean;
  /** Sum over what remains. */
  readonly risk: number;
  readonly distance: Distance;
  readonly breaking: Breaking;
  readonly isOnLine: boolean;
  /** How sure it is that what it fixes is gone. */
  readonly confidence: Confidence;
}

export type AlternativeKind = 'reduces_on_line' | 'clears_high' | 'clean_relevant' | 'highest_clean';

export interface Alternative {
  readonly kind: AlternativeKind;
  readonly target: Target;
}

/** `not_needed`: nothing affects the installed version. `cannot_assess`: its version has no place in the order. */
export type TargetOutcome = 'clean' | 'reduces' | 'none' | 'not_needed' | 'cannot_assess';

/** The nearest version without anything of this severity or worse; what nobody has rated counts as worse. */
export type MinAtOrAbove = Readonly<Record<'critical' | 'high' | 'medium' | 'low', Target | undefined>>;

export interface TargetAnswer {
  readonly outcome: TargetOutcome;
  readonly best: Target | undefined;
  readonly minClean: Target | undefined;
  readonly minSameMajor: Target | undefined;
  readonly minAtOrAbove: MinAtOrAbove;
  readonly minCleanRelevant: Target | undefined;
  readonly alternatives: readonly Alternative[];
  /** The version that a target takes the place of: that of the package, or of its source. Undefined: nothing speaks of it. */
  readonly replaced: string | undefined;
  /** What the matcher says of the installed version. */
  readonly own: readonly PackageMatch[];
  /** What affects the installed version. */
  readonly affecting: readonly string[];
  /** Of it, what could not be tested. */
  readonly unassessed: readonly string[];
  /** Vulnerabilities with a record that calls the installed version fixed, while another one does not. */
  readonly conflicts: readonly string[];
  /** Nothing but the last affected version is known: any version above this one. */
  readonly above: string | undefined;
  /** Where everything that affects the installed version began later than with the first one: with this version. */
  readonly introducedAt: string | undefined;
  readonly below: readonly string[];
  readonly skipped: readonly { readonly version: string; readonly reason: SkipReason }[];
  readonly isTruncated: boolean;
}
