import { describe, expect, it } from 'vitest';
import { aSubject } from '../../../../test/support/subjects.ts';
import { withdrawn } from './withdrawn.ts';

describe('R01', () => {
  it('dismisses what is withdrawn under every CVE id, as a fact', () => {
    expect(withdrawn.judge(aSubject({ vulnerability: { isWithdrawn: true } }))).toMatchObject({
      ...{ actor: 'R01 v1', code: 'withdrawn', effect: 'dismiss', class: 'fact', state: 'false_positive' },
    });
  });

  it('says nothing of everything else', () => {
    expect(withdrawn.judge(aSubject())).toBeUndefined();
  });
});
