/**
 * Checks whether the recommendations for the previous version were applied, after the first and every further publication of a
 * version. It uses the plan as it was at the first check.
 */
import { createHash } from 'node:crypto';
import type { OrgTx } from '../../../store/database.ts';
import type { NewEvent } from '../../../store/delivery/events.ts';
import { findPublishedBase } from '../../../store/findings/publication/published-base.ts';
import { listEffectiveSboms } from '../../../store/findings/publication/published-inputs.ts';
import { removeCheck, findStoredCheck, saveCheck, type StoredCheck } from '../../../store/remediation/stored-checks.ts';
import { findPackedPlan, toFindingKey } from '../../../store/remediation/stored-plans.ts';
import { listSlotFindings, type SlotFinding } from '../../../store/remediation/slot-findings.ts';
import { pipelined } from '../../../store/pipelined.ts';
import type { PipelineDeps } from '../../deps.ts';
import { evaluatePlan, type PlanToEvaluate } from './evaluate-plan.ts';
import { CHECK_FORMAT_VERSION, pack, unpackCheck, unpackPlan, type PackedPlan } from '../plan/packed-plan.ts';
import type {
  PlanCheck,
  BaseFinding,
  BasePlace,
  BaseRecommendation,
  PlanBase,
  VersionPlan,
} from '../plan/version-plan.ts';
import type { PlannedVersion } from '../planner/plan-start.ts';
import { uniqueSorted } from '../../../core/collections/text-lists.ts';
import type { PlanAction } from '../../../core/remediation/plan/plan-action.ts';

export interface VerifiedPlan {
  /** Empty if nothing was checked, or the result is the same as before. */
  readonly events: readonly NewEvent[];
  /** Number of additional mispredictions. */
  readonly mispredicted: number;
}

const NOTHING: VerifiedPlan = { events: [], mispredicted: 0 };

/** The caller holds the lock on the version and has its plan. */
export async function verifyPlan(
  deps: Pick<PipelineDeps, 'newId'>,
  tx: OrgTx,
  plan: Pick<VersionPlan, 'versionId' | 'serviceId' | 'analysisId' | 'findings'>,
  { previous, at }: { readonly previous: PlannedVersion | undefined; readonly at: string },
): Promise<VerifiedPlan> {
  const { versionId } = plan;
  const previousId = previous?.versionId;
  const kept = await findStoredCheck(tx, versionId, CHECK_FORMAT_VERSION);
  const known = kept?.previous.id === previousId ? kept : undefined;
  const earlier = previousId === undefined ? undefined : await findStoredCheck(tx, previousId, CHECK_FORMAT_VERSION);
  // Nothing to check if the previous plan was empty and nothing was applied before.
  const isEmpty = known === undefined && earlier === undefined && previous?.kept.actionCount === 0;
  const before = previous === undefined || isEmpty ? undefined : await findBase(tx, previous, known);
  if (previousId === undefined || before === undefined) {
    if (kept !== undefined) await removeCheck(tx, versionId);
    return NOTHING;
  }
  const { base, isReplaced } = before;
  const check = await evaluatePlan(tx, plan, { previousId, earlier, base, isReplaced });
  const text = JSON.stringify(check);
  const contentSha256 = createHash('sha256').update(text).digest();
  if (known !== undefined && contentSha256.equals(known.contentSha256)) return NOTHING;
  const { analysisId, serviceId } = plan;
  await saveCheck(tx, versionId, {
    previousId,
    analysisId,
    at,
    formatVersion: CHECK_FORMAT_VERSION,
    contentSha256,
    packed: await pack(text),
  });
  const previousCheck = known === undefined ? undefined : await unpackCheck(known.packed);
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
  // A rebuild that applies none of the recommendations does not create an event each time.
  const isNews =
    previousCheck === undefined
      ? predicted.mispredicted > 0 || check.outcomes.some(({ outcome }) => outcome !== 'not_applied')
      : toEventKey(check) !== toEventKey(previousCheck);
  return {
    events: isNews ? [event] : [],
    mispredicted: Math.max(0, predicted.mispredicted - (previousCheck?.predicted.mispredicted ?? 0)),
  };
}

/** The part of a check that decides whether there is a new event. */
function toEventKey({ outcomes, predicted }: PlanCheck): string {
  return JSON.stringify([outcomes.map(({ id, outcome }) => `${id} ${outcome}`).toSorted(), predicted.mispredicted]);
}

/** Returns the base of the earlier check, or the current plan of the other version; undefined if it has none yet. */
async function findBase(
  tx: OrgTx,
  { versionId: previousId, kept }: PlannedVersion,
  known: StoredCheck | undefined,
): Promise<Pick<PlanToEvaluate, 'base' | 'isReplaced'> | undefined> {
  const base = known && (await unpackCheck(known.packed)).base;
  if (base !== undefined && kept.packedSha256.toString('hex') === base.packedSha256) {
    return { base, isReplaced: new Set() };
  }
  const packed = await findPackedPlan(tx, previousId, kept);
  if (packed === undefined) return base && { base, isReplaced: new Set() };
  const plan = { ...(await unpackPlan(packed)), snapshot: kept.snapshot, at: kept.at };
  if (base !== undefined) {
    const targets = new Map(plan.plan.actions.map(({ id, to }) => [id, to]));
    const replaced = base.recommendations.filter(({ id, to }) => targets.has(id) && targets.get(id) !== to);
    return { base, isReplaced: new Set(replaced.map(({ id }) => id)) };
  }
  const [published, sboms, rows] = await pipelined([
    findPublishedBase(tx, previousId),
    listEffectiveSboms(tx, previousId),
    listSlotFindings(tx, previousId),
  ]);
  const facts = {
    packedSha256: kept.packedSha256.toString('hex'),
    engineVersion: published?.engineVersion ?? null,
    documents: sboms.map(({ slot, image, versionName }) => ({ slot, image, versionName })),
    rows,
  };
  return { base: toPlanBase(plan, facts), isReplaced: new Set() };
}

// Builds the base that the next version is checked against: the recommendations of a plan, with the findings that they should
// fix.
interface BaseFacts extends Pick<PlanBase, 'packedSha256' | 'engineVersion' | 'documents'> {
  /** Rows of the version that the plan belongs to. */
  readonly rows: readonly SlotFinding[];
}

function toPlanBase(plan: PackedPlan & Pick<VersionPlan, 'snapshot' | 'at'>, { rows, ...facts }: BaseFacts): PlanBase {
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
