import { describe, expect, it } from 'vitest';
import { WireRecommendation } from '../../contract/findings/remediation.ts';
import { makePlan } from '../../../core/remediation/plan/plan.ts';
import type { FoundRecommendation } from '../../../pipeline/remediation/find-recommendation.ts';
import { aPlanInput, aPlanPackage, recordOf } from '../../../../test/support/remediation.ts';
import { toWireRecommendation } from './finding.ts';
import { runToEnd } from '../../../core/steps.ts';

const record = recordOf('npm', 'a');

/** Builds the recommendation for a version without a stored plan. */
function ask(records: readonly unknown[]): FoundRecommendation {
  const about = aPlanPackage('pkg:npm/a@1.0.0', records);
  const [action = null] = runToEnd(makePlan(aPlanInput([about]))).actions;
  const vulnerabilities = [{ groupId: 'CVE-2024-2', id: 'CVE-2024-2', severity: 'low' } as const];
  return { action, step: null, package: about, vulnerabilities };
}

describe('toWireRecommendation', () => {
  it('returns the action that fixes the finding, and its step in the plan', () => {
    const asked = ask([record('CVE-2024-1', { introduced: '0' }, { fixed: '1.1.0' })]);
    const wire = toWireRecommendation({ ...asked, step: 3, package: null }, '1.0.0');

    expect(WireRecommendation.parse(wire)).toEqual(wire);
    expect(wire).toMatchObject({
      actionId: asked.action?.id,
      step: 3,
      kind: 'upgrade',
      from: '1.0.0',
      to: '1.1.0',
      clean: true,
      text: 'Upgrade a to 1.1.0.',
      commands: [{ manager: 'npm' }, {}, {}],
      withoutClean: null,
    });
  });

  it('does not mark an upgrade as clean if vulnerabilities remain', () => {
    const records = [
      record('CVE-2024-1', { introduced: '0' }, { fixed: '1.1.0' }),
      record('CVE-2024-2', { introduced: '0' }),
    ];
    const wire = toWireRecommendation(ask(records), '1.0.0');

    expect(wire).toMatchObject({
      to: '1.1.0',
      clean: false,
      remaining: [{ id: 'CVE-2024-2', severity: 'low' }],
      withoutClean: { situation: 'reduces', response: 'update' },
    });
    expect(toWireRecommendation({ ...ask(records), action: null }, '1.0.0')).toMatchObject({
      actionId: null,
      kind: null,
      to: '1.1.0',
      clean: false,
      remaining: [{ id: 'CVE-2024-2' }],
    });
  });

  it('names the version that fixes a finding without a step in the plan', () => {
    const asked = ask([record('CVE-2024-1', { introduced: '0' }, { fixed: '1.1.0' })]);

    expect(toWireRecommendation({ ...asked, action: null }, '1.0.0')).toMatchObject({
      actionId: null,
      to: '1.1.0',
      clean: true,
      text: 'The plan has no step for this finding. Upgrade a to 1.1.0 to fix it.',
    });
  });

  it.each([
    ['of which no fix is known', ask([record('CVE-2024-1', { introduced: '0' })]), /^No fix for a is known/],
    ['of which nothing is known', { ...ask([]), package: null }, /^No fix is known/],
    [
      'is fixed in another release only',
      { ...ask([]), package: null, otherRelease: { family: 'Debian', release: '13', version: '3.0.12-1' } },
      / Debian 13 has a fix: 3\.0\.12-1\.$/,
    ],
  ])('explains a finding without an action: %s', (_case, asked, text) => {
    const wire = toWireRecommendation({ ...asked, action: null }, '1.0.0');

    expect(WireRecommendation.parse(wire)).toEqual(wire);
    expect(wire).toMatchObject({ to: null, clean: false, commands: [], commandReason: 'none' });
    expect(wire.text).toMatch(text);
  });
});
