/**
 * From the rows that somebody decides about to the decisions that are to be made: one for each vulnerability of a package in the
 * version, the service or the organization, whatever number of rows shows it. And what is there already, which they replace.
 */
import { readDecisionWish, scopeOf, type DecisionWish } from '../core/relevance/decision-action.ts';
import { reaches, type ReachedFinding } from '../core/relevance/decision-reach.ts';
import type { DecisionTerms } from '../core/relevance/decision-request.ts';
import type { DecisionScope } from '../core/relevance/opinion.ts';
import type { DecidableFinding } from '../store/relevance/decidable-findings.ts';
import type { StandingDecision } from '../store/relevance/decisions.ts';
import type { ReachedVersion } from '../store/relevance/reached-versions.ts';

export interface DecisionTarget extends DecidableFinding {
  readonly terms: DecisionTerms;
  /** Of all rows that were meant. */
  readonly versionIds: readonly string[];
}

export interface ChosenTargets {
  readonly targets: readonly DecisionTarget[];
  /** Findings without a suggestion, where one is answered. */
  readonly skipped: number;
}

/** Throws what is wrong with the wish. */
export function chooseTargets(rows: readonly DecidableFinding[], wish: DecisionWish, now: string): ChosenTargets {
  const scope = scopeOf(wish);
  const groups = [...Map.groupBy(rows, (row) => keyOf(row, scope)).values()];
  const targets = groups.flatMap((group): DecisionTarget[] => {
    const row = group.find(({ suggestion }) => suggestion !== null) ?? group[0];
    const terms = row && readDecisionWish(wish, row.suggestion, now);
    if (row === undefined || terms === undefined) return [];
    const ids = distinct(group.flatMap((each) => each.ids));
    return [{ ...row, ids, terms, versionIds: distinct(group.map(({ versionId }) => versionId)) }];
  });
  return { targets, skipped: groups.length - targets.length };
}

function keyOf({ findingId, versionId, package: name, groupId }: DecidableFinding, scope: DecisionScope): string {
  if (scope === 'organization') return JSON.stringify([name, groupId]);
  return scope === 'service' ? findingId : `${findingId} ${versionId}`;
}

/** What counts about any of the rows now, and which they are: whoever has seen this knows what is about to be decided again. */
export function toSeen(rows: readonly DecidableFinding[], standing: readonly StandingDecision[]): unknown {
  const byPackage = Map.groupBy(standing, (decision) => decision.package);
  const about = rows.flatMap((row) =>
    (byPackage.get(row.package) ?? [])
      .filter((decision) => reaches({ ...decision, imagePattern: null }, toReached(row)))
      .map(({ id }) => id),
  );
  return [distinct(rows.map(({ findingId, versionId }) => `${findingId} ${versionId}`)), distinct(about)];
}

/** Those that say something of the same: whose place a new one takes. */
export function findReplaced(
  target: DecisionTarget,
  standing: readonly StandingDecision[],
  imagePattern: string | null,
): StandingDecision[] {
  return standing.filter(
    (decision) =>
      decision.scope === target.terms.scope &&
      decision.imagePattern === imagePattern &&
      reaches({ ...decision, imagePattern: null }, toReached(target)),
  );
}

function toReached({ findingId, serviceId, versionId, package: name, ids }: DecidableFinding): ReachedFinding {
  return { findingId, serviceId, versionId, package: name, ids, images: [] };
}

export interface Reach {
  readonly versions: number;
  readonly findings: number;
}

export interface ReachInAll {
  /** In the versions that were meant. */
  readonly here: Reach;
  /** In others that are analyzed again. */
  readonly elsewhere: Reach;
  /** In those that stay as they are. */
  readonly kept: Reach;
}

export function sumUp(reached: readonly ReachedVersion[], meant: ReadonlySet<string>): ReachInAll {
  const isHere = ({ id, frozen }: ReachedVersion): boolean => meant.has(id) && !frozen;
  const isElsewhere = ({ id, frozen, watched }: ReachedVersion): boolean => !meant.has(id) && watched && !frozen;
  return {
    here: count(reached.filter(isHere)),
    elsewhere: count(reached.filter(isElsewhere)),
    kept: count(reached.filter((version) => !isHere(version) && !isElsewhere(version))),
  };
}

/** A version that somebody looks at is analyzed even if nobody watches it any more. */
export function versionsToAsk(reached: readonly ReachedVersion[], meant: ReadonlySet<string>): string[] {
  return reached.filter(({ id, frozen, watched }) => !frozen && (watched || meant.has(id))).map(({ id }) => id);
}

function count(versions: readonly ReachedVersion[]): Reach {
  return { versions: versions.length, findings: versions.reduce((sum, { findings }) => sum + findings, 0) };
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].toSorted();
}
