/**
 * Compares the prediction of a plan with the actual result. Only recommendations that were followed count as predicted; findings
 * of the others are expected to remain. Findings in documents that were not uploaded are left out of both.
 */
import { listMissingDocuments } from '../../../core/history/missing-documents.ts';
import type { PredictedFindings } from '../../../core/remediation/outcome/compare-prediction.ts';
import type { SlotFinding } from '../../../store/remediation/slot-findings.ts';
import { toSlotDocument, type EvaluatedRecommendation, type CurrentVersion } from './evaluate-recommendations.ts';
import type { ActualAgainstPredicted, PlanBase } from '../plan/plan-check.ts';

export interface Expectation {
  /** By the id of the finding in the service. */
  readonly predicted: PredictedFindings;
  readonly actual: readonly string[];
  /** Names of these findings. */
  readonly named: ReadonlyMap<string, NamedFinding>;
  readonly counts: Pick<ActualAgainstPredicted, 'resolved' | 'remaining' | 'introduced'>;
}

export interface NamedFinding {
  readonly vulnerability: string;
  /** Alias group, if known. */
  readonly groupId: string | undefined;
  /** Without version. */
  readonly package: string;
  readonly packageName: string;
}

export function toExpectation(
  base: PlanBase,
  judged: readonly EvaluatedRecommendation[],
  now: Pick<CurrentVersion, 'documents' | 'open'> & {
    /** All rows, including filtered ones. */
    readonly rows: readonly SlotFinding[];
  },
): Expectation {
  const isOpen = new Set(now.open.map(({ findingId }) => findingId));
  const unseen = new Set(
    listMissingDocuments(base.documents.map(toSlotDocument), now.documents.map(toSlotDocument)).map(({ slot }) => slot),
  );
  const before = base.findings.filter(({ id, slots }) => isOpen.has(id) || !slots.some((slot) => unseen.has(slot)));
  const enders = Map.groupBy(
    judged.flatMap((each) => each.recommendation.fixes.map((finding) => ({ finding, each }))),
    ({ finding }) => finding,
  );
  const isPredictedGone = ({ id, isCovered }: PlanBase['findings'][number]): boolean =>
    isCovered && (enders.get(id) ?? []).length > 0 && (enders.get(id) ?? []).every(({ each }) => each.isFollowed);
  const resolved = before.filter(isPredictedGone).map(({ id }) => id);
  const remaining = before.filter((each) => !isPredictedGone(each)).map(({ id }) => id);
  const known = new Set(base.findings.map(({ id }) => id));
  const brought = listIntroduced(judged, now.rows).filter(({ id }) => !known.has(id));
  const introduced = brought.filter(({ isFiltered }) => !isFiltered(isOpen)).map(({ id }) => id);
  const stayed = before.filter(({ id }) => isOpen.has(id)).length;
  return {
    predicted: { resolved, remaining, introduced },
    actual: [...isOpen],
    named: new Map([
      ...brought.map(({ id, named }): [string, NamedFinding] => [id, named]),
      ...base.findings.map(({ id, ...finding }): [string, NamedFinding] => [id, { ...finding, groupId: undefined }]),
      ...now.rows.map((row): [string, NamedFinding] => [row.findingId, { ...row, vulnerability: row.canonicalId }]),
    ]),
    counts: {
      resolved: { predicted: resolved.length, actual: before.length - stayed },
      remaining: { predicted: remaining.length, actual: stayed },
      introduced: { predicted: introduced.length, actual: [...isOpen].filter((id) => !known.has(id)).length },
    },
  };
}

interface IntroducedFinding {
  readonly id: string;
  readonly named: NamedFinding;
  /** Present but filtered, so it is not expected to be visible. */
  readonly isFiltered: (isOpen: ReadonlySet<string>) => boolean;
}

/** Findings of the target versions of recommendations that were followed exactly. */
function listIntroduced(
  judged: readonly EvaluatedRecommendation[],
  rows: readonly SlotFinding[],
): readonly IntroducedFinding[] {
  const rowOf = new Map(rows.map((row) => [`${row.package} ${row.groupId}`, row]));
  return judged.flatMap(({ recommendation: { introduces, packages, name }, isExact }): IntroducedFinding[] => {
    const [only] = packages;
    // With several packages, it is not recorded which one introduces the finding.
    if (!isExact || only === undefined || packages.length > 1) return [];
    return introduces.map((groupId) => {
      const row = rowOf.get(`${only} ${groupId}`);
      const named = { vulnerability: row?.canonicalId ?? groupId, groupId, package: only, packageName: name };
      const id = row?.findingId ?? `${only} ${groupId}`;
      return { id, named, isFiltered: (isOpen) => row !== undefined && !isOpen.has(row.findingId) };
    });
  });
}
