/**
 * A rule: a function of the subject, with an id to cite and a version that is incremented when its results change. It returns an
 * opinion or none and depends on no other rule, so that rules can be read and tested separately.
 */
import { distinctEvidence, shortenName, toOpinion, type Evidence, type Opinion } from '../opinions/opinion.ts';
import type { Subject } from '../subject/subject.ts';
import type { RuntimeEvidence } from '../../profile/profile-view.ts';
import type { Effect } from '../../vocabulary/relevance.ts';

export interface Rule {
  readonly id: string;
  readonly version: number;
  /** Stable, words with hyphens. */
  readonly code: string;
  readonly judge: (subject: Subject) => Opinion | undefined;
}

/** The parts of an opinion that a rule sets; the others get defaults. */
export type RuleOpinion = Pick<Opinion, 'effect' | 'text'> &
  Partial<
    Pick<
      Opinion,
      'code' | 'class' | 'state' | 'justification' | 'response' | 'label' | 'evidence' | 'trace' | 'at' | 'expiresAt'
    >
  >;

export function defineRule(
  { id, version, code }: Omit<Rule, 'judge'>,
  judge: (subject: Subject) => RuleOpinion | undefined,
): Rule {
  return {
    id,
    version,
    code,
    judge: (subject) => {
      const fields = judge(subject);
      if (fields === undefined) return undefined;
      return toOpinion({
        kind: 'rule',
        code,
        actor: `${id} v${version}`,
        class: CLASSES[fields.effect],
        ...fields,
        evidence: distinctEvidence(fields.evidence ?? [], EVIDENCE_MAX),
      });
    },
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

/** A readable number. */
const EVIDENCE_MAX = 10;

/** Converts a line of a runtime document to evidence. */
export function toRuntimeEvidence({ document, line, text }: RuntimeEvidence): Evidence {
  const path = line === null ? shortenName(document) : `${shortenName(document)}:${line}`;
  return { type: 'runtime', path, value: shortenName(text) };
}
