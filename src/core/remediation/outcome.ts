/**
 * Verifies a plan: compares the next version of a service with the recommendations and the prediction for the previous one, and
 * measures how long findings stay open. A place without a document is `not_seen`, which is never a success.
 */
import { DAY_MS } from '../calendar.ts';
import type { VersionScheme } from '../versions/version-scheme.ts';
import type { ActionKind, PlanOutcome, PredictedState } from '../vocabulary/remediation.ts';
import type { Cause, DifferenceCause } from '../vocabulary/change.ts';
import { SEVERITIES, type Severity } from '../vocabulary/severity.ts';

export interface Recommended {
  readonly kind: ActionKind;
  /** Null: there was no target version. */
  readonly target: string | null;
  /** Alias groups that the action should fix. */
  readonly fixes: readonly string[];
  /** An earlier version had applied it. */
  readonly wasApplied: boolean;
  /** A newer revision of the plan replaced it. */
  readonly isReplaced: boolean;
}

/** One place in the new version: an image, or all documents without one. */
export interface CurrentPlace {
  readonly place: string;
  /** Whether the new version has a document of it. */
  readonly isSeen: boolean;
  /** Installed versions on the release line of the recommendation; empty: the package is gone. */
  readonly versions: readonly string[];
  /** Alias groups of `fixes` that are open there. */
  readonly open: readonly string[];
}

export interface VerifiedOutcome {
  readonly outcome: PlanOutcome;
  /** Alias groups that are still open in any place. */
  readonly open: readonly string[];
  readonly notSeen: readonly string[];
}

export function judgeOutcome(
  recommended: Recommended,
  places: readonly CurrentPlace[],
  scheme: VersionScheme,
): VerifiedOutcome {
  const seen = places.filter(({ isSeen }) => isSeen);
  const notSeen = places
    .filter(({ isSeen }) => !isSeen)
    .map(({ place }) => place)
    .toSorted();
  const open = [...new Set(seen.flatMap((place) => place.open))].toSorted();
  return { outcome: decideOutcome(recommended, seen, { open, isWhole: notSeen.length === 0, scheme }), open, notSeen };
}

interface Facts {
  readonly open: readonly string[];
  readonly isWhole: boolean;
  readonly scheme: VersionScheme;
}

function decideOutcome(
  recommended: Recommended,
  seen: readonly CurrentPlace[],
  { open, isWhole, scheme }: Facts,
): PlanOutcome {
  if (seen.length === 0) return 'not_seen';
  const asAdvised = seen.filter((place) => isAsAdvised(recommended, place, scheme));
  const isBelow = asAdvised.length < seen.length;
  if (recommended.wasApplied && (open.length > 0 || hasOlderVersion(recommended, seen, scheme))) return 'regressed';
  if (open.length === 0) {
    if (isBelow) return 'superseded';
    return isWhole ? 'applied' : 'partially';
  }
  if (recommended.isReplaced) return 'superseded';
  const isSomeDone =
    asAdvised.some((place) => place.open.length === 0) || open.length < new Set(recommended.fixes).size;
  return isSomeDone || seen.some((place) => place.open.length === 0) ? 'partially' : 'not_applied';
}

function isAsAdvised({ kind, target }: Recommended, { versions }: CurrentPlace, scheme: VersionScheme): boolean {
  if (kind === 'remove' || kind === 'replace') return versions.length === 0;
  // A package that was removed instead of upgraded was not fixed as recommended.
  if (versions.length === 0) return false;
  return target === null || versions.every((version) => isAtOrAbove(scheme, version, target));
}

function hasOlderVersion({ target, kind }: Recommended, seen: readonly CurrentPlace[], scheme: VersionScheme): boolean {
  if (kind === 'remove' || kind === 'replace') return seen.some(({ versions }) => versions.length > 0);
  return (
    target !== null && seen.some(({ versions }) => versions.some((version) => !isAtOrAbove(scheme, version, target)))
  );
}

/** A version that cannot be compared does not count as above the target. */
function isAtOrAbove(scheme: VersionScheme, version: string, target: string): boolean {
  const [a, b] = [scheme.parse(version), scheme.parse(target)];
  return a !== undefined && b !== undefined && scheme.compare(a, b) >= 0;
}

export interface PredictedFindings {
  /** Keys of findings: package without version and alias group. */
  readonly resolved: readonly string[];
  readonly remaining: readonly string[];
  readonly introduced: readonly string[];
}

export interface PredictionDifference {
  readonly finding: string;
  readonly predicted: PredictedState;
  readonly actual: PredictedState;
  readonly cause: DifferenceCause;
}

export interface ComparedPrediction {
  readonly asPredicted: number;
  readonly differences: readonly PredictionDifference[];
  readonly mispredicted: number;
}

/**
 * Every difference either has a cause from the history or counts as mispredicted. `causeOf` returns why a finding appeared or
 * disappeared in the new version, if the history has it.
 */
export function comparePrediction(
  predicted: PredictedFindings,
  actual: readonly string[],
  causeOf: (finding: string) => Cause | undefined,
): ComparedPrediction {
  const isOpen = new Set(actual);
  const expectedOpen = new Set([...predicted.remaining, ...predicted.introduced]);
  const all = new Set([...predicted.resolved, ...expectedOpen, ...actual]);
  const differences: PredictionDifference[] = [];
  for (const finding of [...all].toSorted()) {
    const [wanted, found] = [expectedOpen.has(finding), isOpen.has(finding)];
    if (wanted === found) continue;
    const cause = causeOf(finding) ?? 'mispredicted';
    differences.push({ finding, predicted: wanted ? 'open' : 'gone', actual: found ? 'open' : 'gone', cause });
  }
  return {
    asPredicted: all.size - differences.length,
    differences,
    mispredicted: differences.filter(({ cause }) => cause === 'mispredicted').length,
  };
}

export interface RemediatedFinding {
  readonly severity: Severity;
  /** From the first version with the finding to the first without it. */
  readonly openMs: number;
}

export interface RemediationTime {
  readonly severity: Severity;
  readonly count: number;
  /** Days with one decimal. */
  readonly medianDays: number;
  readonly meanDays: number;
}

/** The worst severity first; severities without fixed findings are omitted. */
export function measureRemediation(findings: readonly RemediatedFinding[]): readonly RemediationTime[] {
  const bySeverity = Map.groupBy(findings, ({ severity }) => severity);
  return SEVERITIES.flatMap((severity) => {
    const times = (bySeverity.get(severity) ?? []).map(({ openMs }) => Math.max(0, openMs)).toSorted((a, b) => a - b);
    if (times.length === 0) return [];
    let total = 0;
    for (const time of times) total += time;
    const time = { medianDays: toDays(medianOf(times)), meanDays: toDays(total / times.length) };
    return [{ severity, count: times.length, ...time }];
  });
}

function medianOf(sorted: readonly number[]): number {
  const middle = sorted.length >>> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

function toDays(ms: number): number {
  return Math.round((ms / DAY_MS) * 10) / 10;
}
