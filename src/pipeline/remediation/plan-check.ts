/**
 * What a version made of the plan of the one before it. The recommendations are kept with it in the form that they had when it
 * came: the plan of the other version goes on changing with the advisories, and nobody can be held to what was said later.
 */
import type { ComparedPrediction, PredictionDifference } from '../../core/remediation/outcome/compare-prediction.ts';
import type { Outcome } from '../../core/remediation/outcome/verify.ts';
import type { PlanAction } from '../../core/remediation/plan/plan-action.ts';

export interface PlanCheck {
  readonly base: PlanBase;
  /** What was done in this version or before it: whoever takes it back is told so. */
  readonly applied: readonly BaseRecommendation[];
  readonly outcomes: readonly JudgedRecommendation[];
  /** How often each outcome; one that is not there did not happen. */
  readonly counts: Readonly<Partial<Record<Outcome, number>>>;
  readonly predicted: ActualAgainstPredicted;
}

/** The plan that is judged. */
export interface PlanBase {
  /** Of the plan as it was packed: equal while the other version has the same one. */
  readonly packedSha256: string;
  readonly snapshot: number;
  /** State of the matching that made it. */
  readonly engineVersion: string | null;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly recommendations: readonly BaseRecommendation[];
  /** What its version had documents of. */
  readonly documents: readonly BasePlace[];
  /** All that was open and not filtered. */
  readonly findings: readonly BaseFinding[];
}

export interface BaseRecommendation extends Pick<PlanAction, 'id' | 'kind' | 'from' | 'to' | 'text' | 'introduces'> {
  readonly name: string;
  readonly family: string;
  readonly line: string | null;
  /** Packages without version: its own, or those that a package of the system is made of. */
  readonly packages: readonly string[];
  /** Ids of findings of the service. */
  readonly fixes: readonly string[];
  /** Where it was to be done. */
  readonly places: readonly BasePlace[];
}

export interface BasePlace {
  readonly slot: string;
  readonly image: string | null;
  /** Of the version; undefined in what was stored before it was kept. */
  readonly versionName?: string | undefined;
}

export interface BaseFinding {
  /** Of the finding of the service. */
  readonly id: string;
  readonly vulnerability: string;
  readonly package: string;
  readonly packageName: string;
  /** Every place of it ends with some recommendation. */
  readonly isCovered: boolean;
  readonly slots: readonly string[];
}

export interface JudgedRecommendation extends Pick<PlanAction, 'id' | 'kind' | 'from' | 'to' | 'text'> {
  /** Its name. */
  readonly package: string;
  readonly outcome: Outcome;
  /** How many findings it was to end. */
  readonly fixes: number;
  /** Vulnerabilities that it was to end and that are still open. */
  readonly open: readonly string[];
  /** Images, or slots, that the version has no document of. */
  readonly notSeen: readonly string[];
}

export interface ActualAgainstPredicted extends Pick<ComparedPrediction, 'mispredicted'> {
  readonly resolved: PredictedCount;
  readonly remaining: PredictedCount;
  readonly introduced: PredictedCount;
  /** The first of them. */
  readonly differences: readonly NamedDifference[];
}

export interface PredictedCount {
  readonly predicted: number;
  readonly actual: number;
}

export interface NamedDifference extends Omit<PredictionDifference, 'finding'> {
  readonly vulnerability: string;
  /** Its name. */
  readonly package: string;
}
