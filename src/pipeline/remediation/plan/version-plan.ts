/** The plan of a version as it is passed around: plan and prediction, with the names of everything that they mention. */
import type { Coverage } from '../../../core/history/coverage.ts';
import type { PlanFinding } from '../../../core/remediation/plan/plan-input.ts';
import type { Plan } from '../../../core/remediation/plan/plan.ts';
import type { Prediction } from '../../../core/remediation/plan/predict.ts';
import type { DistanceLimit, Strategy } from '../../../core/vocabulary/remediation.ts';
import type { Severity } from '../../../core/vocabulary/severity.ts';
import type { PublishedRow } from '../../../store/remediation/plan-inputs.ts';

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
