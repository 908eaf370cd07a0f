/**
 * A row of the contradiction table: a type of precondition, a profile field, and a function that decides whether the two
 * contradict each other at one place under one profile. The decision uses no output of the model.
 */
import type { ProfileView } from '../../../profile/profile-view.ts';
import type { Evidence } from '../../opinions/opinion.ts';
import type { Answers } from '../../questions/question.ts';
import type { ComponentPlace, Subject } from '../../subject/subject.ts';
import type { PreconditionType } from '../assessment.ts';
import type { LowerLabel } from '../../../vocabulary/relevance.ts';
import type { VexJustification } from '../../../vocabulary/vex.ts';

/** Denials by enforced runtime documents. The model receives only the result under this path, never the document itself. */
export const ENFORCED_PATHS = [
  'enforced.exec',
  'enforced.files',
  'enforced.syscalls',
  'enforced.capabilities',
  'enforced.devices',
] as const;
export type EnforcedPath = (typeof ENFORCED_PATHS)[number];

/** Answers to questions about the service, which apply to all its profiles. */
export const ANSWER_PATH = 'answers';

/** Where a contradiction has to hold. */
export interface PlaceContext {
  readonly component: Subject['component'];
  readonly place: ComponentPlace;
  readonly profile: ProfileView;
  /** Absent: none. */
  readonly answers?: Answers | undefined;
}

export interface Contradiction {
  readonly type: PreconditionType | 'any';
  /** A profile path or one of the paths above. */
  readonly path: string;
  /** The strongest effect that may follow. */
  readonly effect: 'dismiss' | 'deprioritize';
  readonly justification: VexJustification | null;
  readonly label: LowerLabel | null;
  /** Returns the evidence to show; undefined: no contradiction, or unknown. */
  readonly find: (value: string | null, at: PlaceContext) => readonly Evidence[] | undefined;
}

/** Includes the profile name, because a decision that accepts a suggestion looks up the field by this path. */
export function citeField({ name, known }: ProfileView, path: string): Evidence {
  const value = known(path)?.value;
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return { type: 'profile', path: `${name}: ${path}`, value: text.slice(0, VALUE_CHARACTERS_MAX).toWellFormed() };
}

const VALUE_CHARACTERS_MAX = 200;
