/** What people have noted and a model was given: never evidence, and a reason to doubt its answers where it speaks to the model. */
import type { FindingInput } from './finding-input.ts';

export function givenNotes({ subject, sharing, notesOf }: FindingInput): readonly string[] {
  if (sharing !== 'full-profile') return [];
  return subject.profiles.flatMap((profile) => notesOf?.(profile) ?? []);
}
