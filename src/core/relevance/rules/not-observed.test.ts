import { describe, expect, it } from 'vitest';
import { aPlace, aProfile, aSubject } from '../../../../test/support/subjects.ts';
import type { Observation } from '../../profile/profile-view.ts';
import { notObserved } from './not-observed.ts';

const PLACE = aPlace({ image: 'app:1', files: ['/usr/lib/liba.so'] });

function anObservation(changes: Partial<Observation> = {}): Observation {
  return {
    image: 'app:1',
    from: '2026-02-25T00:00:00.000Z',
    to: '2026-03-04T00:00:00.000Z',
    hasObserved: () => false,
    ...changes,
  };
}

const judge = (observations: readonly (readonly Observation[])[], places = [PLACE]) =>
  notObserved.judge(aSubject({ places, profiles: observations.map((each) => aProfile({ observations: each })) }));

describe('R18', () => {
  it.each([
    { name: 'nothing in seven days', observations: [[anObservation()]] },
    { name: 'nothing in every profile', observations: [[anObservation()], [anObservation()]] },
    {
      name: 'nothing in a shorter time too',
      observations: [[anObservation(), anObservation({ to: '2026-02-26T00:00:00.000Z' })]],
    },
    {
      name: 'activity in another image only',
      observations: [[anObservation(), anObservation({ image: 'x', hasObserved: () => true })]],
    },
  ])('deprioritizes for observations: $name', ({ observations }) => {
    expect(judge(observations)).toMatchObject({
      code: 'not-observed',
      effect: 'deprioritize',
      label: 'not_observed',
      justification: 'code_not_reachable',
    });
  });

  it.each([
    { name: 'a file of it', observations: [[anObservation({ hasObserved: (path) => path === '/usr/lib/liba.so' })]] },
    { name: 'less than seven days', observations: [[anObservation({ to: '2026-03-03T23:59:59.000Z' })]] },
    { name: 'another image', observations: [[anObservation({ image: 'app:2' })]] },
    { name: 'an observation without an image', observations: [[anObservation({ image: null })]] },
    { name: 'nothing in one profile only', observations: [[anObservation()], []] },
    { name: 'an invalid time', observations: [[anObservation({ from: 'yesterday' })]] },
    { name: 'no profile', observations: [] },
  ])('does not apply for observations: $name', ({ observations }) => {
    expect(judge(observations)).toBeUndefined();
  });

  it('does not apply when one place has no known files or another image', () => {
    expect(judge([[anObservation()]], [PLACE, aPlace({ image: 'app:1' })])).toBeUndefined();
    expect(judge([[anObservation()]], [PLACE, aPlace({ image: 'app:2', files: ['/a'] })])).toBeUndefined();
    expect(judge([[anObservation({ image: null })]], [aPlace({ files: ['/a'] })])).toBeUndefined();
  });
});
