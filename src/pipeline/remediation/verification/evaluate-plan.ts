/**
 * Evaluates the plan of the previous version: outcomes, recommendations that count as applied from now on, and predicted against
 * actual results.
 */
import { comparePrediction } from '../../../core/remediation/outcome.ts';
import type { OrgTx } from '../../../store/database.ts';
import { listEffectiveSboms } from '../../../store/findings/publication/published-inputs.ts';
import type { StoredCheck } from '../../../store/remediation/stored-checks.ts';
import { listSlotComponents, listSlotFindings } from '../../../store/remediation/slot-findings.ts';
import { toFindingKey } from '../../../store/remediation/stored-plans.ts';
import { collectYielding } from '../../../store/yielding.ts';
import { pipelined } from '../../../store/pipelined.ts';
import { toExpectation, explainDifferences } from './explain-differences.ts';
import {
  evaluateRecommendations,
  type EvaluatedRecommendation,
  type CurrentVersion,
} from './evaluate-recommendations.ts';
import { unpackCheck } from '../plan/packed-plan.ts';
import type {
  ActualAgainstPredicted,
  BaseRecommendation,
  PlanBase,
  PlanCheck,
  VersionPlan,
} from '../plan/version-plan.ts';

export interface PlanToEvaluate {
  readonly previousId: string;
  /** The check that the previous version made of its own predecessor. */
  readonly earlier: StoredCheck | undefined;
  readonly base: PlanBase;
  /** Ids of recommendations that have another target by now. */
  readonly isReplaced: ReadonlySet<string>;
}

export async function evaluatePlan(
  tx: OrgTx,
  plan: Pick<VersionPlan, 'versionId' | 'findings'>,
  { previousId, earlier, base, isReplaced }: PlanToEvaluate,
): Promise<PlanCheck> {
  const { versionId } = plan;
  const [sboms, rows] = await pipelined([listEffectiveSboms(tx, versionId), listSlotFindings(tx, versionId)]);
  const applied = earlier === undefined ? [] : (await unpackCheck(earlier.packed)).applied;
  const recommended = new Set(base.recommendations.map(({ id }) => id));
  const silent = applied.filter(({ id }) => !recommended.has(id));
  const all = [...base.recommendations, ...silent];
  const unfiltered = new Set(plan.findings.filter(({ isFiltered }) => !isFiltered).map(toFindingKey));
  const now: CurrentVersion = {
    documents: sboms.flatMap(({ slot, image, versionName, setSha256 }) =>
      setSha256 === null ? [] : [{ slot, image, versionName }],
    ),
    components: await listSlotComponents(
      tx,
      all.flatMap(({ packages }) => packages),
      sboms,
    ),
    open: rows.filter((row) => unfiltered.has(toFindingKey(row))),
  };
  const wasApplied = new Set(applied.map(({ id }) => id));
  const judged = await collectYielding(
    evaluateRecommendations(all, now, { documents: base.documents, wasApplied, isReplaced }),
  );
  // Recommendations that are still applied were already reported when they were applied.
  const shown = judged.filter(
    ({ recommendation, verified }) => recommended.has(recommendation.id) || verified.outcome === 'regressed',
  );
  const ofPlan = judged.filter(({ recommendation }) => recommended.has(recommendation.id));
  const rowsOf = Map.groupBy(rows, ({ findingId }) => findingId);
  const compared = { versionId, previousId, base, judged: ofPlan, rows };
  return {
    base,
    applied: nextApplied(judged, applied),
    outcomes: shown.map((each) => toOutcome(each, rowsOf)),
    counts: countOutcomes(shown),
    predicted: await compare(tx, compared, now),
  };
}

const APPLIED_MAX = 1_000;

/** The newest first. */
function nextApplied(
  judged: readonly EvaluatedRecommendation[],
  applied: readonly BaseRecommendation[],
): readonly BaseRecommendation[] {
  const done = judged.flatMap(({ recommendation, verified }) =>
    verified.outcome === 'applied' ? [recommendation] : [],
  );
  const isKnown = new Set(done.map(({ id }) => id));
  return [...done, ...applied.filter(({ id }) => !isKnown.has(id))].slice(0, APPLIED_MAX);
}

function toOutcome(
  { recommendation, verified }: EvaluatedRecommendation,
  rowsOf: ReadonlyMap<string, CurrentVersion['open']>,
): PlanCheck['outcomes'][number] {
  const { id, kind, name, from, to, text, fixes } = recommendation;
  const { outcome, notSeen } = verified;
  const names = new Set(verified.open.flatMap((id) => (rowsOf.get(id) ?? []).map(({ canonicalId }) => canonicalId)));
  return {
    id,
    kind,
    package: name,
    from,
    to,
    text,
    outcome,
    fixes: fixes.length,
    open: [...names].toSorted(),
    notSeen,
  };
}

function countOutcomes(judged: readonly EvaluatedRecommendation[]): PlanCheck['counts'] {
  const groups = Map.groupBy(judged, ({ verified }) => verified.outcome);
  return Object.fromEntries([...groups].map(([outcome, { length }]) => [outcome, length]));
}

const DIFFERENCES_MAX = 200;

async function compare(
  tx: OrgTx,
  compared: Omit<Parameters<typeof explainDifferences>[2], 'named'>,
  now: CurrentVersion,
): Promise<ActualAgainstPredicted> {
  const { base, judged, rows } = compared;
  const { predicted, actual, named, counts } = toExpectation(base, judged, { ...now, rows });
  const unexplained = comparePrediction(predicted, actual, () => undefined);
  const causes = await explainDifferences(tx, unexplained.differences, { ...compared, named });
  const { differences, mispredicted } = comparePrediction(predicted, actual, (finding) => causes.get(finding));
  return {
    ...counts,
    mispredicted,
    differences: differences.slice(0, DIFFERENCES_MAX).map(({ finding, ...difference }) => ({
      vulnerability: named.get(finding)?.vulnerability ?? finding,
      package: named.get(finding)?.packageName ?? '',
      ...difference,
    })),
  };
}
