/**
 * Decides the gate of a version from given facts. It returns `pass` only when the version was analyzed against real advisories
 * and no finding matches; when the facts are not sufficient, it returns `unknown`, never `pass`.
 */
import { rankOf } from '../advisory/severity/severity-rank.ts';
import { describeRelease, countGrouped, type Coverage } from './coverage.ts';
import type { GateResultKind } from '../vocabulary/change.ts';
import type { Confidence } from '../vocabulary/finding.ts';
import type { GateSeverity, Severity } from '../vocabulary/severity.ts';
import type { DataStateName } from '../vocabulary/source.ts';
import type { VersionFinding } from './findings/version-findings.ts';

export interface GateConditions {
  readonly severity: GateSeverity;
  readonly fixableOnly: boolean;
  /** Known-exploited findings fail regardless of the other conditions. */
  readonly kev: boolean;
  /** In percent of the components. */
  readonly minCoverage: number;
  readonly minConfidence: Confidence;
}

/** Findings that are equal for the gate. */
export interface GateGroup extends Pick<VersionFinding, 'class' | 'hasFix' | 'kev'> {
  readonly count: number;
  readonly severity: Severity;
  readonly confidence: Confidence;
  /** True for all findings when the gate does not ask for new ones only. */
  readonly isNew: boolean;
  /** The risk is accepted and the acceptance has not expired. */
  readonly isAccepted: boolean;
}

/** State of the analysis of a version; `none`: no analysis was requested. */
export type AnalysisProgress = 'none' | 'queued' | 'running' | 'failed' | 'ended';

export interface GateFacts {
  readonly analysis: AnalysisProgress;
  /** Analysis of the version that new findings are compared with; undefined when the gate does not compare. */
  readonly baseAnalysis: AnalysisProgress | undefined;
  readonly coverage: Coverage | null;
  readonly data: DataStateName;
  /** Open findings, without those that are not relevant. */
  readonly findings: readonly GateGroup[];
}

interface GateReason {
  /** Stable across releases. */
  readonly code: string;
  readonly text: string;
}

export interface GateResult {
  readonly result: GateResultKind;
  readonly reasons: readonly GateReason[];
  readonly failing: readonly GateGroup[];
}

/** Matching findings fail the gate even when coverage or data is insufficient; such doubts only turn a `pass` into `unknown`. */
export function decideGate(facts: GateFacts, conditions: GateConditions): GateResult {
  const waiting = listPendingReasons(facts);
  if (waiting.length > 0) return { result: 'pending', reasons: waiting, failing: [] };
  const failures = listFailureReasons(facts);
  if (failures.length > 0) return { result: 'unknown', reasons: failures, failing: [] };
  const failing = facts.findings.filter((finding) => isFailing(finding, conditions));
  const doubts = listDataProblems(facts, conditions);
  if (failing.length > 0) return { result: 'fail', reasons: [toReason(countGrouped(failing)), ...doubts], failing };
  if (doubts.length > 0) return { result: 'unknown', reasons: doubts, failing };
  return { result: 'pass', reasons: listNotices(facts), failing };
}

const CONFIDENCE_RANKS: Readonly<Record<Confidence, number>> = { low: 0, medium: 1, high: 2 };

/**
 * A malicious package always fails, and a known-exploited finding fails when the conditions ask for it, unless the risk is
 * accepted.
 */
function isFailing(finding: GateGroup, conditions: GateConditions): boolean {
  // A match by CPE is too uncertain to stop a build, even if the vulnerability is exploited elsewhere.
  if (finding.isAccepted || finding.class === 'possible') return false;
  if (finding.class === 'malicious' || (conditions.kev && finding.kev)) return true;
  // An unrated notice, for instance about an unmaintained package or release, is not a vulnerability.
  if (finding.class !== 'vulnerability' && finding.severity === 'unknown') return false;
  return (
    finding.isNew &&
    (finding.hasFix || !conditions.fixableOnly) &&
    CONFIDENCE_RANKS[finding.confidence] >= CONFIDENCE_RANKS[conditions.minConfidence] &&
    rankOf(asRated(finding.severity)) >= rankOf(conditions.severity)
  );
}

/** An unrated finding counts as medium. */
function asRated(severity: Severity): Severity {
  return severity === 'unknown' ? 'medium' : severity;
}

function listPendingReasons({ analysis, baseAnalysis }: GateFacts): GateReason[] {
  const reasons: GateReason[] = [];
  if (isUnfinished(analysis))
    reasons.push({ code: 'analysis-unfinished', text: 'The version is still being analyzed. Retry later.' });
  if (baseAnalysis !== undefined && isUnfinished(baseAnalysis))
    reasons.push({ code: 'base-unfinished', text: 'The base version is still being analyzed. Retry later.' });
  return reasons;
}

function isUnfinished(progress: AnalysisProgress): boolean {
  return progress === 'none' || progress === 'queued' || progress === 'running';
}

function listFailureReasons({ analysis, baseAnalysis }: GateFacts): GateReason[] {
  const reasons: GateReason[] = [];
  if (analysis === 'failed')
    reasons.push({
      code: 'analysis-failed',
      text: 'The latest analysis of the version failed. See the analysis for the reason.',
    });
  if (baseAnalysis === 'failed')
    reasons.push({
      code: 'base-failed',
      text: 'The analysis of the base version failed, so new findings cannot be determined.',
    });
  return reasons;
}

function listDataProblems({ coverage, data }: GateFacts, { minCoverage }: GateConditions): GateReason[] {
  const reasons: GateReason[] = [];
  const { components = 0, checked = 0 } = coverage ?? {};
  // Applies even without a minimum: zero findings mean nothing when no component was checked.
  if (checked === 0) reasons.push({ code: 'nothing-checked', text: 'No component of the version could be checked.' });
  else if (checked * 100 < components * minCoverage)
    reasons.push({
      code: 'coverage-low',
      text: `${checked} of ${components} components were checked, less than the required ${minCoverage} %.`,
    });
  const doubt = DATA_PROBLEMS[data];
  if (doubt !== undefined) reasons.push(doubt);
  return reasons;
}

const DATA_PROBLEMS: Partial<Readonly<Record<DataStateName, GateReason>>> = {
  none: { code: 'no-advisories', text: 'No advisories are loaded, so no vulnerabilities can be found.' },
  starter: {
    code: 'starter-set-only',
    text: 'Only the built-in starter set of advisories is loaded, so most vulnerabilities cannot be found.',
  },
};

const NOTICES: Partial<Readonly<Record<DataStateName, GateReason>>> = {
  syncing: { code: 'advisories-loading', text: 'Not all advisories are loaded yet, so more findings may follow.' },
  stale: {
    code: 'advisories-stale',
    text: 'At least one advisory source is outdated, so newer vulnerabilities may be missing.',
  },
};

/** Returns limitations of a `pass`; they do not change the result. */
function listNotices({ coverage, data }: GateFacts): GateReason[] {
  const notice = NOTICES[data];
  const notices = notice === undefined ? [] : [notice];
  if (coverage === null || coverage.fixedIssuesOnly === 0) return notices;
  const { checked, fixedIssuesOnly, fixedIssuesOnlyByRelease } = coverage;
  const releases = fixedIssuesOnlyByRelease.map(describeRelease).join(', ');
  const text = `Checked for fixed issues only: ${fixedIssuesOnly} of ${checked} checked components (${releases}). Vulnerabilities without a fix are not reported for them.`;
  return [...notices, { code: 'fixed-issues-only', text }];
}

function toReason(count: number): GateReason {
  const text = count === 1 ? '1 finding matches the conditions.' : `${count} findings match the conditions.`;
  return { code: 'findings-match', text };
}
