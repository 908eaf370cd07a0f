/** Maps decisions to the API. Whether a decision still applies is taken from the last publication of its finding. */
import { LIMITS } from '../core/limits.ts';
import type { DecisionOutcome } from '../pipeline/decide.ts';
import type { ListedFinding } from '../store/findings/listed-finding.ts';
import type { ListedDecision } from '../store/relevance/read-decisions.ts';
import type { WireDecision, WireDecisionOutcome } from './contract/decision.ts';
import { StoredVerdict } from './to-wire-relevance.ts';

export function toWireDecisions(decisions: readonly ListedDecision[], { detail }: ListedFinding): WireDecision[] {
  const { reasons } = StoredVerdict.parse(detail);
  const judged = new Map(reasons.map((reason) => [reason.sourceId, reason]));
  return decisions.map((decision) => {
    const { id, action, state, justification, detail: text, effect, label, scope, versionId, versionName } = decision;
    const { imagePattern, expiresAt, at, batchId, supersededBy, supersededAt, actor } = decision;
    const isStanding = supersededBy === null && action !== 'taken_back';
    const reason = isStanding ? judged.get(id) : undefined;
    return {
      ...{ id, action, state, justification, response: [...decision.response], detail: text, effect, label, scope },
      version:
        scope === 'version' && versionId !== null && versionName !== null ? { id: versionId, name: versionName } : null,
      ...{ imagePattern, expiresAt, by: actor.name, at, batchId, standing: isStanding, supersededBy, supersededAt },
      cites: decision.premises.profileFields.map(({ profile, path }) => ({ profile, path })),
      applies: reason?.applies ?? null,
      needsReconfirmation: (reason?.changedSince.length ?? 0) > 0,
      changedSince: reason?.changedSince ?? [],
    };
  });
}

export function toWireOutcome(outcome: DecisionOutcome, dryRun: boolean): WireDecisionOutcome {
  const { seen: _seen, ids, analysisIds, ...counts } = outcome;
  return {
    dryRun,
    decisions: ids.slice(0, LIMITS.decisionIdsShownMax),
    ...counts,
    analysisIds: analysisIds.slice(0, LIMITS.decisionIdsShownMax),
  };
}
