/**
 * Content of a report, in any format: the findings of a document or a version, the coverage, and the state of the data. Coverage
 * and state are part of every format, because without them an empty list looks like a clean result.
 */
import { rankOf } from '../advisory/severity/severity-rank.ts';
import type { Vulnerability } from '../advisory/vulnerability/vulnerability.ts';
import type { Coverage } from '../history/coverage.ts';
import type { Severity } from '../vocabulary/severity.ts';
import type { DataStateName } from '../vocabulary/source.ts';
import type { FindingDetail, Occurrence, VersionFinding } from '../history/findings/version-findings.ts';
import type { MatchEvidence } from '../match/match.ts';

export interface Report {
  readonly findings: readonly ReportedFinding[];
  readonly coverage: Coverage;
  readonly data: ReportedData;
  /** The analyzed object: the name of a file, an image or a version. */
  readonly subject: string;
  readonly tool: { readonly name: string; readonly version: string };
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** In the form of the API, so that API responses can be converted to every other format. */
export interface ReportedFinding extends Pick<VersionFinding, 'class'> {
  readonly fingerprint: string;
  readonly vulnerability: Vulnerability;
  readonly component: Pick<FindingDetail['component'], 'purl' | 'name'> & {
    readonly id: string;
    readonly version: string;
    readonly occurrences: readonly Pick<Occurrence, 'bomRef'>[];
  };
  readonly match: Pick<MatchEvidence, 'recordId' | 'range'> & Pick<FindingDetail['match'], 'confidence'>;
  readonly fix: Pick<FindingDetail['fix'], 'state' | 'versions'> & {
    /** Subscription or channel that provides the fix. */
    readonly channel?: string | null;
  };
  /** The version to upgrade the whole package to; absent if no plan gives one. */
  readonly target?: string;
  readonly relevance: Pick<FindingDetail['relevance'], 'label'> & {
    readonly status: VersionFinding['relevance'];
    /** All reasons, the deciding one first. */
    readonly reasons: readonly ReportedReason[];
    readonly suggestion: Pick<ReportedReason, 'text'> | null;
  };
}

export interface ReportedReason extends Pick<
  FindingDetail['reasons'][number],
  'code' | 'text' | 'state' | 'justification' | 'response'
> {
  /** False: it no longer affects the result. */
  readonly applies: boolean;
}

export interface ReportedData {
  readonly snapshot: number;
  readonly state: DataStateName;
  readonly newestRecordAt: string | null;
}

/** Severity for alerts: malware has no rating and is always critical. */
export function alertSeverityOf({
  class: kind,
  vulnerability,
}: Pick<ReportedFinding, 'class' | 'vulnerability'>): Severity {
  return kind === 'malicious' ? 'critical' : vulnerability.severity;
}

/** Whether a finding reaches the severity threshold and is not assessed as irrelevant. */
export function isAtOrAboveThreshold(finding: ReportedFinding, threshold: Severity): boolean {
  return finding.relevance.status !== 'not_relevant' && rankOf(alertSeverityOf(finding)) >= rankOf(threshold);
}

export type BySeverity = Readonly<Record<Severity, number>>;

/** Contains every severity, including those with zero findings. */
export function countBySeverity(
  findings: readonly { readonly vulnerability: { readonly severity: Severity } }[],
): BySeverity {
  const counts = { critical: 0, high: 0, medium: 0, low: 0, none: 0, unknown: 0 };
  for (const { vulnerability } of findings) counts[vulnerability.severity] += 1;
  return counts;
}
