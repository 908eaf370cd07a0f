/**
 * What a row of the contradiction table is: a kind of precondition, a field of the profile, and a function of code's own that says
 * whether the two exclude each other at one place under one profile. No word of a model is part of the answer.
 */
import type { ProfileView } from '../../../profile/profile-view.ts';
import type { VexJustification } from '../../../vex/vex-words.ts';
import type { Evidence, LowerLabel } from '../../opinion.ts';
import type { ComponentPlace, Subject } from '../../subject.ts';
import type { PreconditionType } from '../reading.ts';

/** What runtime documents in force deny. They are asked, not told: a model is given the answer by this path, never a document. */
export const ENFORCED_PATHS = [
  'enforced.exec',
  'enforced.files',
  'enforced.syscalls',
  'enforced.capabilities',
] as const;
export type EnforcedPath = (typeof ENFORCED_PATHS)[number];

/** Where a contradiction has to hold. */
export interface At {
  readonly component: Subject['component'];
  readonly place: ComponentPlace;
  readonly profile: ProfileView;
}

export interface Contradiction {
  readonly type: PreconditionType | 'any';
  /** Of the profile, or one of those above. */
  readonly path: string;
  /** The strongest that may follow from it. */
  readonly effect: 'dismiss' | 'deprioritize';
  readonly justification: VexJustification | null;
  readonly label: LowerLabel | null;
  /** What proves it, for people; undefined: the two do not exclude each other, or nobody knows. */
  readonly find: (value: string | null, at: At) => readonly Evidence[] | undefined;
}

/** With its full name: a decision that accepts a suggestion looks the field up again by it. */
export function citeField({ name, known }: ProfileView, path: string): Evidence {
  const value = known(path)?.value;
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return { type: 'profile', path: `${name}: ${path}`, value: text.slice(0, VALUE_CHARACTERS_MAX).toWellFormed() };
}

const VALUE_CHARACTERS_MAX = 200;
