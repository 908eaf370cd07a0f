/** Severity as a number from 0 to 10, for formats that require one: the CVSS score, else the middle of the severity band. */
import type { CvssRating, Severity } from '../advisory/advisory.ts';
import { alertSeverityOf, type ReportedFinding } from './report.ts';

const NEWEST_FIRST = ['4.0', '3.1', '3.0', '2.0'] as const;

/** Undefined if the severity is unknown. */
export function securityScoreOf(finding: Pick<ReportedFinding, 'class' | 'vulnerability'>): number | undefined {
  const severity = alertSeverityOf(finding);
  const score = leadingScore(finding.vulnerability.cvss);
  // The severity label may be newer than the score; the number must not contradict the label.
  return score !== undefined && bandOf(score) === severity ? score : MIDDLE_OF_BAND[severity];
}

function leadingScore(ratings: readonly CvssRating[]): number | undefined {
  for (const version of NEWEST_FIRST) {
    const scores = ratings.filter((rating) => rating.version === version).map(({ score }) => score);
    if (scores.length > 0) return Math.max(...scores);
  }
  return undefined;
}

function bandOf(score: number): Severity {
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  if (score >= 4) return 'medium';
  return score > 0 ? 'low' : 'none';
}

const MIDDLE_OF_BAND: Readonly<Record<Severity, number | undefined>> = {
  critical: 9.5,
  high: 8,
  medium: 5.5,
  low: 2,
  none: 0,
  unknown: undefined,
};
