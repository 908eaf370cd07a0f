/**
 * The control item: an item in every question about a profile that this profile certainly does not rule out. A model that
 * dismisses it was manipulated by the data, or does not understand the question.
 */
import type { Precondition } from '../core/relevance/readings/reading.ts';
import type { SharedProfile } from './shared-profile.ts';

/** The first known field makes the control item resemble a finding; without one it has no precondition. */
const TEMPLATES: readonly (readonly [path: string, type: Precondition['type'], text: (value: string) => string])[] = [
  ['runtime.os', 'os', (value) => `The flaw can be used wherever the component runs on ${value}.`],
  ['runtime.arch', 'arch', (value) => `The flaw can be used wherever the component runs on ${value}.`],
  [
    'input.acceptsUntrusted',
    'requires_untrusted_input',
    (value) => `The flaw can be used by anybody who can hand in ${value}.`,
  ],
];

export function toControlPreconditions({ fields }: SharedProfile): readonly Precondition[] {
  for (const [path, type, text] of TEMPLATES) {
    const value = firstOf(fields[path]?.value);
    if (value !== undefined) return [{ type, value, quote: text(value), necessary: true }];
  }
  return [];
}

/** `none` is the entry for an empty list. */
function firstOf(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first !== 'none' ? first : undefined;
}
