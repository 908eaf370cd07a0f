/** The plan of a version as it is passed around: plan and prediction, with the names of everything that they mention. */
import type { Coverage } from '../../../core/history/coverage.ts';
import type { PlanFinding } from '../../../core/remediation/plan/plan-input.ts';
import type { Plan } from '../../../core/remediation/plan/plan.ts';
import type { Prediction } from '../../../core/remediation/plan/predict.ts';
import type { DistanceLimit, Strategy, PlanOutcome } from '../../../core/vocabulary/remediation.ts';
import type { Severity } from '../../../core/vocabulary/severity.ts';
import type { PublishedRow } from '../../../store/remediation/plan-inputs.ts';
import type { ComparedPrediction, PredictionDifference } from '../../../core/remediation/outcome.ts';
import type { PlanAction } from '../../../core/remediation/plan/plan-action.ts';

/** Options of a request. The stored plan, which the next version is checked against, has the default options. */
export interface PlanOptions {
  readonly strategy: Strategy;
  readonly maxDistance?: DistanceLimit;
  /** Restricts the plan to one image. */
  readonly image?: string;
}

export interface VersionPlan {
  readonly versionId: string;
  readonly serviceId: string;
  /** The analysis that published the findings, and the snapshot that it used. */
  readonly analysisId: string;
  readonly snapshot: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly riskModel: string;
  readonly options: PlanOptions;
  /** Ids of actions are hashed together with the service. */
  readonly plan: Plan;
  readonly prediction: Prediction;
  /** All findings of the version, filtered or not. */
  readonly findings: readonly PlannedFinding[];
  /** Every alias group that an action or the prediction mentions. */
  readonly vulnerabilities: readonly PlannedVulnerability[];
  readonly coverage: Coverage | null;
}

/** A finding of a plan with its names. */
export interface PlannedFinding
  extends
    Pick<PlanFinding, 'id' | 'groupId' | 'class' | 'severity' | 'risk' | 'isFiltered'>,
    Pick<PublishedRow, 'findingId' | 'package' | 'packageName' | 'componentId'> {
  readonly vulnerability: string;
  readonly componentVersion: string;
}

export interface PlannedVulnerability {
  readonly groupId: string;
  readonly id: string;
  readonly severity: Severity;
}

// The result of the previous version's plan in this version. The recommendations are stored as they were when this version
// arrived: the other plan keeps changing with the advisories, and later changes must not count.
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

interface RecommendationOutcome extends Pick<PlanAction, 'id' | 'kind' | 'from' | 'to' | 'text'> {
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

interface PredictedCount {
  readonly predicted: number;
  readonly actual: number;
}

interface NamedDifference extends Omit<PredictionDifference, 'finding'> {
  readonly vulnerability: string;
  /** Name of the package. */
  readonly package: string;
}
