import { describe, expect, it } from 'vitest';
import { rankOf } from '../../advisory/severity/severity-rank.ts';
import { judgeDecision, toDecisionOpinion, type Decision, type CurrentConditions } from './decision.ts';

const NOW = '2026-11-15T12:00:00.000Z';
const FIELD = { profile: 'default', path: 'runtime.os', valueSha256: 'aa' };
const PREMISES = {
  advisorySha256: 'a',
  severityRank: rankOf('medium'),
  kev: false,
  exploitation: 'none',
  componentVersions: ['1.2.3'],
  profileFields: [FIELD],
};
const TODAY: CurrentConditions = { ...PREMISES, componentVersionsSince: null };

function aDecision(changes: Partial<Decision> = {}): Decision {
  return {
    id: 'd1',
    state: 'not_affected',
    justification: 'code_not_reachable',
    response: [],
    detail: 'never called',
    effect: 'dismiss',
    label: null,
    scope: 'service',
    versionId: null,
    by: 'ann',
    at: '2026-01-01T00:00:00.000Z',
    expiresAt: null,
    premises: PREMISES,
    ...changes,
  };
}

describe('judgeDecision', () => {
  it.each<[string, Partial<CurrentConditions>, boolean, readonly string[]]>([
    ['nothing', {}, true, []],
    ['the advisory', { advisorySha256: 'b' }, true, ['advisory-changed']],
    ['a lower severity', { severityRank: rankOf('low') }, true, []],
    ['a first rating of medium', { severityRank: rankOf('unknown') }, true, []],
    ['a higher severity', { severityRank: rankOf('high') }, false, ['severity-raised']],
    ['an entry in the catalog', { kev: true }, false, ['known-exploited']],
    ['active exploitation', { exploitation: 'active' }, false, ['exploitation-active']],
    ['a public exploit', { exploitation: 'poc' }, true, []],
    ['a field that it cites', { profileFields: [{ ...FIELD, valueSha256: 'bb' }] }, false, ['profile-changed']],
    ['a field that became unknown', { profileFields: [] }, false, ['profile-changed']],
    ['further fields', { profileFields: [FIELD, { ...FIELD, path: 'runtime.arch' }] }, true, []],
    ['a minor version', { componentVersions: ['1.9.0'] }, true, []],
    ['a major version', { componentVersions: ['2.0.0'] }, true, ['major-version-changed']],
    [
      'a major version, 29 days ago',
      { componentVersions: ['2.0.0'], componentVersionsSince: '2026-10-17T12:00:00.000Z' },
      true,
      ['major-version-changed'],
    ],
    [
      'a major version, 30 days ago',
      { componentVersions: ['1.2.3', '2.0.0'], componentVersionsSince: '2026-10-16T12:00:00.000Z' },
      false,
      ['major-version-changed'],
    ],
    [
      'all of it',
      { advisorySha256: 'b', severityRank: rankOf('critical'), kev: true, exploitation: 'active', profileFields: [] },
      false,
      ['severity-raised', 'known-exploited', 'exploitation-active', 'profile-changed', 'advisory-changed'],
    ],
  ])('decides whether a decision applies after a change of %s', (_, changes, applies, why) => {
    expect(judgeDecision(aDecision(), { ...TODAY, ...changes }, NOW)).toEqual({
      applies,
      needsReconfirmation: why.length > 0,
      why,
    });
  });

  it.each([
    ['2026-11-15T12:00:00.000Z', false],
    ['2026-11-15T12:00:00.001Z', true],
  ])('decides whether a decision with the expiry %s applies', (expiresAt, applies) => {
    expect(judgeDecision(aDecision({ expiresAt }), TODAY, NOW)).toMatchObject({ applies });
  });

  it.each(['confirm', 'annotate'] as const)(
    'keeps a decision to %s until it expires, even when the finding got worse',
    (effect) => {
      const worse = { ...TODAY, kev: true, severityRank: rankOf('critical') };

      expect(judgeDecision(aDecision({ effect }), worse, NOW)).toMatchObject({
        applies: true,
        needsReconfirmation: true,
      });
      expect(judgeDecision(aDecision({ effect, expiresAt: NOW }), TODAY, NOW)).toMatchObject({ applies: false });
    },
  );

  it.each([
    ['1:2.3-4', '1:2.9-1', true],
    ['v1.2.3', '1.4.0', true],
    ['1.2.3', '10.2.3', false],
    ['rolling', 'rolling', true],
    ['rolling', 'stable', false],
  ])('compares the major versions of %s and %s: %s', (before, after, isSame) => {
    const premises = { ...PREMISES, componentVersions: [before] };
    const { why } = judgeDecision(aDecision({ premises }), { ...TODAY, componentVersions: [after] }, NOW);

    expect(why.includes('major-version-changed')).toBe(!isSame);
  });

  it('ignores advisory changes when the decision stored no advisory hash', () => {
    const { advisorySha256: _, ...premises } = PREMISES;

    expect(judgeDecision(aDecision({ premises }), TODAY, NOW).why).toEqual([]);
  });

  it('converts to an opinion with scope, state and the changed premises', () => {
    const decision = aDecision();
    const judged = judgeDecision(decision, { ...TODAY, kev: true }, NOW);

    expect(toDecisionOpinion(decision, judged)).toMatchObject({
      kind: 'human',
      code: 'decision',
      actor: 'ann',
      effect: 'dismiss',
      text: 'never called',
      sourceId: 'd1',
      scope: 'service',
      applies: false,
      changedSince: ['known-exploited'],
      evidence: [{ type: 'profile', path: 'default: runtime.os', hash: 'aa' }],
    });
    expect(toDecisionOpinion(aDecision({ detail: null, state: 'in_triage' }), judged).text).toMatch(
      /Under investigation/,
    );
  });
});
