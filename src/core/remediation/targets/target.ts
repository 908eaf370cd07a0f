/** A target version: what it fixes, what remains, what it introduces, and its distance. */
import type { PackageMatch } from '../../match/match.ts';
import type { Candidate, CandidateList } from './candidates.ts';
import type { Confidence } from '../../vocabulary/finding.ts';
import type { Breaking, Distance } from '../../vocabulary/remediation.ts';
import type { HarmfulSeverity, Severity } from '../../vocabulary/severity.ts';

/** Facts about a vulnerability of the package, as plain values. */
export interface GroupFacts {
  readonly severity: Severity;
  /** As stored with a finding; for a new one, the risk it would have. */
  readonly risk: number;
  /** False: not relevant. */
  readonly isRelevant: boolean;
}

export type FactsOf = (groupId: string) => GroupFacts;

/** All lists contain sorted alias groups. */
export interface Target extends Omit<Candidate, 'parsed'> {
  readonly fixes: readonly string[];
  /** Includes groups that cannot be assessed there. */
  readonly remaining: readonly string[];
  /** Groups of `remaining` that the installed version does not have. */
  readonly introduces: readonly string[];
  readonly isClean: boolean;
  /** Sum over the remaining groups. */
  readonly risk: number;
  readonly distance: Distance;
  readonly breaking: Breaking;
  readonly isOnLine: boolean;
  /** Confidence that the fixed groups are gone. */
  readonly confidence: Confidence;
}

export type AlternativeKind = 'reduces_on_line' | 'clears_high' | 'clean_relevant' | 'highest_clean';

export interface Alternative {
  readonly kind: AlternativeKind;
  readonly target: Target;
}

/** The nearest version without a vulnerability of this severity or worse; unrated ones count as worse. */
export type MinAtOrAbove = Readonly<Record<HarmfulSeverity, Target | undefined>>;

export interface TargetAnswer extends Pick<CandidateList, 'below' | 'skipped' | 'isTruncated'> {
  /** `not_needed`: nothing affects the installed version. `cannot_assess`: its version cannot be ordered. */
  readonly outcome: 'clean' | 'reduces' | 'none' | 'not_needed' | 'cannot_assess';
  readonly best: Target | undefined;
  readonly minClean: Target | undefined;
  readonly minSameMajor: Target | undefined;
  readonly minAtOrAbove: MinAtOrAbove;
  readonly minCleanRelevant: Target | undefined;
  readonly alternatives: readonly Alternative[];
  /** The version that a target replaces: that of the package, or of its source. Undefined: no entry refers to it. */
  readonly replaced: string | undefined;
  /** Matches of the installed version. */
  readonly own: readonly PackageMatch[];
  /** Groups that affect the installed version. */
  readonly affecting: readonly string[];
  /** Groups of `affecting` that could not be tested. */
  readonly unassessed: readonly string[];
  /** Vulnerabilities with a record that calls the installed version fixed, while another one does not. */
  readonly conflicts: readonly string[];
  /** Set if only the last affected version is known: any version above this one. */
  readonly above: string | undefined;
  /**
   * The version in which the first of the affecting vulnerabilities was introduced; undefined if one was there from the start, or
   * it is unknown.
   */
  readonly introducedAt: string | undefined;
}

/** Risks have one decimal; as integers their sum does not depend on the order. */
export function sumTenths(risks: Iterable<{ readonly risk: number }>): number {
  let tenths = 0;
  for (const { risk } of risks) tenths += Math.round(risk * 10);
  return tenths;
}
