/**
 * People decide about findings: about one, or about all that a filter leaves. A decision is written with what it rests on, takes the
 * place of the one before it, and asks for analyses of the versions that it reaches; what follows from it is published by those.
 * A dry run goes the same way and writes nothing.
 */
import { compileGlob } from '../core/profile/glob.ts';
import { scopeOf, type DecisionWish } from '../core/relevance/decision-action.ts';
import { isInImages } from '../core/relevance/decision-reach.ts';
import type { CitedField } from '../core/relevance/decision.ts';
import type { OrgTx } from '../store/database.ts';
import { findFinding } from '../store/findings/find-finding.ts';
import { insertAuditEntry } from '../store/people/audit.ts';
import { listDecidable, lockDecisions } from '../store/relevance/decidable-findings.ts';
import { insertDecisions, supersedeDecisions, type NewDecision } from '../store/relevance/decisions.ts';
import {
  findReached,
  listReachedComponentVersions,
  listReachedVersions,
  listWaitingAnalyses,
  type Reached,
  type ReachedVersion,
} from '../store/relevance/reached-versions.ts';
import { listStandingAbout } from '../store/relevance/read-decisions.ts';
import { askVersions } from './ask-versions.ts';
import { readCitedFields, type FieldAddress } from './cite-profiles.ts';
import { toPremises } from './decision-premises.ts';
import {
  chooseTargets,
  findReplaced,
  sumUp,
  toSeen,
  versionsToAsk,
  type ChosenTargets,
  type DecisionTarget,
  type ReachInAll,
} from './decision-targets.ts';
import type { Caller, PipelineDeps } from './deps.ts';
import {
  DECISION_ADMIN_REQUIRED,
  FINDING_NOT_OPEN,
  FINDING_UNKNOWN,
  IMAGE_PATTERN_INVALID,
  SUGGESTION_NONE,
  VERSION_FROZEN,
} from './errors.ts';

export interface DecisionOrder {
  readonly wish: DecisionWish;
  /** Null: every image. */
  readonly imagePattern: string | null;
  /** Fields of security profiles that it rests on. */
  readonly cites?: readonly FieldAddress[];
  /** Whether the caller may decide for the whole organization. */
  readonly isAdmin: boolean;
  readonly dryRun: boolean;
  /** Throws when the caller has seen something else than what is there now. */
  readonly onlyIf: (seen: unknown) => void;
}

export interface DecisionOutcome extends ReachInAll {
  /** What the caller has to have seen for the same order to be carried out. */
  readonly seen: unknown;
  /** Empty for what was only tried. */
  readonly ids: readonly string[];
  readonly count: number;
  readonly replaced: number;
  readonly skipped: number;
  readonly batchId: string | null;
  readonly analysisIds: readonly string[];
}

/** By the id of any of its rows. */
export async function decideFinding(
  deps: PipelineDeps,
  caller: Caller,
  rowId: string,
  order: DecisionOrder,
): Promise<DecisionOutcome> {
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const finding = await findFinding(tx, rowId, caller.services);
    if (finding === undefined) throw FINDING_UNKNOWN();
    if (finding.state !== 'open') throw FINDING_NOT_OPEN();
    const plan = await planDecisions(deps, tx, caller, [finding.id], order);
    if (plan.skipped > 0) throw SUGGESTION_NONE();
    const isFrozen = plan.versions.some(({ id, frozen }) => id === finding.version.id && frozen);
    if (isFrozen && scopeOf(order.wish) === 'version') throw VERSION_FROZEN({ version: finding.version.name });
    return await carryOut(deps, tx, caller, plan, null);
  });
}

/** They can be taken back together. `choose` gives the ids of rows. */
export async function decideMany(
  deps: PipelineDeps,
  caller: Caller,
  choose: (tx: OrgTx) => Promise<readonly string[]>,
  order: DecisionOrder,
): Promise<DecisionOutcome> {
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const plan = await planDecisions(deps, tx, caller, await choose(tx), order);
    return await carryOut(deps, tx, caller, plan, deps.newId());
  });
}

interface DecisionPlan extends ChosenTargets {
  readonly order: DecisionOrder;
  readonly at: string;
  readonly seen: unknown;
  /** Of each target, what it rests on. */
  readonly profileFields: readonly (readonly CitedField[])[];
  /** Ids of what each target takes the place of. */
  readonly replaced: readonly (readonly string[])[];
  readonly reached: Reached;
  readonly versions: readonly ReachedVersion[];
}

async function planDecisions(
  deps: PipelineDeps,
  tx: OrgTx,
  caller: Caller,
  rowIds: readonly string[],
  order: DecisionOrder,
): Promise<DecisionPlan> {
  const at = new Date(deps.now()).toISOString();
  const { wish, imagePattern } = order;
  const scope = scopeOf(wish);
  if (scope === 'organization' && !order.isAdmin) throw DECISION_ADMIN_REQUIRED();
  if (imagePattern !== null && compileGlob(imagePattern) === undefined)
    throw IMAGE_PATTERN_INVALID({ pattern: imagePattern });
  if (!order.dryRun) await lockDecisions(tx);
  const rows = await listDecidable(tx, rowIds, caller.services);
  const standing = await listStandingAbout(tx, rows);
  const seen = toSeen(rows, standing);
  order.onlyIf(seen);
  const chosen = chooseTargets(rows, wish, at);
  const profileFields = await readCitedFields(tx, chosen.targets, {
    ...{ cites: order.cites ?? [], acceptsSuggestion: wish.action === 'accept_suggestion' },
  });
  const ofPackage = Map.groupBy(standing, (decision) => decision.package);
  const replaced = chosen.targets.map((target) =>
    findReplaced(target, ofPackage.get(target.package) ?? [], imagePattern).map(({ id }) => id),
  );
  const reached = await findReached(tx, chosen.targets, scope);
  const versions = await listVersions(tx, chosen.targets, reached, imagePattern);
  return { ...chosen, order, at, seen, profileFields, replaced, reached, versions };
}

/** Where it is limited to images, it reaches what is in them alone. */
async function listVersions(
  tx: OrgTx,
  [target]: readonly DecisionTarget[],
  reached: Reached,
  imagePattern: string | null,
): Promise<ReachedVersion[]> {
  if (target === undefined) return [];
  const { effect } = target.terms;
  const isMeant = (images: readonly (string | null)[]): boolean => isInImages({ imagePattern, effect }, images);
  return await listReachedVersions(tx, reached, imagePattern === null ? undefined : isMeant);
}

async function carryOut(
  deps: PipelineDeps,
  tx: OrgTx,
  caller: Caller,
  plan: DecisionPlan,
  batchId: string | null,
): Promise<DecisionOutcome> {
  const { targets, order, at, seen, skipped, replaced, versions } = plan;
  const meant = new Set(targets.flatMap(({ versionIds }) => versionIds));
  const counts = { count: targets.length, replaced: new Set(replaced.flat()).size, skipped, ...sumUp(versions, meant) };
  if (order.dryRun || targets.length === 0) return { seen, ...counts, ids: [], batchId: null, analysisIds: [] };

  const decisions = await writeDecisions(deps, tx, caller, plan, batchId);
  const pairs = decisions.flatMap(({ id: by }, n) => (replaced[n] ?? []).map((id) => ({ id, by })));
  await supersedeDecisions(tx, pairs, at);
  await recordDecisions(deps, tx, caller, decisions);
  await askVersions(deps, tx, versionsToAsk(versions, meant), 'decision');
  const analysisIds = await listWaitingAnalyses(tx, [...meant]);
  return { seen, ...counts, ids: decisions.map(({ id }) => id), batchId, analysisIds };
}

async function writeDecisions(
  deps: PipelineDeps,
  tx: OrgTx,
  { actor }: Caller,
  { targets, order, at, reached, profileFields }: DecisionPlan,
  batchId: string | null,
): Promise<NewDecision[]> {
  const { wish, imagePattern } = order;
  const componentVersions = await listReachedComponentVersions(tx, targets, reached);
  const decisions = targets.map((target, n): NewDecision => {
    const { findingId, serviceId, versionId, package: name, ids, terms, vulnerability } = target;
    return {
      ...{ id: deps.newId(), findingId, serviceId, versionId, package: name, ids, imagePattern },
      ...{ action: wish.action, ...terms, batchId, actor, at },
      premises: toPremises(vulnerability, componentVersions[n] ?? [], profileFields[n] ?? []),
    };
  });
  await insertDecisions(tx, decisions);
  return decisions;
}

/** One entry, however many they are: who decided what about which finding is in the decisions themselves. */
async function recordDecisions(
  deps: PipelineDeps,
  tx: OrgTx,
  { actor, requestId }: Caller,
  decisions: readonly NewDecision[],
): Promise<void> {
  const [first] = decisions;
  if (first === undefined) return;
  const { id, action, state, justification, response, detail, scope, imagePattern, expiresAt, batchId, at } = first;
  const what = { action, state, justification, response, detail, scope, imagePattern, expiresAt };
  const one = { decision: id, package: first.package, vulnerability: first.ids[0] };
  await insertAuditEntry(tx, {
    ...{ id: deps.newId(), at, actor, requestId, action: 'decision.made' },
    subject: batchId === null ? { kind: 'finding', id: first.findingId } : { kind: 'decisions', id: batchId },
    after: { ...what, ...(batchId === null ? one : { count: decisions.length }) },
  });
}
