/** Maps the relevance of a finding to the API. */
import type { CvssRating } from '../../core/advisory/advisory.ts';
import { findLeadingRating } from '../../core/advisory/severity/severity.ts';
import type { VersionFinding } from '../../core/history/findings/version-findings.ts';
import type { Opinion } from '../../core/relevance/opinions/opinion.ts';
import type { StoredFacts } from '../../store/findings/stored-detail.ts';
import type { WireFinding } from '../contract/findings/finding.ts';
import {
  WireDeadline,
  WireDecisionAction,
  WirePriorityReason,
  WireReason,
  type WireActiveDecision,
} from '../contract/findings/relevance.ts';
import { createPicker } from './create-picker.ts';

export function toWireVerdict(
  status: VersionFinding['relevance'],
  { reasons, relevance }: Pick<StoredFacts, 'reasons' | 'relevance'>,
): WireFinding['relevance'] {
  const { basis, label, suggestion, conflict, isEscalated } = relevance;
  return {
    status,
    basis,
    label,
    conflict,
    escalated: isEscalated,
    reasons: reasons.map(toWireReason),
    suggestion: suggestion && toWireReason(suggestion),
  };
}

const pickReason = createPicker(WireReason);

function toWireReason(opinion: Opinion): WireReason {
  const { applies = true, changedSince = [] } = opinion;
  return pickReason({ ...opinion, applies, changedSince });
}

/** If no decision applies, returns the human decision that no longer does, because it needs to be confirmed again. */
export function toWireDecision({
  decision,
  reasons,
}: Pick<StoredFacts, 'decision' | 'reasons'>): WireActiveDecision | null {
  const told = decision ?? reasons.find(({ kind, applies }) => kind === 'human' && applies === false);
  if (told === undefined || (told.kind !== 'human' && told.kind !== 'vex')) return null;
  const { kind, state, justification, text: detail, expiresAt, at, applies = true } = told;
  const action = WireDecisionAction.options.find((each) => each === told.action) ?? null;
  const changedSince = [...(told.changedSince ?? [])];
  return {
    ...{ id: told.sourceId ?? '', kind, action, state, justification, response: [...told.response], detail },
    ...{ scope: told.scope ?? null, expiresAt, by: told.actor, at, applies },
    ...{ needsReconfirmation: changedSince.length > 0, changedSince },
  };
}

export function toWirePriority(
  { risk, band }: Pick<VersionFinding, 'risk' | 'band'>,
  { reasons, contextual, deadline }: StoredFacts['priority'],
  cvss: readonly CvssRating[],
): WireFinding['priority'] {
  const base = findLeadingRating(cvss)?.score;
  return {
    risk,
    band,
    deadline: deadline && toWireDeadline(deadline),
    contextual: contextual && base !== undefined ? { vector: contextual.vector, score: contextual.score, base } : null,
    reasons: reasons.map((reason) => pickPriorityReason(reason)),
  };
}

const pickPriorityReason = createPicker(WirePriorityReason);
const pickTerm = createPicker(WireDeadline.pick({ days: true, forensics: true, derived: true }));
const pickRule = createPicker(WireDeadline.shape.rule);

function toWireDeadline(
  deadline: NonNullable<StoredFacts['priority']['deadline']>,
): NonNullable<WireFinding['priority']['deadline']> {
  const { row, dueAt } = deadline;
  return { ...pickTerm(deadline), dueAt, rule: pickRule(row) };
}
