/**
 * Reverts one decision or a whole batch by adding an empty decision that supersedes them: they no longer count, and the decisions
 * that they had replaced count again. A decision that another one has replaced since stays replaced.
 */
import type { OrgTx } from '../../store/database.ts';
import { lockDecisions } from '../../store/relevance/decidable-findings.ts';
import {
  insertDecisions,
  restoreSuperseded,
  supersedeDecisions,
  type DecisionRecord,
  type NewDecision,
  findDecision,
  listBatch,
} from '../../store/relevance/decisions.ts';
import { recordOpinionChange } from '../../store/relevance/opinion-changes.ts';
import { findReached, listReachedVersions, listWaitingAnalyses } from '../../store/relevance/reached-versions.ts';
import { requestAnalyses } from '../request-analysis.ts';
import { listVersionsToAnalyze, toServices } from './decision-targets.ts';
import { nowOf, recordChange, type Caller, type PipelineDeps } from '../deps.ts';
import { DECISION_ADMIN_REQUIRED, DECISION_NOT_ACTIVE, DECISION_UNKNOWN } from '../errors.ts';

export interface RevertedDecisions {
  readonly reverted: number;
  readonly restored: number;
  readonly skipped: number;
  readonly analysisIds: readonly string[];
}

export async function revertDecision(
  deps: PipelineDeps,
  caller: Caller,
  id: string,
  isAdmin: boolean,
): Promise<RevertedDecisions> {
  return await revert(deps, caller, isAdmin, async (tx) => {
    const decision = await findDecision(tx, id, caller.services);
    return decision === undefined || decision.action === 'reverted' ? [] : [decision];
  });
}

/** Reverts the decisions of the batch that still count. */
export async function revertBatch(
  deps: PipelineDeps,
  caller: Caller,
  batchId: string,
  isAdmin: boolean,
): Promise<RevertedDecisions> {
  return await revert(deps, caller, isAdmin, async (tx) => await listBatch(tx, batchId, caller.services));
}

async function revert(
  deps: PipelineDeps,
  caller: Caller,
  isAdmin: boolean,
  find: (tx: OrgTx) => Promise<readonly DecisionRecord[]>,
): Promise<RevertedDecisions> {
  const at = nowOf(deps);
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    await lockDecisions(tx);
    const found = await find(tx);
    const [first] = found;
    if (first === undefined) throw DECISION_UNKNOWN();
    if (first.scope === 'organization' && !isAdmin) throw DECISION_ADMIN_REQUIRED();
    const standing = found.filter(({ supersededBy }) => supersededBy === null);
    const [firstStanding] = standing;
    if (firstStanding === undefined) throw DECISION_NOT_ACTIVE();

    const batchId = first.batchId === null ? null : deps.newId();
    const rows = standing.map((decision) =>
      toRevertingDecision(decision, { id: deps.newId(), at, batchId, actor: caller.actor }),
    );
    await insertDecisions(tx, rows);
    const pairs = standing.flatMap(({ id }, n) => (rows[n] === undefined ? [] : [{ id, by: rows[n].id }]));
    await supersedeDecisions(tx, pairs, at);
    const restored = await restoreSuperseded(
      tx,
      standing.map(({ id }) => id),
    );
    await recordChange(deps, tx, caller, {
      at,
      action: 'decision.reverted',
      ...(first.batchId === null ? { kind: 'finding', id: first.findingId } : { kind: 'decisions', id: first.batchId }),
      before: toAudit(firstStanding),
      after: { count: standing.length, restored: restored.length },
    });
    await recordOpinionChange(tx, toServices(standing, first.scope));
    const versions = await listReachedVersions(tx, await findReached(tx, standing, first.scope));
    const affectedIds = new Set(standing.flatMap(({ versionId }) => versionId ?? []));
    await requestAnalyses(deps, tx, listVersionsToAnalyze(versions, affectedIds), 'decision');
    return {
      reverted: standing.length,
      restored: restored.length,
      skipped: found.length - standing.length,
      analysisIds: await listWaitingAnalyses(tx, [...affectedIds]),
    };
  });
}

/** The empty decision about the same target. */
function toRevertingDecision(
  decision: DecisionRecord,
  made: Pick<NewDecision, 'id' | 'at' | 'batchId' | 'actor'>,
): NewDecision {
  const { supersededBy: _by, supersededAt: _at, ...about } = decision;
  const nothing = {
    state: null,
    justification: null,
    response: [],
    detail: null,
    label: null,
    expiresAt: null,
  } as const;
  return { ...about, ...nothing, ...made, action: 'reverted', effect: 'annotate' };
}

function toAudit({ id, batchId, action, state, justification, detail, scope }: DecisionRecord): object {
  return { ...(batchId === null && { decision: id }), action, state, justification, detail, scope };
}
