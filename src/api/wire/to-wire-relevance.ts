/** Maps the relevance of a finding to the API. Stored data is validated, not trusted, and older rows have fewer fields. */
import { z } from 'zod';
import { findLeadingRating } from '../../core/advisory/severity/severity.ts';
import type { CvssRating } from '../../core/advisory/advisory.ts';
import type { WireFinding } from '../contract/findings/finding.ts';
import {
  WireDeadline,
  WireDecisionAction,
  WireDecisionScope,
  WirePriorityReason,
  WireReason,
  WireVerdict,
  type WireActiveDecision,
} from '../contract/findings/relevance.ts';

const { kind, effect, evidence, trust } = WireReason.shape;
const Evidence = evidence.element.extend({ hash: z.string().nullable().default(null) });

/** In older rows a reason was only a code and a text. */
const StoredReason = WireReason.extend({
  kind: kind.default('rule'),
  actor: z.string().default(''),
  effect: effect.default('annotate'),
  state: WireReason.shape.state.default(null),
  justification: WireReason.shape.justification.default(null),
  response: WireReason.shape.response.default([]),
  label: WireReason.shape.label.default(null),
  evidence: z.array(Evidence).default([]),
  guards: z.array(z.string()).default([]),
  confidence: z.number().nullable().default(null),
  at: z.string().nullable().default(null),
  expiresAt: z.string().nullable().default(null),
  sourceId: z.string().nullable().default(null),
  trust: trust.default(null),
  applies: z.boolean().default(true),
  changedSince: z.array(z.string()).default([]),
  scope: WireDecisionScope.nullable().default(null),
  action: WireDecisionAction.nullable().default(null),
});
type StoredReason = z.output<typeof StoredReason>;

const Shape = WireVerdict.shape;
export const StoredVerdict = z.object({
  reasons: z.array(StoredReason),
  relevance: z
    .object({
      basis: Shape.basis,
      label: Shape.label,
      suggestion: StoredReason.nullable(),
      conflict: z.boolean(),
      isEscalated: z.boolean(),
    })
    .default({ basis: 'default', label: null, suggestion: null, conflict: false, isEscalated: false }),
  decision: StoredReason.nullable().default(null),
  priority: z
    .object({
      reasons: z.array(WirePriorityReason),
      contextual: z.object({ vector: z.string(), score: z.number() }).nullable().default(null),
      deadline: z
        .object({
          ...WireDeadline.pick({ days: true, forensics: true, derived: true }).shape,
          row: WireDeadline.shape.rule,
          dueAt: z.string().nullable().default(null),
        })
        .nullable()
        .default(null),
    })
    .default({ reasons: [], contextual: null, deadline: null }),
});
type StoredVerdict = z.output<typeof StoredVerdict>;

export function toWireVerdict(
  status: WireFinding['relevance']['status'],
  { reasons, relevance }: StoredVerdict,
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

function toWireReason({ scope: _scope, action: _action, ...reason }: StoredReason): WireReason {
  return reason;
}

/** If no decision applies, returns the human decision that no longer does, because it needs to be confirmed again. */
export function toWireDecision({ decision, reasons }: StoredVerdict): WireActiveDecision | null {
  const told = decision ?? reasons.find((reason) => reason.kind === 'human' && !reason.applies);
  if (told === undefined || (told.kind !== 'human' && told.kind !== 'vex')) return null;
  const { action, state, justification, response, scope, expiresAt, at, applies, changedSince } = told;
  return {
    id: told.sourceId ?? '',
    kind: told.kind,
    action,
    state,
    justification,
    response,
    detail: told.text,
    scope,
    expiresAt,
    by: told.actor,
    at,
    applies,
    needsReconfirmation: changedSince.length > 0,
    changedSince,
  };
}

export function toWirePriority(
  { risk, band }: Pick<WireFinding['priority'], 'risk' | 'band'>,
  { priority }: StoredVerdict,
  cvss: readonly CvssRating[],
): WireFinding['priority'] {
  const { reasons, contextual, deadline } = priority;
  const base = findLeadingRating(cvss)?.score;
  return {
    risk,
    band,
    deadline: deadline && toWireDeadline(deadline),
    contextual: contextual && base !== undefined ? { vector: contextual.vector, score: contextual.score, base } : null,
    reasons,
  };
}

type StoredDeadline = NonNullable<StoredVerdict['priority']['deadline']>;

function toWireDeadline({ row, ...deadline }: StoredDeadline): NonNullable<WireFinding['priority']['deadline']> {
  return { ...deadline, rule: row };
}
