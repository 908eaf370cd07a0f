import { describe, expect, it } from 'vitest';
import { aSubject } from '../../../../test/support/subjects.ts';
import { withdrawn } from './withdrawn.ts';

describe('R01', () => {
  it('dismisses as a fact a vulnerability whose CVE ids are all withdrawn', () => {
    expect(withdrawn.judge(aSubject({ vulnerability: { isWithdrawn: true } }))).toMatchObject({
      actor: 'R01 v1',
      code: 'withdrawn',
      effect: 'dismiss',
      class: 'fact',
      state: 'false_positive',
    });
  });

  it('does not apply to other vulnerabilities', () => {
    expect(withdrawn.judge(aSubject())).toBeUndefined();
  });
});
