import { describe, expect, it } from 'vitest';
import { aPlace, aReachabilityFact, aSubject } from '../../../../test/support/subjects.ts';
import { judgeFinding } from '../judge-finding.ts';
import { called } from './called.ts';

const TRACE = { frames: [{ function: 'main', package: 'app', file: 'main.go', line: 3 }], omitted: 0 };

describe('R22', () => {
  it('escalates a finding whose vulnerable code is called, with the trace', () => {
    const opinion = called.judge(aSubject({ reachability: [aReachabilityFact({ trace: TRACE })] }));

    expect(opinion).toMatchObject({
      code: 'called',
      effect: 'escalate',
      trace: TRACE,
      evidence: [{ type: 'reachability', path: 'govulncheck v1', value: 'called', hash: 'ab' }],
    });
  });

  it('only notes a call in another build, and a used package', () => {
    const other = aReachabilityFact({ gap: 'other-build' });
    const used = aReachabilityFact({ state: 'imported', trace: TRACE });

    expect(called.judge(aSubject({ reachability: [other] }))).toMatchObject({ code: 'called', effect: 'annotate' });
    expect(called.judge(aSubject({ reachability: [used] }))).toMatchObject({
      code: 'imported',
      effect: 'annotate',
      trace: TRACE,
    });
  });

  it.each(['not_called', 'not_imported'] as const)('does not apply to %s', (state) => {
    expect(called.judge(aSubject({ reachability: [aReachabilityFact({ state })] }))).toBeUndefined();
  });

  it('turns the dismissal by another rule into a suggestion', () => {
    const places = [aPlace({ scope: 'development' })];
    const without = judgeFinding(aSubject({ places })).verdict;
    const { status, deciding, suggestion } = judgeFinding(
      aSubject({ places, reachability: [aReachabilityFact({})] }),
    ).verdict;

    expect(without.status).toBe('not_relevant');
    expect([status, deciding?.code, suggestion?.code]).toEqual(['relevant', 'called', 'dev-dependency']);
    expect(suggestion?.guards).toEqual(['called']);
  });
});
