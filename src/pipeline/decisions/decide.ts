/**
 * Records the decisions of users about findings: about one, or about all that match a filter. A decision is stored with its
 * conditions, replaces the previous one, and requests analyses of the affected versions, which publish the effect. A dry run does
 * the same and writes nothing.
 */
import { canonicalIdOf } from '../../core/identity/vulnerability-id.ts';
import { compileGlob } from '../../core/profile/glob.ts';
import { scopeOf, type TriageRequest } from '../../core/relevance/decisions/decision-request.ts';
import { isInImages } from '../../core/relevance/decisions/decision-scope.ts';
import { isSuggested, type CitedField } from '../../core/relevance/decisions/decision.ts';
import type { SuggestedAction } from '../../core/vocabulary/decision.ts';
import type { OrgTx } from '../../store/database.ts';
import type { ListedFinding } from '../../store/findings/lists/listed-finding.ts';
import { listDecidableFindings, lockDecisions, findDecidedFinding } from '../../store/relevance/decidable-findings.ts';
import { recordOpinionChange } from '../../store/relevance/opinion-changes.ts';
import {
  insertDecisions,
  supersedeDecisions,
  type NewDecision,
  listActiveDecisionsAbout,
  listDecisions,
  type ListedDecision,
} from '../../store/relevance/decisions.ts';
import {
  findReached,
  listReachedComponentVersions,
  listReachedVersions,
  listWaitingAnalyses,
  type Reached,
  type ReachedVersion,
} from '../../store/relevance/reached-versions.ts';
import { requestAnalyses } from '../request-analysis.ts';
import { listCitedFields, type FieldAddress, toDecisionConditions } from './decision-conditions.ts';
import {
  chooseTargets,
  findReplaced,
  summarizeReach,
  toSeenState,
  toServices,
  toSuggestions,
  listVersionsToAnalyze,
  type ChosenTargets,
  type DecisionTarget,
  type ReachSummary,
} from './decision-targets.ts';
import { nowOf, recordChange, type Caller, type PipelineDeps } from '../deps.ts';
import {
  DECISION_ADMIN_REQUIRED,
  FINDING_NOT_OPEN,
  FINDING_UNKNOWN,
  IMAGE_PATTERN_INVALID,
  SUGGESTION_NONE,
  SUGGESTION_WITHOUT_EFFECT,
  VERSION_FROZEN,
} from '../errors.ts';
import { getFinding } from '../queries/get-finding.ts';
import type { Page, PageRequest } from '../../store/page.ts';

export interface DecisionInput {
  readonly wish: TriageRequest;
  /** Null means every image. */
  readonly imagePattern: string | null;
  /** Security profile fields that the decision is based on. */
  readonly cites?: readonly FieldAddress[];
  /** Whether the caller may decide for the whole organization. */
  readonly isAdmin: boolean;
  readonly dryRun: boolean;
  /** The decision has an effect only when a user accepts it. */
  readonly isSuggestion?: boolean;
  /** Throws if the current state is not the one that the caller has seen. */
  readonly onlyIf: (seen: unknown) => void;
}

export interface DecisionOutcome extends ReachSummary {
  /** The state that the caller must have seen to apply the same decision. */
  readonly seen: unknown;
  /** Empty for a dry run. */
  readonly ids: readonly string[];
  readonly count: number;
  readonly replaced: number;
  readonly skipped: number;
  readonly batchId: string | null;
  readonly analysisIds: readonly string[];
}

/** Accepts the id of any row of the finding. */
export async function decideFinding(
  deps: PipelineDeps,
  caller: Caller,
  rowId: string,
  order: DecisionInput,
): Promise<DecisionOutcome> {
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const finding = await getFinding(tx, caller, rowId);
    if (finding.state !== 'open') throw FINDING_NOT_OPEN();
    const plan = await planDecisions(deps, tx, caller, [finding.id], order);
    if (plan.skipped > 0) throw SUGGESTION_NONE();
    const isFrozen = plan.versions.some(({ id, frozen }) => id === finding.version.id && frozen);
    if (isFrozen && scopeOf(order.wish) === 'version') throw VERSION_FROZEN({ version: finding.version.name });
    return await executePlan(deps, tx, caller, plan, null);
  });
}

/** Stores a dismissal for review. It replaces an earlier suggestion, never a decision. Accepts the id of any row of the finding. */
export async function suggestDecision(
  deps: PipelineDeps,
  caller: Caller,
  rowId: string,
  wish: TriageRequest & { readonly action: SuggestedAction },
): Promise<DecisionOutcome> {
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const finding = await getFinding(tx, caller, rowId);
    if (finding.state !== 'open') throw FINDING_NOT_OPEN();
    if (finding.relevance === 'not_relevant' || finding.detail.relevance.basis === 'human')
      throw SUGGESTION_WITHOUT_EFFECT();
    const order = { wish, imagePattern: null, isAdmin: false, dryRun: false, isSuggestion: true, onlyIf: () => {} };
    return await executePlan(deps, tx, caller, await planDecisions(deps, tx, caller, [finding.id], order), null);
  });
}

/** The decisions share a batch and can be reverted together. `choose` returns row ids. */
export async function decideMany(
  deps: PipelineDeps,
  caller: Caller,
  choose: (tx: OrgTx) => Promise<readonly string[]>,
  order: DecisionInput,
): Promise<DecisionOutcome> {
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const plan = await planDecisions(deps, tx, caller, await choose(tx), order);
    return await executePlan(deps, tx, caller, plan, deps.newId());
  });
}

interface DecisionPlan extends ChosenTargets {
  readonly order: DecisionInput;
  readonly at: string;
  readonly seen: unknown;
  /** The conditions of each target. */
  readonly profileFields: readonly (readonly CitedField[])[];
  /** Ids of the decisions that each target replaces. */
  readonly replaced: readonly (readonly string[])[];
  readonly reached: Reached;
  readonly versions: readonly ReachedVersion[];
}

async function planDecisions(
  deps: PipelineDeps,
  tx: OrgTx,
  caller: Caller,
  rowIds: readonly string[],
  order: DecisionInput,
): Promise<DecisionPlan> {
  const at = nowOf(deps);
  const { wish, imagePattern } = order;
  const scope = scopeOf(wish);
  if (scope === 'organization' && !order.isAdmin) throw DECISION_ADMIN_REQUIRED();
  if (imagePattern !== null && compileGlob(imagePattern) === undefined)
    throw IMAGE_PATTERN_INVALID({ pattern: imagePattern });
  if (!order.dryRun) await lockDecisions(tx);
  const rows = await listDecidableFindings(tx, rowIds, caller.services);
  const standing = await listActiveDecisionsAbout(tx, rows);
  const seen = toSeenState(rows, standing);
  order.onlyIf(seen);
  const isSuggestion = order.isSuggestion === true;
  const chosen = isSuggestion ? toSuggestions(chooseTargets(rows, wish, at)) : chooseTargets(rows, wish, at);
  const profileFields = await listCitedFields(tx, chosen.targets, {
    cites: order.cites ?? [],
    acceptsSuggestion: wish.action === 'accept_suggestion',
  });
  const ofPackage = Map.groupBy(standing, (decision) => decision.package);
  const replaced = chosen.targets.map((target) =>
    findReplaced(target, ofPackage.get(target.package) ?? [], imagePattern)
      .filter((decision) => !isSuggestion || isSuggested(decision))
      .map(({ id }) => id),
  );
  if (!order.dryRun) await recordOpinionChange(tx, toServices(chosen.targets, scope));
  const reached = await findReached(tx, chosen.targets, scope);
  const versions = await listVersions(tx, chosen.targets, reached, imagePattern);
  return { ...chosen, order, at, seen, profileFields, replaced, reached, versions };
}

/** If the decision is limited to images, only findings in them are affected. */
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

async function executePlan(
  deps: PipelineDeps,
  tx: OrgTx,
  caller: Caller,
  plan: DecisionPlan,
  batchId: string | null,
): Promise<DecisionOutcome> {
  const { targets, order, at, seen, skipped, replaced, versions } = plan;
  const affectedIds = new Set(targets.flatMap(({ versionIds }) => versionIds));
  const counts = {
    count: targets.length,
    replaced: new Set(replaced.flat()).size,
    skipped,
    ...summarizeReach(versions, affectedIds),
  };
  if (order.dryRun || targets.length === 0) return { seen, ...counts, ids: [], batchId: null, analysisIds: [] };

  const decisions = await writeDecisions(deps, tx, caller, plan, batchId);
  const pairs = decisions.flatMap(({ id: by }, n) => (replaced[n] ?? []).map((id) => ({ id, by })));
  await supersedeDecisions(tx, pairs, at);
  await recordDecisions(deps, tx, caller, decisions);
  await requestAnalyses(deps, tx, listVersionsToAnalyze(versions, affectedIds), 'decision');
  const analysisIds = await listWaitingAnalyses(tx, [...affectedIds]);
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
      id: deps.newId(),
      findingId,
      serviceId,
      versionId,
      package: name,
      ids,
      imagePattern,
      action: wish.action,
      ...terms,
      batchId,
      actor,
      at,
      conditions: toDecisionConditions(vulnerability, componentVersions[n] ?? [], profileFields[n] ?? []),
    };
  });
  await insertDecisions(tx, decisions);
  return decisions;
}

/** Writes one audit entry for all decisions; the details are in the decisions themselves. */
async function recordDecisions(
  deps: PipelineDeps,
  tx: OrgTx,
  caller: Caller,
  decisions: readonly NewDecision[],
): Promise<void> {
  const [first] = decisions;
  if (first === undefined) return;
  const { id, action, state, justification, response, detail, scope, imagePattern, expiresAt, batchId, at } = first;
  const what = { action, state, justification, response, detail, scope, imagePattern, expiresAt };
  const one = { decision: id, package: first.package, vulnerability: canonicalIdOf(first.ids) };
  await recordChange(deps, tx, caller, {
    at,
    action: isSuggested(first) ? 'decision.suggested' : 'decision.made',
    ...(batchId === null ? { kind: 'finding', id: first.findingId } : { kind: 'decisions', id: batchId }),
    after: { ...what, ...(batchId === null ? one : { count: decisions.length }) },
  });
}

/** The decisions about a finding, with the state that a caller must have seen to decide again. */
interface DecisionsOfFinding {
  readonly page: Page<ListedDecision>;
  readonly finding: ListedFinding;
  readonly seen: unknown;
}

/** Accepts the id of any row of the finding. */
export async function listFindingDecisions(
  { database }: Pick<PipelineDeps, 'database'>,
  caller: Pick<Caller, 'orgId' | 'services'>,
  rowId: string,
  page: PageRequest,
): Promise<DecisionsOfFinding> {
  return await database.inOrg(caller.orgId, async (tx) => {
    const finding = await getFinding(tx, caller, rowId);
    const decided = await findDecidedFinding(tx, finding.id);
    if (decided === undefined) throw FINDING_UNKNOWN();
    const rows = await listDecidableFindings(tx, [finding.id], caller.services);
    const standing = await listActiveDecisionsAbout(tx, rows);
    return { page: await listDecisions(tx, decided, page), finding, seen: toSeenState(rows, standing) };
  });
}
