import { describe, expect, it } from 'vitest';
import { aPlanPackage, recordOf } from '../../../../test/support/remediation.ts';
import { predict, substituteVersions, type CountedFinding } from './predict.ts';
import { runToEnd } from '../../steps.ts';

function aFinding(component: string, groupId: string, changes: Partial<CountedFinding> = {}): CountedFinding {
  return {
    component,
    groupId,
    severity: 'high',
    status: 'relevant',
    isFiltered: false,
    risk: 50,
    dueAt: null,
    ...changes,
  };
}

const UPGRADE = { kind: 'upgrade' } as const;

describe('predict', () => {
  it('counts before, after and after every step', () => {
    const before = [
      {
        packageId: '1',
        findings: [aFinding('a@1', 'CVE-1'), aFinding('a@1', 'CVE-2', { severity: 'low', risk: 10.1 })],
      },
      {
        packageId: '2',
        findings: [
          aFinding('b@1', 'CVE-3', { status: 'not_relevant', isFiltered: true, risk: 0, dueAt: '2026-02-01' }),
        ],
      },
    ];
    const prediction = runToEnd(
      predict(
        before,
        [{ packageId: '1', step: 1, findings: [aFinding('a@2', 'CVE-2', { severity: 'low', risk: 10.1 })] }],
        [UPGRADE, UPGRADE],
      ),
    );

    expect(prediction.before).toEqual({
      total: 3,
      risk: 60.1,
      bySeverity: { high: 2, low: 1 },
      byStatus: { not_relevant: 1, relevant: 2 },
    });
    expect(prediction.after).toEqual({
      total: 2,
      risk: 10.1,
      bySeverity: { high: 1, low: 1 },
      byStatus: { not_relevant: 1, relevant: 1 },
    });
    expect(prediction.steps).toEqual([
      { findings: 2, risk: 60.1, bySeverity: { high: 1, low: 1 } },
      { findings: 1, risk: 10.1, bySeverity: { low: 1 } },
    ]);
    expect(prediction).toMatchObject({ introduced: [], maxDueAfter: '2026-02-01' });
  });

  it('counts a finding of packages that become the same version once, until the last of them is fixed', () => {
    const before = [
      { packageId: '1', findings: [aFinding('a@1', 'CVE-1')] },
      { packageId: '2', findings: [aFinding('a@2', 'CVE-1')] },
    ];
    const rematched = [
      { packageId: '1', step: 0, findings: [aFinding('a@3', 'CVE-1')] },
      { packageId: '2', step: 1, findings: [aFinding('a@3', 'CVE-1')] },
      { packageId: '1', step: 2, findings: [] },
    ];

    expect(
      runToEnd(predict(before, rematched, [UPGRADE, UPGRADE, UPGRADE])).steps.map(({ findings }) => findings),
    ).toEqual([2, 1, 1]);
  });

  it('uses the new findings of packages that become the same version, not the previous ones', () => {
    const before = [
      { packageId: '1', findings: [aFinding('a@1', 'CVE-1')] },
      { packageId: '2', findings: [aFinding('a@2', 'CVE-1', { risk: 10 })] },
    ];
    const both = [aFinding('a@2', 'CVE-1', { risk: 40 })];
    const rematched = ['1', '2'].map((packageId) => ({ packageId, step: 0, findings: both }));

    expect(runToEnd(predict(before, rematched, [UPGRADE])).remaining).toEqual(both);
  });

  it('returns the introduced findings', () => {
    const before = [{ packageId: '1', findings: [aFinding('a@1', 'CVE-1')] }];
    const { introduced } = runToEnd(
      predict(before, [{ packageId: '1', step: 0, findings: [aFinding('a@2', 'CVE-9')] }], [UPGRADE]),
    );

    expect(introduced).toEqual([aFinding('a@2', 'CVE-9')]);
  });

  it('always notes what was not simulated', () => {
    expect(runToEnd(predict([], [], [UPGRADE])).notes).toEqual([expect.stringContaining('not resolved')]);
    expect(runToEnd(predict([], [], [{ kind: 'rebuild_base' }])).notes).toHaveLength(2);
  });
});

describe('substituteVersions', () => {
  const records = [recordOf('npm', 'a')('CVE-1', { introduced: '0' }, { fixed: '1.1.0' })];
  const packages = [aPlanPackage('pkg:npm/a@1.0.0', records), aPlanPackage('pkg:npm/a@1.0.1', records)];

  it('replaces the versions that actions change, with one text for equal results', () => {
    const changes = packages.map(({ id }) => ({ packageId: id, to: '1.1.0' }));
    const [first, second] = substituteVersions(packages, [
      { changes: [], claim: 'known' },
      { changes, claim: 'known' },
    ]);

    expect(first).toMatchObject({ packageId: 'pkg:npm/a@1.0.0', step: 1, package: { version: '1.1.0' } });
    expect(second?.becomes).toBe(first?.becomes);
  });

  it('changes nothing for an unverified action', () => {
    const changes = packages.map(({ id }) => ({ packageId: id, to: '1.1.0' }));

    expect(substituteVersions(packages, [{ changes, claim: 'unknown' }])).toEqual([]);
  });

  it('returns null for removed packages and skips unknown ones', () => {
    const changes = [
      { packageId: 'pkg:npm/a@1.0.0', to: null },
      { packageId: 'unknown', to: '1.1.0' },
    ];

    expect(substituteVersions(packages, [{ changes, claim: 'known' }])).toEqual([
      { packageId: 'pkg:npm/a@1.0.0', step: 0, package: null, becomes: null },
    ]);
  });
});
