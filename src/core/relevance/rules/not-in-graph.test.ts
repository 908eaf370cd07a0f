import { describe, expect, it } from 'vitest';
import { aPlace, aSubject } from '../../../../test/support/subjects.ts';
import { notInGraph } from './not-in-graph.ts';

const judge = (answers: readonly (boolean | null)[]) =>
  notInGraph.judge(aSubject({ places: answers.map((inGraph) => aPlace({ inGraph })) }));

describe('R12', () => {
  it('only notes a component that no complete graph leads to', () => {
    expect(judge([false, false])).toMatchObject({ code: 'not-in-graph', effect: 'annotate', state: 'in_triage' });
  });

  it.each([{ answers: [false, true] }, { answers: [false, null] }, { answers: [null] }, { answers: [true] }])(
    'does not apply to $answers',
    ({ answers }) => {
      expect(judge(answers)).toBeUndefined();
    },
  );
});
