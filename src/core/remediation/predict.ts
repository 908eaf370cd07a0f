/**
 * What would be found if the plan were done. Versions are exchanged in the inventory, whoever composes this matches and judges the
 * exchanged packages again, and the answers are counted, step by step. Dependencies are not resolved: that is said.
 */
import type { Severity } from '../advisory/advisory.ts';
import type { PackageVersion } from '../match/match.ts';
import { matcherFor } from '../match/matchers.ts';
import { atVersion, findAxis } from './at-version.ts';
import type { PlanAction } from './plan-action.ts';
import type { PlanPackage } from './plan-input.ts';

export interface Substitution {
  readonly packageId: string;
  /** Number of the action in the plan, from 0. */
  readonly step: number;
  /** Null: it is gone. */
  readonly package: PackageVersion | null;
}

/** Which packages to match again, and as what. A package that several actions change has the version of the last one. */
export function substituteVersions(
  packages: readonly PlanPackage[],
  actions: readonly Pick<PlanAction, 'changes'>[],
): readonly Substitution[] {
  const byId = new Map(packages.map((each) => [each.id, each]));
  return actions.flatMap(({ changes }, step) =>
    changes.flatMap(({ packageId, to }): Substitution[] => {
      const found = byId.get(packageId);
      if (found === undefined) return [];
      return [{ packageId, step, package: to === null ? null : substitute(found, to) }];
    }),
  );
}

function substitute({ package: packageVersion, entries }: PlanPackage, to: string): PackageVersion {
  const axis = findAxis(matcherFor(packageVersion.identity.family)?.match(packageVersion, entries) ?? []);
  return atVersion(packageVersion, axis?.installed ?? packageVersion.version, to);
}

/** A finding as it is, or as it would be. */
export interface CountedFinding {
  readonly packageId: string;
  readonly groupId: string;
  readonly severity: Severity;
  /** `relevant`, `deprioritized`, `not_relevant`, or what else somebody counts by. */
  readonly status: string;
  readonly risk: number;
  readonly dueAt: string | null;
}

export interface Rematched extends Pick<Substitution, 'packageId' | 'step'> {
  readonly findings: readonly CountedFinding[];
}

export interface FindingCounts {
  readonly total: number;
  readonly risk: number;
  readonly bySeverity: Readonly<Record<string, number>>;
  readonly byStatus: Readonly<Record<string, number>>;
}

export interface Prediction {
  readonly before: FindingCounts;
  readonly after: FindingCounts;
  readonly introduced: readonly { readonly packageId: string; readonly groupId: string }[];
  readonly remaining: readonly CountedFinding[];
  readonly maxDueAfter: string | null;
  /** After each action. */
  readonly steps: readonly { readonly findings: number; readonly risk: number }[];
  readonly notes: readonly string[];
}

export function predict(
  before: readonly CountedFinding[],
  rematched: readonly Rematched[],
  actions: readonly Pick<PlanAction, 'kind'>[],
): Prediction {
  const byPackage = Map.groupBy(before, ({ packageId }) => packageId);
  const current = new Map<string, readonly CountedFinding[]>(byPackage);
  const byStep = Map.groupBy(rematched, ({ step }) => step);
  let { total, tenths } = weigh(before);
  const steps = actions.map((_, step) => {
    for (const { packageId, findings } of byStep.get(step) ?? []) {
      const [old, now] = [weigh(current.get(packageId) ?? []), weigh(findings)];
      total += now.total - old.total;
      tenths += now.tenths - old.tenths;
      current.set(packageId, findings);
    }
    return { findings: total, risk: tenths / 10 };
  });
  const remaining = [...current.values()].flat().toSorted(compareFindings);
  const known = new Set(before.map(keyOf));
  return {
    before: count(before),
    after: count(remaining),
    introduced: remaining
      .filter((each) => !known.has(keyOf(each)))
      .map(({ packageId, groupId }) => ({ packageId, groupId })),
    remaining,
    maxDueAfter:
      remaining
        .flatMap(({ dueAt }) => dueAt ?? [])
        .toSorted()
        .at(-1) ?? null,
    steps,
    notes: notesFor(actions),
  };
}

const NOT_RESOLVED = 'Dependencies were not resolved: an upgrade may move other packages as well.';
const ONLY_PUBLISHED = 'Of a rebuilt image only packages with a published fix in its release are counted as fixed.';

function notesFor(actions: readonly Pick<PlanAction, 'kind'>[]): readonly string[] {
  return actions.some(({ kind }) => kind === 'rebuild_base') ? [NOT_RESOLVED, ONLY_PUBLISHED] : [NOT_RESOLVED];
}

function weigh(findings: readonly CountedFinding[]): { total: number; tenths: number } {
  let tenths = 0;
  for (const { risk } of findings) tenths += Math.round(risk * 10);
  return { total: findings.length, tenths };
}

function count(findings: readonly CountedFinding[]): FindingCounts {
  const countBy = (keyIn: (finding: CountedFinding) => string): Record<string, number> => {
    const groups = [...Map.groupBy(findings, keyIn)].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(groups.map(([key, members]) => [key, members.length]));
  };
  const { total, tenths } = weigh(findings);
  return {
    total,
    risk: tenths / 10,
    bySeverity: countBy(({ severity }) => severity),
    byStatus: countBy(({ status }) => status),
  };
}

function keyOf({ packageId, groupId }: Pick<CountedFinding, 'packageId' | 'groupId'>): string {
  return `${packageId} ${groupId}`;
}

function compareFindings(a: CountedFinding, b: CountedFinding): number {
  return keyOf(a) < keyOf(b) ? -1 : 1;
}
