import { describe, expect, it } from 'vitest';
import { aSubject } from '../../../../test/support/subjects.ts';
import { informational } from './informational.ts';

describe('R15', () => {
  it('only notes that a record is a notice', () => {
    expect(informational.judge(aSubject({ match: { class: 'informational' } }))).toMatchObject({
      code: 'informational',
      effect: 'annotate',
      state: 'in_triage',
    });
  });

  it.each(['vulnerability', 'malicious'] as const)('does not apply to the class %s', (kind) => {
    expect(informational.judge(aSubject({ match: { class: kind } }))).toBeUndefined();
  });
});
