import { describe, expect, it } from 'vitest';
import { aSubject, type SubjectChanges } from '../../../../test/support/subjects.ts';
import { distroMinor } from './distro-minor.ts';

describe('R05', () => {
  it.each<[SubjectChanges['match'] & object, string]>([
    [{ urgency: 'unimportant' }, 'will_not_fix'],
    [{ urgency: 'ignored' }, 'will_not_fix'],
    [{ urgency: 'Will not fix' }, 'will_not_fix'],
    [{ urgency: 'wont_fix' }, 'will_not_fix'],
    [{ urgency: 'postponed' }, 'will_not_fix'],
    [{ urgency: 'end-of-life' }, 'can_not_fix'],
    [{ urgency: 'end-of-life', fixState: 'wont_fix' }, 'can_not_fix'],
    [{ fixState: 'wont_fix' }, 'will_not_fix'],
  ])('deprioritizes %j with the response %s', (match, response) => {
    expect(distroMinor.judge(aSubject({ match }))).toMatchObject({
      code: 'distro-minor',
      effect: 'deprioritize',
      state: 'exploitable',
      response: [response],
    });
  });

  it.each<SubjectChanges['match'] & object>([
    { urgency: 'high' },
    { urgency: 'not yet assigned' },
    { urgency: 'low' },
    { fixState: 'not_fixed' },
    {},
  ])('does not apply to %j', (match) => {
    expect(distroMinor.judge(aSubject({ match }))).toBeUndefined();
  });
});
