import { describe, expect, it } from 'vitest';
import { aSubject } from '../../../../test/support/subjects.ts';
import { malicious } from './malicious.ts';

describe('R17', () => {
  it('escalates a package that was made to do harm', () => {
    expect(malicious.judge(aSubject({ match: { class: 'malicious' } }))).toMatchObject({
      ...{ code: 'malicious', effect: 'escalate', state: 'exploitable' },
    });
  });

  it('says nothing of any other', () => {
    expect(malicious.judge(aSubject())).toBeUndefined();
  });
});
