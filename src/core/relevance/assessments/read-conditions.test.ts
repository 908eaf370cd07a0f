import { describe, expect, it } from 'vitest';
import { aPrecondition, aText } from '../../../../test/support/readings.ts';
import { aProfile, aSubject } from '../../../../test/support/subjects.ts';
import type { Precondition } from './assessment.ts';
import { listReadConditions } from './read-conditions.ts';

const QUOTE = 'The attack requires that default typing is enabled.';
const FEATURE = aPrecondition({ type: 'feature', value: 'default typing', quote: QUOTE, necessary: true });

function read(preconditions: readonly Precondition[], details = `A flaw in lib. ${QUOTE}`, changes = {}) {
  const texts = [aText({ details })];
  return listReadConditions(aSubject(changes), { preconditions }, texts).flatMap(({ alternatives }) => alternatives);
}

describe('listReadConditions', () => {
  it('asks about a feature that the advisory demands', () => {
    expect(read([FEATURE])).toEqual([{ kind: 'feature', subject: 'default typing', package: 'lib' }]);
  });

  it.each<[string, readonly Precondition[], (string | undefined)?, object?]>([
    ['a quote that is not in the text', [FEATURE], 'Something else happens in lib.'],
    ['a value that the quote does not name', [{ ...FEATURE, value: 'polymorphic types' }]],
    ['what is not necessary', [{ ...FEATURE, necessary: false }]],
    ['one of several alternatives', [FEATURE, { ...FEATURE, value: 'other' }]],
    ['a type that no person is asked about', [{ ...FEATURE, type: 'authenticated', value: null }]],
    ['text with signs of a sentence', [{ ...FEATURE, value: 'default typing? "yes"' }]],
    ['a structured field', [{ ...FEATURE, quote: '' }]],
    [
      'what the profile excludes',
      [FEATURE],
      undefined,
      {
        component: { purl: 'pkg:npm/lib@1.0.0' },
        profiles: [
          aProfile({ fields: { 'usage.featuresNotUsed': [{ purl: 'pkg:npm/lib', feature: 'default typing' }] } }),
        ],
      },
    ],
  ])('does not ask about %s', (_, preconditions, details, changes) => {
    expect(read(preconditions, details, changes)).toEqual([]);
  });
});
