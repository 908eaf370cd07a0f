import { describe, expect, it } from 'vitest';
import { aSubject } from '../../../../test/support/subjects.ts';
import { malicious } from './malicious.ts';

describe('R17', () => {
  it('escalates a malicious package', () => {
    expect(malicious.judge(aSubject({ match: { class: 'malicious' } }))).toMatchObject({
      code: 'malicious',
      effect: 'escalate',
      state: 'exploitable',
    });
  });

  it('does not apply to other classes', () => {
    expect(malicious.judge(aSubject())).toBeUndefined();
  });
});
