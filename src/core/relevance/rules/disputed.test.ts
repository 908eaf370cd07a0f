import { describe, expect, it } from 'vitest';
import { aSubject, type SubjectChanges } from '../../../../test/support/subjects.ts';
import { disputed } from './disputed.ts';

describe('R02', () => {
  it.each<[string, SubjectChanges, string]>([
    ['records contradict each other', { match: { assumptions: ['disputed'] } }, 'Sources disagree'],
    ['a record says that it is disputed', { vulnerability: { isDisputed: true } }, 'disputed'],
  ])('only notes that %s', (_, changes, word) => {
    const opinion = disputed.judge(aSubject(changes));

    expect(opinion).toMatchObject({ code: 'disputed', effect: 'annotate', state: 'in_triage' });
    expect(opinion?.text).toContain(word);
  });

  it('does not apply when nothing is disputed', () => {
    expect(disputed.judge(aSubject({ match: { assumptions: ['epoch-unknown'] } }))).toBeUndefined();
  });
});
