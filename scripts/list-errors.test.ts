import { describe, expect, it } from 'vitest';
import { defineError, quote, type ErrorDefinition } from '../src/core/errors.ts';
import { fillWithDots } from './list-errors.ts';

interface Facts {
  readonly name: string;
  readonly count: number;
  readonly found: readonly string[];
}

describe('fillWithDots', () => {
  it.each<[string, (facts: Facts) => string, string]>([
    ['a text', ({ name }) => `No ${name}.`, 'No ….'],
    ['a quoted text', ({ name }) => `No ${quote(name)}.`, 'No "…".'],
    ['a part of a text', ({ name }) => `No ${name.slice(0, 8).toUpperCase()}.`, 'No ….'],
    ['a number', ({ count }) => `At most ${count}.`, 'At most ….'],
    ['a computed number', ({ count }) => `At most ${Math.ceil(count / 1000)} s.`, 'At most … s.'],
    ['a list', ({ found }) => `Found ${found.join(', ')}.`, 'Found ….'],
    ['only a value', ({ name }) => name, '…'],
    ['no fact', () => 'Nothing.', 'Nothing.'],
  ])('puts dots in place of %s', (_case, toMessage, expected) => {
    const definition = defineError('SEEDED', toMessage) as ErrorDefinition<unknown>;

    expect(fillWithDots(definition)).toBe(expected);
  });
});
