/**
 * What a rule is: a function of the subject, with an id that people cite and a version that goes up when its answers change. It has
 * an opinion or none, and asks nobody else, so that rules can be read and tested one by one.
 */
import type { Effect, Evidence, Opinion } from '../opinion.ts';
import type { Subject } from '../subject.ts';

export interface Rule {
  readonly id: string;
  readonly version: number;
  /** Stable, words with hyphens. */
  readonly code: string;
  readonly judge: (subject: Subject) => Opinion | undefined;
}

type RuleName = Pick<Rule, 'id' | 'version' | 'code'>;

/** What a rule says; all that it leaves out is nothing. */
type Said = Pick<Opinion, 'effect' | 'text'> &
  Partial<Pick<Opinion, 'code' | 'class' | 'state' | 'justification' | 'response' | 'label' | 'evidence'>>;

export function sayAs({ id, version, code }: RuleName, said: Said): Opinion {
  return {
    kind: 'rule',
    code,
    actor: `${id} v${version}`,
    class: CLASSES[said.effect],
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
    ...said,
  };
}

// Only a rule that says so speaks of a fact.
const CLASSES: Readonly<Record<Effect, Opinion['class']>> = {
  dismiss: 'heuristic',
  deprioritize: 'heuristic',
  annotate: null,
  escalate: null,
  confirm: null,
};

const EVIDENCE_MAX = 10;

/** Each line once, as many as a person looks at, in an order that does not depend on that of places and profiles. */
export function toEvidence(lines: readonly Evidence[]): readonly Evidence[] {
  const distinct = new Map(lines.map((line) => [JSON.stringify([line.type, line.path, line.value, line.hash]), line]));
  return [...distinct]
    .toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .slice(0, EVIDENCE_MAX)
    .map(([, line]) => line);
}
