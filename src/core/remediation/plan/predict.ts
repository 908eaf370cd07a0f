/**
 * Predicts the findings after the plan. Versions are substituted in the inventory, the caller matches and judges the substituted
 * packages again, and the results are counted step by step. Dependencies are not resolved, which a note says.
 */
import type { Steps } from '../../steps.ts';
import { canonicalPackage } from '../../match/identify-package.ts';
import type { PackageVersion } from '../../match/match.ts';
import { atVersion } from '../targets/at-version.ts';
import { sumTenths } from '../targets/target.ts';
import { isVerified, type PlanAction } from './plan-action.ts';
import type { PlanPackage } from './plan-input.ts';
import type { Severity } from '../../vocabulary/severity.ts';

export interface Substitution {
  readonly packageId: string;
  /** Index of the action in the plan, from 0. */
  readonly step: number;
  /** Null: it is removed. */
  readonly package: PackageVersion | null;
  /** Equal for packages that become the same version, as a text that can be hashed; null: it is removed. */
  readonly becomes: string | null;
}

/**
 * Returns the packages to match again, with their new versions. A package that several actions change has the version of the last
 * one. Unverified actions change nothing.
 */
export function substituteVersions(
  packages: readonly PlanPackage[],
  actions: readonly Pick<PlanAction, 'changes' | 'claim'>[],
): readonly Substitution[] {
  const byId = new Map(packages.map((each) => [each.id, each]));
  return actions.flatMap((action, step) =>
    (isVerified(action) ? action.changes : []).flatMap(({ packageId, to }): Substitution[] => {
      const found = byId.get(packageId);
      if (found === undefined) return [];
      const { package: before, answer } = found;
      const after = to === null ? null : atVersion(before, answer.replaced ?? before.version, to);
      return [{ packageId, step, package: after, becomes: after && canonicalPackage(after) }];
    }),
  );
}

/** A current or predicted finding. */
export interface CountedFinding {
  /**
   * `canonicalPackage` of the package version, also of unchanged ones. Two packages that become the same version share a finding.
   */
  readonly component: string;
  readonly groupId: string;
  readonly severity: Severity;
  /** `relevant`, `deprioritized`, `not_relevant`, or any other status to count by. */
  readonly status: string;
  /** Not relevant: counted in the totals but not in the steps. */
  readonly isFiltered: boolean;
  readonly risk: number;
  readonly dueAt: string | null;
}

/** Findings of one package before or after the step that changes it. */
interface PackageFindings {
  readonly packageId: string;
  readonly findings: readonly CountedFinding[];
}

export type Rematched = PackageFindings & Pick<Substitution, 'step'>;

interface FindingCounts {
  readonly total: number;
  readonly risk: number;
  readonly bySeverity: Readonly<Record<string, number>>;
  readonly byStatus: Readonly<Record<string, number>>;
}

export interface Prediction {
  readonly before: FindingCounts;
  readonly after: FindingCounts;
  /** Findings that no component has now, by group and package version. */
  readonly introduced: readonly CountedFinding[];
  readonly remaining: readonly CountedFinding[];
  readonly maxDueAfter: string | null;
  /** After each action. */
  readonly steps: readonly StepCounts[];
  readonly notes: readonly string[];
}

/** Counts without filtered findings. */
export interface StepCounts {
  readonly findings: number;
  readonly risk: number;
  readonly bySeverity: Readonly<Record<string, number>>;
}

export function* predict(
  before: readonly PackageFindings[],
  rematched: readonly Rematched[],
  actions: readonly Pick<PlanAction, 'kind'>[],
): Steps<Prediction> {
  const current = new Map(before.map(({ packageId, findings }) => [packageId, findings]));
  const held = new FindingTally();
  for (const { findings } of before) {
    for (const finding of findings) held.add(finding);
    yield;
  }
  const first = held.list();
  const byStep = Map.groupBy(rematched, ({ step }) => step);
  const steps: StepCounts[] = [];
  for (const step of actions.keys()) {
    const changed = byStep.get(step) ?? [];
    // Removes all previous findings first: if two packages become the same version, the new findings of both count, not the
    // previous ones of one.
    for (const { packageId } of changed) {
      for (const finding of current.get(packageId) ?? []) held.remove(finding);
      yield;
    }
    for (const { packageId, findings } of changed) {
      for (const finding of findings) held.add(finding);
      current.set(packageId, findings);
      yield;
    }
    steps.push(held.total());
  }
  const remaining = held.list();
  const known = new Set(
    before.flatMap(({ packageId, findings }) => findings.map(({ groupId }) => `${packageId} ${groupId}`)),
  );
  const isKnown = new Set(
    [...current].flatMap(([packageId, findings]) =>
      findings.filter(({ groupId }) => known.has(`${packageId} ${groupId}`)).map(keyOf),
    ),
  );
  return {
    before: count(first),
    after: count(remaining),
    introduced: remaining.filter((finding) => !isKnown.has(keyOf(finding))),
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

/** A finding of several packages counts once until all are fixed; the first of them represents it. */
class FindingTally {
  readonly #held = new Map<string, CountedFinding[]>();
  // Without filtered findings.
  #tenths = 0;
  readonly #bySeverity = new Map<string, number>();

  add(finding: CountedFinding): void {
    const known = this.#held.get(keyOf(finding));
    if (known !== undefined) {
      known.push(finding);
      return;
    }
    this.#held.set(keyOf(finding), [finding]);
    this.#count(finding, 1);
  }

  /** Expects a finding that was added. */
  remove(finding: CountedFinding): void {
    const known = this.#held.get(keyOf(finding)) ?? [];
    const [before] = known;
    known.splice(known.indexOf(finding), 1);
    const [now] = known;
    if (before === undefined || now === before) return;
    this.#count(before, -1);
    if (now === undefined) this.#held.delete(keyOf(finding));
    else this.#count(now, 1);
  }

  total(): StepCounts {
    const counted = [...this.#bySeverity].filter(([, count]) => count > 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const findings = counted.reduce((sum, [, count]) => sum + count, 0);
    return { findings, risk: this.#tenths / 10, bySeverity: Object.fromEntries(counted) };
  }

  #count(finding: CountedFinding, times: 1 | -1): void {
    if (finding.isFiltered) return;
    this.#tenths += times * sumTenths([finding]);
    this.#bySeverity.set(finding.severity, (this.#bySeverity.get(finding.severity) ?? 0) + times);
  }

  list(): readonly CountedFinding[] {
    const sorted = [...this.#held].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return sorted.flatMap(([, [finding]]) => finding ?? []);
  }
}

const NOT_RESOLVED = 'Dependencies were not resolved: an upgrade may also change other packages.';
const ONLY_PUBLISHED = 'In a rebuilt image, only packages with a published fix in its release count as fixed.';

function notesFor(actions: readonly Pick<PlanAction, 'kind'>[]): readonly string[] {
  return actions.some(({ kind }) => kind === 'rebuild_base') ? [NOT_RESOLVED, ONLY_PUBLISHED] : [NOT_RESOLVED];
}

function count(findings: readonly CountedFinding[]): FindingCounts {
  const countBy = (keyIn: (finding: CountedFinding) => string): Record<string, number> => {
    const groups = [...Map.groupBy(findings, keyIn)].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(groups.map(([key, members]) => [key, members.length]));
  };
  return {
    total: findings.length,
    risk: sumTenths(findings) / 10,
    bySeverity: countBy(({ severity }) => severity),
    byStatus: countBy(({ status }) => status),
  };
}

function keyOf({ component, groupId }: CountedFinding): string {
  return `${component} ${groupId}`;
}
