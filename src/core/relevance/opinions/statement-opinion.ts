/** Converts a matching VEX statement to an opinion. */
import type { VexOpinion } from '../../vex/to-opinion.ts';
import type { Opinion } from './opinion.ts';
import { shortenName } from '../shorten-name.ts';

export function toStatementOpinion(statement: VexOpinion): Opinion {
  const { state, justification, response, detail, effect, trust, author, at, statementId } = statement;
  return {
    kind: 'vex',
    code: 'vex',
    actor: author,
    class: null,
    label: null,
    guards: [],
    confidence: null,
    effect,
    state,
    justification,
    response,
    at,
    expiresAt: null,
    sourceId: statementId,
    trust,
    text: detail ?? `VEX statement by ${shortenName(author)}: ${state.replaceAll('_', ' ')}.`,
    evidence: [{ type: 'vex', path: statementId, value: state }],
  };
}
