import { describe, expect, it } from 'vitest';
import { aReachabilityFact, aSubject, KEV } from '../../../../test/support/subjects.ts';
import { REACHABILITY_GAPS } from '../../vocabulary/reachability.ts';
import { judgeFinding } from '../judge-finding.ts';
import { notImported } from './not-imported.ts';

const NOT_IMPORTED = [aReachabilityFact({ state: 'not_imported' })];

describe('R24', () => {
  it('dismisses a finding whose vulnerable packages are not in the build', () => {
    expect(notImported.judge(aSubject({ reachability: NOT_IMPORTED }))).toMatchObject({
      effect: 'dismiss',
      class: 'fact',
      state: 'not_affected',
      justification: 'code_not_present',
    });
  });

  it('is a fact, which a guard does not hold back, but never dismisses a malicious package', () => {
    const exploited = judgeFinding(aSubject({ reachability: NOT_IMPORTED, vulnerability: { kev: KEV } }));
    const malicious = judgeFinding(aSubject({ reachability: NOT_IMPORTED, match: { class: 'malicious' } }));

    expect(exploited.verdict.status).toBe('not_relevant');
    expect(malicious.verdict.status).toBe('relevant');
  });

  it.each(REACHABILITY_GAPS)('only notes it with the gap %s', (gap) => {
    const fact = aReachabilityFact({ state: 'not_imported', gap });

    expect(notImported.judge(aSubject({ reachability: [fact] }))?.effect).toBe('annotate');
  });

  it.each(['called', 'imported', 'not_called'] as const)('does not apply to %s', (state) => {
    expect(notImported.judge(aSubject({ reachability: [aReachabilityFact({ state })] }))).toBeUndefined();
  });
});
