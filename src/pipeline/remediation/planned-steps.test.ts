import { describe, expect, it } from 'vitest';
import type { PlanAction } from '../../core/remediation/plan/plan-action.ts';
import type { ResidualReason } from '../../core/remediation/plan/plan.ts';
import { listPlannedSteps, NOT_PLANNED } from './planned-steps.ts';
import type { VersionPlan } from './plan/version-plan.ts';

type Action = Pick<PlanAction, 'id' | 'claim' | 'fixes' | 'mayFix' | 'changes'>;

function anAction(id: string, changes: Partial<Action> = {}): PlanAction {
  return { id, claim: 'known', fixes: [], mayFix: [], changes: [], ...changes } as unknown as PlanAction;
}

function aPlan(
  actions: readonly PlanAction[],
  residual: Readonly<Record<string, ResidualReason>>,
  findings: readonly string[],
): Pick<VersionPlan, 'plan' | 'findings'> {
  const reasons = Object.entries(residual).map(([finding, reason]) => ({ finding, reason }));
  return {
    plan: { actions, residual: reasons },
    findings: findings.map((id) => ({ id, componentId: `c-${id}`, groupId: `g-${id}` })),
  } as unknown as Pick<VersionPlan, 'plan' | 'findings'>;
}

function keysOf(plan: Pick<VersionPlan, 'plan' | 'findings'>): Readonly<Record<string, string>> {
  return Object.fromEntries(listPlannedSteps(plan).findings.map(({ groupId, key }) => [groupId.slice(2), key]));
}

describe('listPlannedSteps', () => {
  it('takes the first verified step that fixes a finding', () => {
    const actions = [
      anAction('maybe', { claim: 'unknown', fixes: ['a', 'b'] }),
      anAction('first', { fixes: ['a'] }),
      anAction('second', { fixes: ['a', 'c'], mayFix: ['d'] }),
    ];

    expect(keysOf(aPlan(actions, { b: 'unverified' }, ['a', 'b', 'c', 'd']))).toEqual({
      a: 'first',
      b: 'maybe',
      c: 'second',
      d: 'second',
    });
  });

  it('groups findings without a step by the reason', () => {
    const plan = aPlan([], { a: 'no_fix', b: 'wont_fix' }, ['a', 'b', 'c']);

    expect(keysOf(plan)).toEqual({ a: 'no_fix', b: 'wont_fix', c: 'unknown' });
    expect(listPlannedSteps(plan).steps.get('no_fix')).toEqual({
      reason: { code: 'no_fix', text: 'No fix is known.' },
    });
  });

  it('numbers the steps, and prefers the targets of verified ones', () => {
    const actions = [
      anAction('maybe', { claim: 'unknown', changes: [{ packageId: 'p', to: '3' }] }),
      anAction('sure', {
        changes: [
          { packageId: 'p', to: '2' },
          { packageId: 'q', to: null },
        ],
      }),
    ];
    const { steps, targets } = listPlannedSteps(aPlan(actions, {}, []));

    expect(steps.get('sure')).toMatchObject({ position: 2 });
    expect([...targets]).toEqual([['p', '2']]);
  });

  it('contains nothing without a plan', () => {
    const { steps, findings } = listPlannedSteps(undefined);

    expect([...steps.keys()]).toEqual([NOT_PLANNED]);
    expect(findings).toEqual([]);
  });
});
