/**
 * What is told of a result, in whichever form: the findings of a document or of a version, how much could be checked, and how
 * good the data was. The last two belong to every form: without them an empty list looks like a clean bill.
 */
import { rankOf } from '../advisory/severity-rank.ts';
import type { Severity } from '../advisory/advisory.ts';
import type { Vulnerability } from '../advisory/vulnerability.ts';
import type { Coverage } from '../history/coverage.ts';
import type { FindingDetail } from '../history/version-findings.ts';
import type { Confidence, PackageMatch } from '../match/match.ts';

export interface Report {
  readonly findings: readonly ReportedFinding[];
  readonly coverage: Coverage;
  readonly data: ReportedData;
  /** What was analyzed: the name of a file, an image, a version. */
  readonly subject: string;
  readonly tool: { readonly name: string; readonly version: string };
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** As it is on the wire, so that what the API answers can be told in every other form. */
export interface ReportedFinding {
  readonly fingerprint: string;
  readonly class: PackageMatch['class'];
  readonly vulnerability: Vulnerability;
  readonly component: {
    readonly id: string;
    readonly purl: string | null;
    readonly name: string;
    readonly version: string;
    readonly occurrences: readonly { readonly bomRef: string }[];
  };
  readonly match: { readonly recordId: string; readonly range: string; readonly confidence: Confidence };
  readonly fix: {
    readonly state: FindingDetail['fix']['state'];
    readonly versions: readonly string[];
    /** What has to be joined to get it. */
    readonly channel?: string | null;
  };
  /** The version that its whole package should move to; absent where no plan names one. */
  readonly target?: string;
  readonly relevance: {
    readonly status: 'relevant' | 'deprioritized' | 'not_relevant';
    readonly label: string | null;
    /** All that was said, the deciding word first. */
    readonly reasons: readonly ReportedReason[];
    readonly suggestion: Pick<ReportedReason, 'text'> | null;
  };
}

export interface ReportedReason {
  readonly code: string;
  readonly text: string;
  /** Of whoever says it, in the words of CycloneDX. */
  readonly state: string | null;
  readonly justification: string | null;
  readonly response: readonly string[];
  /** False: it decides nothing any more. */
  readonly applies: boolean;
}

export interface ReportedData {
  readonly snapshot: number;
  readonly state: 'none' | 'starter' | 'syncing' | 'ready' | 'stale';
  readonly newestRecordAt: string | null;
}

/** How loud to say it: nobody rates malware, and there is nothing worse. */
export function alarmOf({ class: kind, vulnerability }: Pick<ReportedFinding, 'class' | 'vulnerability'>): Severity {
  return kind === 'malicious' ? 'critical' : vulnerability.severity;
}

/** Whether somebody wants to be told: as bad as asked for, or worse, and not known to be irrelevant. */
export function isAlarming(finding: ReportedFinding, threshold: Severity): boolean {
  return finding.relevance.status !== 'not_relevant' && rankOf(alarmOf(finding)) >= rankOf(threshold);
}

export type BySeverity = Readonly<Record<Severity, number>>;

/** Every severity is there, also with zero. */
export function countBySeverity(
  findings: readonly { readonly vulnerability: { readonly severity: Severity } }[],
): BySeverity {
  const counts = { critical: 0, high: 0, medium: 0, low: 0, none: 0, unknown: 0 };
  for (const { vulnerability } of findings) counts[vulnerability.severity] += 1;
  return counts;
}
