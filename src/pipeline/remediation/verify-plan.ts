/**
 * Whether it worked: a version judges what was recommended for the one before it, after its own publication and after every further
 * one. It is held against the plan as it was when it was judged first.
 */
import { createHash } from 'node:crypto';
import { comparePrediction } from '../../core/remediation/outcome/compare-prediction.ts';
import type { OrgTx } from '../../store/database.ts';
import type { NewEvent } from '../../store/delivery/events.ts';
import { findPublished } from '../../store/findings/published-base.ts';
import { findPreviousVersion } from '../../store/findings/previous-version.ts';
import { listSpeakingSboms } from '../../store/findings/published-inputs.ts';
import { dropCheck, findKeptCheck, keepCheck, type KeptCheck } from '../../store/remediation/kept-checks.ts';
import { findKeptPlan, readPackedPlan } from '../../store/remediation/kept-plans.ts';
import { listPlacedComponents, listPlacedFindings } from '../../store/remediation/placed-findings.ts';
import { placeOf } from '../../store/remediation/plan-digest.ts';
import type { PipelineDeps } from '../deps.ts';
import { toExpectation } from './compare-actual.ts';
import { explainDifferences } from './explain-differences.ts';
import { judgeRecommendations, type JudgedBase, type VersionNow } from './judge-recommendations.ts';
import { CHECK_FORM, pack, PLAN_FORM, unpackCheck, unpackPlan } from './packed.ts';
import { toPlanBase } from './plan-base.ts';
import type { ActualAgainstPredicted, BaseRecommendation, PlanBase, PlanCheck } from './plan-check.ts';
import type { VersionPlan } from './version-plan.ts';

export interface Verified {
  /** Nothing to tell: nothing was judged, or it says what it said before. */
  readonly events: readonly NewEvent[];
  /** More than before. */
  readonly mispredicted: number;
}

const NOTHING: Verified = { events: [], mispredicted: 0 };

/** The caller holds the lock on the version, and has its plan. */
export async function verifyPlan(
  deps: Pick<PipelineDeps, 'newId'>,
  tx: OrgTx,
  plan: Pick<VersionPlan, 'versionId' | 'serviceId' | 'analysisId' | 'findings'>,
  at: string,
): Promise<Verified> {
  const { versionId } = plan;
  const previousId = await findPreviousVersion(tx, versionId);
  const kept = await findKeptCheck(tx, versionId, CHECK_FORM);
  const known = kept?.previous.id === previousId ? kept : undefined;
  const before = previousId === undefined ? undefined : await readBase(tx, previousId, known);
  if (previousId === undefined || before === undefined) {
    await dropCheck(tx, versionId);
    return NOTHING;
  }
  const { base, isReplaced } = before;
  const check = await judge(tx, plan, { previousId, base, isReplaced });
  const text = JSON.stringify(check);
  const saysSha256 = createHash('sha256').update(text).digest();
  if (known !== undefined && saysSha256.equals(known.saysSha256)) return NOTHING;
  const { analysisId, serviceId } = plan;
  await keepCheck(tx, versionId, {
    previousId,
    analysisId,
    at,
    form: CHECK_FORM,
    saysSha256,
    packed: await pack(text),
  });
  const told = known === undefined ? undefined : await unpackCheck(known.packed);
  const { counts, predicted } = check;
  const detail = { previous: previousId, outcomes: counts, mispredicted: predicted.mispredicted };
  const event = {
    id: deps.newId(),
    type: 'remediation.verified',
    at,
    serviceId,
    versionId,
    analysisId,
    detail,
  } as const;
  const isNews = check.outcomes.length > 0 && tellingOf(check) !== (told && tellingOf(told));
  return {
    events: isNews ? [event] : [],
    mispredicted: Math.max(0, predicted.mispredicted - (told?.predicted.mispredicted ?? 0)),
  };
}

/** What somebody who was told of it does not have to be told again. */
function tellingOf({ outcomes, predicted }: PlanCheck): string {
  return JSON.stringify([outcomes.map(({ id, outcome }) => [id, outcome]).toSorted(), predicted.mispredicted]);
}

interface Before {
  readonly base: PlanBase;
  readonly isReplaced: ReadonlySet<string>;
}

/** What was judged before, or the plan of the other version as it is now; undefined: it has none yet. */
async function readBase(tx: OrgTx, previousId: string, known: KeptCheck | undefined): Promise<Before | undefined> {
  const kept = await findKeptPlan(tx, previousId, PLAN_FORM);
  const base = known && (await unpackCheck(known.packed)).base;
  if (base !== undefined && (kept === undefined || kept.packedSha256.toString('hex') === base.packedSha256)) {
    return { base, isReplaced: new Set() };
  }
  const packed = kept && (await readPackedPlan(tx, previousId, kept));
  if (kept === undefined || packed === undefined) return undefined;
  const plan = { ...(await unpackPlan(packed)), snapshot: kept.snapshot, at: kept.at };
  if (base !== undefined) {
    const targets = new Map(plan.plan.actions.map(({ id, to }) => [id, to]));
    const replaced = base.recommendations.filter(({ id, to }) => targets.has(id) && targets.get(id) !== to);
    return { base, isReplaced: new Set(replaced.map(({ id }) => id)) };
  }
  const published = await findPublished(tx, previousId);
  const documents = (await listSpeakingSboms(tx, previousId)).map(({ slot, image }) => ({ slot, image }));
  const packedSha256 = kept.packedSha256.toString('hex');
  const engineVersion = published?.engineVersion ?? null;
  const rows = await listPlacedFindings(tx, previousId);
  return { base: toPlanBase(plan, { packedSha256, engineVersion, documents, rows }), isReplaced: new Set() };
}

async function judge(
  tx: OrgTx,
  plan: Pick<VersionPlan, 'versionId' | 'findings'>,
  { previousId, base, isReplaced }: Before & { readonly previousId: string },
): Promise<PlanCheck> {
  const { versionId } = plan;
  const earlier = await findKeptCheck(tx, previousId, CHECK_FORM);
  const applied = earlier === undefined ? [] : (await unpackCheck(earlier.packed)).applied;
  const told = new Set(base.recommendations.map(({ id }) => id));
  const silent = applied.filter(({ id }) => !told.has(id));
  const all = [...base.recommendations, ...silent];
  const sboms = await listSpeakingSboms(tx, versionId);
  const rows = await listPlacedFindings(tx, versionId);
  const unfiltered = new Set(plan.findings.filter(({ isFiltered }) => !isFiltered).map(placeOf));
  const now: VersionNow = {
    documents: sboms.flatMap(({ slot, image, setSha256 }) => (setSha256 === null ? [] : [{ slot, image }])),
    components: await listPlacedComponents(
      tx,
      all.flatMap(({ packages }) => packages),
      sboms,
    ),
    open: rows.filter((row) => unfiltered.has(placeOf(row))),
  };
  const wasApplied = new Set(applied.map(({ id }) => id));
  const judged = judgeRecommendations(all, now, { documents: base.documents, wasApplied, isReplaced });
  // What was done and still is was told when it was done.
  const shown = judged.filter(
    ({ recommendation, verified }) => told.has(recommendation.id) || verified.outcome === 'regressed',
  );
  const ofPlan = judged.filter(({ recommendation }) => told.has(recommendation.id));
  const compared = { versionId, previousId, base, judged: ofPlan, rows };
  return {
    base,
    applied: nextApplied(judged, applied),
    outcomes: shown.map((each) => toOutcome(each, rows)),
    counts: countOutcomes(shown),
    predicted: await compare(tx, compared, now),
  };
}

const APPLIED_MAX = 1_000;

/** The newest first. */
function nextApplied(
  judged: readonly JudgedBase[],
  applied: readonly BaseRecommendation[],
): readonly BaseRecommendation[] {
  const done = judged.flatMap(({ recommendation, verified }) =>
    verified.outcome === 'applied' ? [recommendation] : [],
  );
  const isKnown = new Set(done.map(({ id }) => id));
  return [...done, ...applied.filter(({ id }) => !isKnown.has(id))].slice(0, APPLIED_MAX);
}

function toOutcome({ recommendation, verified }: JudgedBase, rows: VersionNow['open']): PlanCheck['outcomes'][number] {
  const { id, kind, name, from, to, text, fixes } = recommendation;
  const { outcome, notSeen } = verified;
  const open = new Set(verified.open);
  const names = new Set(rows.flatMap((row) => (open.has(row.findingId) ? [row.canonicalId] : [])));
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

function countOutcomes(judged: readonly JudgedBase[]): PlanCheck['counts'] {
  const groups = Map.groupBy(judged, ({ verified }) => verified.outcome);
  return Object.fromEntries([...groups].map(([outcome, { length }]) => [outcome, length]));
}

const DIFFERENCES_MAX = 200;

async function compare(
  tx: OrgTx,
  compared: Omit<Parameters<typeof explainDifferences>[2], 'named'>,
  now: VersionNow,
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
