/**
 * Builds the base that the next version is checked against: the recommendations of a plan, with the findings that they should
 * fix.
 */
import { uniqueSorted } from '../../../core/collections/unique.ts';
import type { PlanAction } from '../../../core/remediation/plan/plan-action.ts';
import type { SlotFinding } from '../../../store/remediation/slot-findings.ts';
import { toFindingKey } from '../../../store/remediation/plan-digest.ts';
import type { PackedPlan } from '../plan/packed-plan.ts';
import type { BaseFinding, BasePlace, BaseRecommendation, PlanBase } from '../plan/plan-check.ts';
import type { VersionPlan } from '../plan/version-plan.ts';

export interface BaseFacts extends Pick<PlanBase, 'packedSha256' | 'engineVersion' | 'documents'> {
  /** Rows of the version that the plan belongs to. */
  readonly rows: readonly SlotFinding[];
}

export function toPlanBase(
  plan: PackedPlan & Pick<VersionPlan, 'snapshot' | 'at'>,
  { rows, ...facts }: BaseFacts,
): PlanBase {
  const rowOf = new Map(rows.map((row) => [toFindingKey(row), row]));
  const open = new Map(
    plan.findings.flatMap((finding): [string, SlotFinding][] => {
      const row = finding.isFiltered ? undefined : rowOf.get(toFindingKey(finding));
      return row === undefined ? [] : [[finding.id, row]];
    }),
  );
  const { actions } = plan.plan;
  const images = new Map(facts.documents.map(({ slot, image }) => [slot, image]));
  return {
    ...facts,
    snapshot: plan.snapshot,
    at: plan.at,
    recommendations: actions.flatMap((action) => toRecommendation(action, open, images)),
    findings: toFindings(open, new Set(actions.flatMap(({ fixes }) => fixes))),
  };
}

function toRecommendation(
  action: PlanAction,
  open: ReadonlyMap<string, SlotFinding>,
  images: ReadonlyMap<string, string | null>,
): readonly BaseRecommendation[] {
  const { id, kind, from, to, text, introduces } = action;
  const ended = action.fixes.flatMap((finding) => open.get(finding) ?? []);
  // An action that promises nothing is still judged by the findings that it may fix.
  const rows = ended.length > 0 ? ended : action.mayFix.flatMap((finding) => open.get(finding) ?? []);
  if (rows.length === 0) return [];
  const { name, family, line } = action.package;
  const places = uniqueSorted(rows.flatMap(({ slots }) => slots)).map((slot): BasePlace => {
    return { slot, image: images.get(slot) ?? null };
  });
  const packages = uniqueSorted(rows.map((row) => row.package));
  const fixes = uniqueSorted(rows.map(({ findingId }) => findingId));
  return [{ id, kind, from, to, text, introduces, name, family, line, packages, fixes, places }];
}

/** A vulnerability in several versions of a package is one finding of the service. */
function toFindings(open: ReadonlyMap<string, SlotFinding>, ended: ReadonlySet<string>): readonly BaseFinding[] {
  const byFinding = Map.groupBy(open, ([, { findingId }]) => findingId);
  return [...byFinding].flatMap(([id, members]): BaseFinding[] => {
    const [first] = members;
    if (first === undefined) return [];
    const { canonicalId: vulnerability, package: key, packageName } = first[1];
    const isCovered = members.every(([rowId]) => ended.has(rowId));
    const slots = uniqueSorted(members.flatMap(([, row]) => row.slots));
    return [{ id, vulnerability, package: key, packageName, isCovered, slots }];
  });
}
