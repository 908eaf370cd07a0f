/** Content of a plan for all formats except JSON, in the form of the API, so that API responses can be converted for people. */
import type { Coverage } from '../history/coverage.ts';
import type { BySeverity } from './report.ts';
import type {
  Breaking,
  Claim,
  CommandForm,
  CommandReason,
  ExistenceState,
  UrgentReason,
} from '../vocabulary/remediation.ts';
import type { Severity } from '../vocabulary/severity.ts';

export interface ReportedPlan {
  readonly version: { readonly name: string };
  readonly basis: {
    /** Null: not analyzed yet. */
    readonly analysisId: string | null;
    readonly image: string | null;
  };
  readonly actions: readonly ReportedAction[];
  /** Number of all actions; the other counts are complete too. */
  readonly actionCount: number;
  readonly residual: readonly {
    readonly finding: ReportedPlannedFinding;
    readonly reason: string;
    readonly text: string;
  }[];
  readonly residualCount: number;
  readonly filtered: { readonly wouldAlsoFix: number };
  readonly prediction: {
    readonly before: PlanCounts;
    readonly after: PlanCounts;
    readonly introduced: readonly { readonly id: string; readonly severity: Severity }[];
    readonly notes: readonly string[];
  };
  /** Null: not analyzed yet. */
  readonly coverage: Coverage | null;
  readonly previousPlan: ReportedPreviousPlan | null;
}

interface PlanCounts {
  readonly total: number;
  readonly risk: number;
  readonly bySeverity: BySeverity;
}

export interface ReportedPlannedFinding {
  readonly vulnerability: string;
  readonly severity: Severity;
  readonly package: string;
  readonly version: string;
}

export interface ReportedAction {
  readonly text: string;
  readonly from: readonly string[];
  readonly distance: string;
  readonly breaking: Breaking;
  readonly claim: Claim;
  readonly verifiedExists: ExistenceState;
  /** Whether the archive of the distribution has the fixed versions; null: unknown. */
  readonly archive: { readonly text: string } | null;
  readonly introducedBy: readonly string[];
  readonly images: readonly string[];
  /** Highest severity first. */
  readonly fixes: readonly ReportedPlannedFinding[];
  readonly fixesCount: number;
  readonly fixesBySeverity: BySeverity;
  readonly mayFixCount: number;
  readonly introduces: readonly { readonly id: string }[];
  readonly remaining: readonly { readonly id: string }[];
  readonly dueAt: string | null;
  readonly urgentReason: UrgentReason | null;
  readonly commands: readonly ReportedCommand[];
  readonly commandReason: CommandReason | null;
  readonly sentence: string | null;
  readonly alternatives: readonly { readonly text: string; readonly commands: readonly ReportedCommand[] }[];
  readonly after: { readonly findings: number; readonly risk: number };
}

export interface ReportedCommand {
  readonly manager: string;
  readonly form: CommandForm;
  readonly text: string;
  readonly file: string | null;
  readonly note: string | null;
}

export interface ReportedPreviousPlan {
  readonly version: { readonly name: string };
  readonly outcomes: readonly {
    readonly outcome: string;
    readonly text: string;
    readonly open: readonly string[];
    readonly notUploaded: readonly string[];
  }[];
  readonly counts: Readonly<Record<string, number>>;
  readonly predicted: Readonly<
    Record<'resolved' | 'remaining' | 'introduced', { readonly predicted: number; readonly actual: number }>
  >;
}
