/**
 * A rule: a function of the subject, with an id to cite and a version that is incremented when its results change. It returns an
 * opinion or none and depends on no other rule, so that rules can be read and tested separately.
 */
import type { Evidence, Opinion } from '../opinions/opinion.ts';
import type { Subject } from '../subject/subject.ts';
import { compareText } from '../../text/compare-text.ts';
import type { Effect } from '../../vocabulary/relevance.ts';

export interface Rule {
  readonly id: string;
  readonly version: number;
  /** Stable, words with hyphens. */
  readonly code: string;
  readonly judge: (subject: Subject) => Opinion | undefined;
}

type RuleName = Pick<Rule, 'id' | 'version' | 'code'>;

/** The parts of an opinion that a rule sets; the others get defaults. */
type RuleOpinionFields = Pick<Opinion, 'effect' | 'text'> &
  Partial<Pick<Opinion, 'code' | 'class' | 'state' | 'justification' | 'response' | 'label' | 'evidence'>>;

export function toRuleOpinion({ id, version, code }: RuleName, fields: RuleOpinionFields): Opinion {
  return {
    kind: 'rule',
    code,
    actor: `${id} v${version}`,
    class: CLASSES[fields.effect],
    state: null,
    justification: null,
    response: [],
    label: null,
    evidence: [],
    guards: [],
    confidence: null,
    at: null,
    expiresAt: null,
    sourceId: null,
    ...fields,
  };
}

// A rule has to set the class `fact` explicitly.
const CLASSES: Readonly<Record<Effect, Opinion['class']>> = {
  dismiss: 'heuristic',
  deprioritize: 'heuristic',
  annotate: null,
  escalate: null,
  confirm: null,
};

const EVIDENCE_MAX = 10;

/** Returns distinct lines, limited to a readable number, in an order that does not depend on places and profiles. */
export function toEvidence(lines: readonly Evidence[]): readonly Evidence[] {
  const distinct = new Map(lines.map((line) => [JSON.stringify([line.type, line.path, line.value, line.hash]), line]));
  return [...distinct]
    .toSorted(([a], [b]) => compareText(a, b))
    .slice(0, EVIDENCE_MAX)
    .map(([, line]) => line);
}
