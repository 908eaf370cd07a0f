/**
 * The result of the previous version's plan in this version. The recommendations are stored as they were when this version
 * arrived: the other plan keeps changing with the advisories, and later changes must not count.
 */
import type { ComparedPrediction, PredictionDifference } from '../../../core/remediation/outcome/compare-prediction.ts';
import type { PlanAction } from '../../../core/remediation/plan/plan-action.ts';
import type { PlanOutcome } from '../../../core/vocabulary/remediation.ts';
import type { PlannedFinding } from './version-plan.ts';

export interface PlanCheck {
  readonly base: PlanBase;
  /** Recommendations applied in this version or before, to detect a regression. */
  readonly applied: readonly BaseRecommendation[];
  readonly outcomes: readonly RecommendationOutcome[];
  /** Number of each outcome; outcomes that did not occur are missing. */
  readonly counts: Readonly<Partial<Record<PlanOutcome, number>>>;
  readonly predicted: ActualAgainstPredicted;
}

/** The plan that is checked. */
export interface PlanBase {
  /** Hash of the packed plan: equal while the other version has the same plan. */
  readonly packedSha256: string;
  readonly snapshot: number;
  /** Engine version that made the plan. */
  readonly engineVersion: string | null;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly recommendations: readonly BaseRecommendation[];
  /** Documents of its version. */
  readonly documents: readonly BasePlace[];
  /** All open findings that were not filtered. */
  readonly findings: readonly BaseFinding[];
}

export interface BaseRecommendation extends Pick<PlanAction, 'id' | 'kind' | 'from' | 'to' | 'text' | 'introduces'> {
  readonly name: string;
  readonly family: string;
  readonly line: string | null;
  /** Packages without version: its own, or the binary packages of a system package. */
  readonly packages: readonly string[];
  /** Ids of findings in the service. */
  readonly fixes: readonly string[];
  /** Where it should be applied. */
  readonly places: readonly BasePlace[];
}

export interface BasePlace {
  readonly slot: string;
  readonly image: string | null;
  /** Name of the version; undefined in data stored before this field existed. */
  readonly versionName?: string | undefined;
}

export interface BaseFinding extends Pick<PlannedFinding, 'vulnerability' | 'package' | 'packageName'> {
  /** Id of the finding in the service. */
  readonly id: string;
  /** Whether recommendations cover every place of the finding. */
  readonly isCovered: boolean;
  readonly slots: readonly string[];
}

export interface RecommendationOutcome extends Pick<PlanAction, 'id' | 'kind' | 'from' | 'to' | 'text'> {
  /** Name of the package. */
  readonly package: string;
  readonly outcome: PlanOutcome;
  /** Number of findings that it should fix. */
  readonly fixes: number;
  /** Vulnerabilities that it should fix and that are still open. */
  readonly open: readonly string[];
  /** Images or slots that the version has no document of. */
  readonly notSeen: readonly string[];
}

export interface ActualAgainstPredicted extends Pick<ComparedPrediction, 'mispredicted'> {
  readonly resolved: PredictedCount;
  readonly remaining: PredictedCount;
  readonly introduced: PredictedCount;
  /** The first differences. */
  readonly differences: readonly NamedDifference[];
}

export interface PredictedCount {
  readonly predicted: number;
  readonly actual: number;
}

export interface NamedDifference extends Omit<PredictionDifference, 'finding'> {
  readonly vulnerability: string;
  /** Name of the package. */
  readonly package: string;
}
