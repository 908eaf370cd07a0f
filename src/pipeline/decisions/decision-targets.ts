/**
 * Derives the decisions to make from the selected rows: one for each vulnerability and package in the version, service or
 * organization, however many rows show it. Also finds the existing decisions that they replace.
 */
import { uniqueSorted } from '../../core/collections/text-lists.ts';
import {
  toDecisionTerms,
  scopeOf,
  type TriageRequest,
  type DecisionTerms,
} from '../../core/relevance/decisions/decision-request.ts';
import { isDecisionApplicable, type FindingInScope } from '../../core/relevance/decisions/decision-scope.ts';
import type { DecisionScope } from '../../core/vocabulary/decision.ts';
import type { DecidableFinding } from '../../store/relevance/decidable-findings.ts';
import type { ActiveDecision } from '../../store/relevance/decisions.ts';
import type { ReachedVersion } from '../../store/relevance/reached-versions.ts';
import type { ServiceScope } from '../../store/portfolio/services.ts';

export interface DecisionTarget extends DecidableFinding {
  readonly terms: DecisionTerms;
  /** Versions of all selected rows. */
  readonly versionIds: readonly string[];
}

export interface ChosenTargets {
  readonly targets: readonly DecisionTarget[];
  /** Findings without a suggestion, when suggestions are accepted. */
  readonly skipped: number;
}

/** Throws if the request is not valid. */
export function chooseTargets(rows: readonly DecidableFinding[], triage: TriageRequest, now: string): ChosenTargets {
  const scope = scopeOf(triage);
  const groups = [...Map.groupBy(rows, (row) => keyOf(row, scope)).values()];
  const targets = groups.flatMap((group): DecisionTarget[] => {
    const row = group.find(({ suggestion }) => suggestion !== null) ?? group[0];
    const terms = row && toDecisionTerms(triage, row.suggestion, now);
    if (row === undefined || terms === undefined) return [];
    const ids = uniqueSorted(group.flatMap((each) => each.ids));
    return [{ ...row, ids, terms, versionIds: uniqueSorted(group.map(({ versionId }) => versionId)) }];
  });
  return { targets, skipped: groups.length - targets.length };
}

/** The same decisions without their effect. */
export function toSuggestions({ targets, skipped }: ChosenTargets): ChosenTargets {
  return {
    targets: targets.map((target) => ({ ...target, terms: { ...target.terms, effect: 'annotate' } })),
    skipped,
  };
}

function keyOf({ findingId, versionId, package: name, groupId }: DecidableFinding, scope: DecisionScope): string {
  if (scope === 'organization') return JSON.stringify([name, groupId]);
  return scope === 'service' ? findingId : `${findingId} ${versionId}`;
}

/**
 * The selected rows and the decisions that apply to them: a caller that has seen this state knows which decisions would be
 * replaced.
 */
export function toSeenState(rows: readonly DecidableFinding[], standing: readonly ActiveDecision[]): unknown {
  const byPackage = Map.groupBy(standing, (decision) => decision.package);
  const about = rows.flatMap((row) =>
    (byPackage.get(row.package) ?? [])
      .filter((decision) => isDecisionApplicable({ ...decision, imagePattern: null }, toReached(row)))
      .map(({ id }) => id),
  );
  return [uniqueSorted(rows.map(({ findingId, versionId }) => `${findingId} ${versionId}`)), uniqueSorted(about)];
}

/** Finds decisions about the same target, which a new one replaces. */
export function findReplaced(
  target: DecisionTarget,
  standing: readonly ActiveDecision[],
  imagePattern: string | null,
): ActiveDecision[] {
  return standing.filter(
    (decision) =>
      decision.scope === target.terms.scope &&
      decision.imagePattern === imagePattern &&
      isDecisionApplicable({ ...decision, imagePattern: null }, toReached(target)),
  );
}

function toReached({ findingId, serviceId, versionId, package: name, ids }: DecidableFinding): FindingInScope {
  return { findingId, serviceId, versionId, package: name, ids, images: [] };
}

/** The services that decisions may apply to. */
export function toServices(decisions: readonly { readonly serviceId: string }[], scope: DecisionScope): ServiceScope {
  return scope === 'organization' ? 'all' : decisions.map(({ serviceId }) => serviceId);
}

export interface Reach {
  readonly versions: number;
  readonly findings: number;
}

export interface ReachSummary {
  /** In the versions of the selected rows. */
  readonly here: Reach;
  /** In other versions that are analyzed again. */
  readonly elsewhere: Reach;
  /** In versions that stay as they are. */
  readonly kept: Reach;
}

export function summarizeReach(reached: readonly ReachedVersion[], meant: ReadonlySet<string>): ReachSummary {
  const isHere = ({ id, frozen }: ReachedVersion): boolean => meant.has(id) && !frozen;
  const isElsewhere = ({ id, frozen, watched }: ReachedVersion): boolean => !meant.has(id) && watched && !frozen;
  return {
    here: count(reached.filter(isHere)),
    elsewhere: count(reached.filter(isElsewhere)),
    kept: count(reached.filter((version) => !isHere(version) && !isElsewhere(version))),
  };
}

/** A version of the selected rows is analyzed even if it is no longer watched. */
export function listVersionsToAnalyze(reached: readonly ReachedVersion[], meant: ReadonlySet<string>): string[] {
  return reached.filter(({ id, frozen, watched }) => !frozen && (watched || meant.has(id))).map(({ id }) => id);
}

function count(versions: readonly ReachedVersion[]): Reach {
  return { versions: versions.length, findings: versions.reduce((sum, { findings }) => sum + findings, 0) };
}
