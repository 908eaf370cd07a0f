/**
 * The control item: something that goes with every question about a profile and that this profile certainly does not rule out. A
 * model that dismisses it was talked into something, or does not understand what it is asked.
 */
import type { Precondition } from '../core/relevance/readings/reading.ts';
import type { SharedProfile } from './shared-profile.ts';

/** The first field that is known makes the control resemble a finding; without one it demands nothing at all. */
const MADE_OF: readonly (readonly [path: string, type: Precondition['type'], text: (value: string) => string])[] = [
  ['runtime.os', 'os', (value) => `The flaw can be used wherever the component runs on ${value}.`],
  ['runtime.arch', 'arch', (value) => `The flaw can be used wherever the component runs on ${value}.`],
  [
    'input.acceptsUntrusted',
    'requires_untrusted_input',
    (value) => `The flaw can be used by anybody who can hand in ${value}.`,
  ],
];

export function toControlPreconditions({ fields }: SharedProfile): readonly Precondition[] {
  for (const [path, type, text] of MADE_OF) {
    const value = firstOf(fields[path]?.value);
    if (value !== undefined) return [{ type, value, quote: text(value), necessary: true }];
  }
  return [];
}

/** `none` is the one entry that says there is nothing. */
function firstOf(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first !== 'none' ? first : undefined;
}
