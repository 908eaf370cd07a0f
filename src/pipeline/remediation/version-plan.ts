/** The plan of a version as the flows hand it on: what was planned and predicted, with the few words that name what it speaks of. */
import type { Severity } from '../../core/advisory/advisory.ts';
import type { Coverage } from '../../core/history/coverage.ts';
import type { PackageMatch } from '../../core/match/match.ts';
import type { Plan } from '../../core/remediation/plan/plan.ts';
import type { Prediction } from '../../core/remediation/plan/predict.ts';
import type { Strategy } from '../../core/remediation/targets/choose-target.ts';

/** What may be asked for. The plan that is kept, and that the next version is held against, is the one without wishes. */
export interface PlanOptions {
  readonly strategy: Strategy;
  readonly maxDistance?: 'patch' | 'minor' | 'major';
  /** What one image needs alone. */
  readonly image?: string;
}

export interface VersionPlan {
  readonly versionId: string;
  readonly serviceId: string;
  /** That published the findings, and the number of the advisory data that it used. */
  readonly analysisId: string;
  readonly snapshot: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly riskModel: string;
  readonly options: PlanOptions;
  /** Ids of actions are hashed together with the service. */
  readonly plan: Plan;
  readonly prediction: Prediction;
  /** Everything that the version has, filtered or not. */
  readonly findings: readonly PlannedFinding[];
  /** Every alias group that an action or the prediction names. */
  readonly vulnerabilities: readonly PlannedVulnerability[];
  readonly coverage: Coverage | null;
}

export interface PlannedFinding {
  /** Of the finding in this version, as the API calls it; actions name it. */
  readonly id: string;
  /** Of the finding of the service, across its versions. */
  readonly findingId: string;
  readonly groupId: string;
  readonly vulnerability: string;
  readonly class: PackageMatch['class'];
  readonly severity: Severity;
  /** The package without its version, and its name. */
  readonly package: string;
  readonly packageName: string;
  readonly componentId: string;
  readonly componentVersion: string;
  readonly risk: number;
  readonly isFiltered: boolean;
}

export interface PlannedVulnerability {
  readonly groupId: string;
  readonly id: string;
  readonly severity: Severity;
}
