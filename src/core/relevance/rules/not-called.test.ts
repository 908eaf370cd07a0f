import { describe, expect, it } from 'vitest';
import { aReachabilityFact, aSubject, KEV } from '../../../../test/support/subjects.ts';
import { REACHABILITY_GAPS } from '../../vocabulary/reachability.ts';
import { judgeFinding } from '../judge-finding.ts';
import { notCalled } from './not-called.ts';

const NOT_CALLED = [aReachabilityFact({ state: 'not_called' })];

describe('R23', () => {
  it('dismisses a finding whose vulnerable code is not called', () => {
    expect(notCalled.judge(aSubject({ reachability: NOT_CALLED }))).toMatchObject({
      effect: 'dismiss',
      class: 'heuristic',
      state: 'not_affected',
      justification: 'code_not_reachable',
    });
  });

  it('only suggests it for a guarded finding', () => {
    const { verdict } = judgeFinding(aSubject({ reachability: NOT_CALLED, vulnerability: { kev: KEV } }));

    expect([verdict.status, verdict.suggestion?.code]).toEqual(['relevant', 'not-called']);
  });

  it.each(REACHABILITY_GAPS)('only notes it with the gap %s', (gap) => {
    const fact = aReachabilityFact({ state: 'not_called', gap });

    expect(notCalled.judge(aSubject({ reachability: [fact] }))).toMatchObject({
      effect: 'annotate',
      text: expect.stringContaining('Not applied'),
    });
  });

  it.each(['called', 'imported', 'not_imported'] as const)('does not apply to %s', (state) => {
    expect(notCalled.judge(aSubject({ reachability: [aReachabilityFact({ state })] }))).toBeUndefined();
  });
});
