import { describe, expect, it } from 'vitest';
import { WireRemediation } from '../contract/findings/remediation.ts';
import { makePlan } from '../../core/remediation/plan/plan.ts';
import type { PlanFinding, PlanInput, PlanPackage } from '../../core/remediation/plan/plan-input.ts';
import { predict, substituteVersions } from '../../core/remediation/plan/predict.ts';
import type { PlannedFinding, VersionPlan } from '../../pipeline/remediation/plan/version-plan.ts';
import { aPlanInput, aPlanPackage, findingsIn, recordOf } from '../../../test/support/remediation.ts';
import { aCoverage, anId } from '../../../test/support/wire-answers.ts';
import { toWireRemediation, toWireEmptyPlan, type PlanFrame } from './to-wire-remediation.ts';
import { runToEnd } from '../../core/steps.ts';

const FRAME: PlanFrame = {
  version: { id: anId(2), name: '2.4.1' },
  previousPlan: null,
  page: { offset: 0, limit: 1_000 },
  showsServices: true,
};

/**
 * Builds a plan as the pipeline does, for findings with UUIDs. Nothing is matched again, so every step fixes what its action
 * states.
 */
function aVersionPlan(
  packages: readonly PlanPackage[],
  changes: (finding: PlanFinding) => Partial<PlanFinding> = () => ({}),
  images: PlanInput['images'] = [],
): VersionPlan {
  const input = aPlanInput(packages, {
    images,
    findings: findingsIn(packages, changes).map((finding, index) => ({ ...finding, id: anId(index) })),
  });
  const plan = runToEnd(makePlan(input));
  const counted = [...Map.groupBy(input.findings, ({ packageId }) => packageId)].map(([packageId, findings]) => ({
    packageId,
    findings: findings.map(({ groupId, severity, isFiltered, risk, dueAt }) => ({
      component: packageId,
      groupId,
      severity,
      isFiltered,
      risk,
      dueAt,
      status: isFiltered ? 'not_relevant' : 'relevant',
    })),
  }));
  const rematched = substituteVersions(packages, plan.actions).map(({ packageId, step }) => ({
    packageId,
    step,
    findings: [],
  }));
  return {
    versionId: anId(2),
    serviceId: anId(1),
    analysisId: anId(3),
    snapshot: 7,
    at: input.at,
    riskModel: '1',
    options: { strategy: 'lowest' },
    plan,
    prediction: runToEnd(predict(counted, rematched, plan.actions)),
    findings: input.findings.map((finding): PlannedFinding => {
      const found = packages.find(({ id }) => id === finding.packageId);
      const { id, groupId, class: kind, severity, packageId, risk, isFiltered } = finding;
      return {
        id,
        findingId: id,
        groupId,
        vulnerability: groupId,
        class: kind,
        severity,
        risk,
        isFiltered,
        componentId: packageId,
        package: found?.key ?? '',
        packageName: found?.name ?? '',
        componentVersion: found?.package.version ?? '',
      };
    }),
    vulnerabilities: input.findings.map(({ groupId, severity }) => ({ groupId, id: groupId, severity })),
    coverage: aCoverage(2, 3),
  };
}

const A = [
  recordOf('npm', 'a')('CVE-2024-1', { introduced: '0' }, { fixed: '1.1.0' }),
  recordOf('npm', 'a')('CVE-2024-2', { introduced: '0' }, { fixed: '1.2.0' }),
];
const B = [recordOf('npm', 'b')('CVE-2024-3', { introduced: '0' })];
const C = [recordOf('npm', 'c')('CVE-2024-4', { introduced: '0' }, { fixed: '2.0.0' })];

const PACKAGES = [
  aPlanPackage('pkg:npm/a@1.0.0', A),
  aPlanPackage('pkg:npm/b@1.0.0', B),
  aPlanPackage('pkg:npm/c@1.0.0', C, { position: { direct: false, introducedBy: ['p'] } }),
];

describe('toWireRemediation', () => {
  it('returns actions, their fixes, and the remaining findings with reasons, in the form of the contract', async () => {
    const wire = await toWireRemediation(aVersionPlan(PACKAGES), FRAME);

    expect(WireRemediation.parse(wire)).toEqual(wire);
    expect(wire.actions).toMatchObject([
      {
        kind: 'upgrade',
        package: { name: 'a', ecosystem: 'npm' },
        from: ['1.0.0'],
        to: '1.2.0',
        verifiedExists: 'unknown',
        distance: 'minor',
        fixesCount: 2,
        fixesBySeverity: { high: 2, low: 0 },
        fixes: [{ vulnerability: 'CVE-2024-1', package: 'a', version: '1.0.0', risk: 50 }, {}],
        commands: [{ manager: 'npm', form: 'shell', text: "npm install 'a@1.2.0'", file: null, note: null }, {}, {}],
        commandReason: null,
        sentence: null,
        after: { findings: 2, risk: 100, bySeverity: { high: 2 } },
      },
      {
        kind: 'bump_parent',
        package: { name: 'c' },
        to: '2.0.0',
        introducedBy: ['p'],
        claim: 'unknown',
        commands: [],
        commandReason: 'none',
        gain: 0,
        after: { findings: 2, risk: 100 },
        alternatives: [{ kind: 'override', to: '2.0.0', fixes: null, remaining: null }],
      },
    ]);
    expect(wire).toMatchObject({
      basis: { analysisId: anId(3), snapshot: 7, strategy: 'lowest', maxDistance: null, image: null },
      residual: [
        { finding: { vulnerability: 'CVE-2024-3' }, reason: 'no_fix', text: 'No fix is known.' },
        { finding: { vulnerability: 'CVE-2024-4' }, reason: 'unverified' },
      ],
      actionCount: 2,
      residualCount: 2,
      coverage: { checked: 2 },
      previousPlan: null,
      prediction: { before: { total: 4, risk: 200, byStatus: { relevant: 4 } }, after: { total: 2, risk: 100 } },
    });
  });

  it('states what the archive of the distribution has, missing packages first', async () => {
    const asOf = '2025-12-30T06:00:00.000Z';
    const places = [{ image: 'web', isBuilt: true, layer: undefined }];
    const packages = Object.entries({ a: '1.0-2', b: '1.0-1' }).map(([name, version]) =>
      aPlanPackage(
        `pkg:deb/debian/${name}@1.0-1?distro=debian-12`,
        [recordOf('Debian:12', name)(`CVE-2024-${name}`, { introduced: '0' }, { fixed: '1.0-2' })],
        { archived: [{ version, archive: 'bookworm/main', asOf }], places },
      ),
    );
    const images = places.map(({ image, isBuilt }) => ({
      image,
      isBuilt,
      base: { layer: undefined, from: 'unknown' } as const,
      baseName: undefined,
      hasPackageManager: false,
      sharedWith: [],
    }));
    const wire = await toWireRemediation(aVersionPlan(packages, undefined, images), FRAME);

    expect(WireRemediation.parse(wire)).toEqual(wire);
    expect(wire.actions).toMatchObject([
      {
        kind: 'rebuild_base',
        verifiedExists: 'false',
        archive: {
          text: expect.stringContaining('The archive does not have 1 of 2 fixed packages yet: b'),
          packages: [
            { package: 'b', target: '1.0-2', newest: '1.0-1', found: false, archive: 'bookworm/main', asOf },
            { package: 'a', target: '1.0-2', newest: '1.0-2', found: true, archive: 'bookworm/main', asOf },
          ],
        },
      },
    ]);
  });

  it('counts filtered findings without naming them', async () => {
    const wire = await toWireRemediation(
      aVersionPlan(PACKAGES, ({ groupId }) => (groupId === 'CVE-2024-1' ? { isFiltered: true } : {})),
      FRAME,
    );

    expect(wire.actions.find(({ package: { name } }) => name === 'a')).toMatchObject({
      fixesCount: 1,
      fixes: [{ vulnerability: 'CVE-2024-2' }],
      gain: 50,
    });
    expect(wire.filtered).toEqual({ wouldAlsoFix: 1 });
    expect(wire.prediction.before).toMatchObject({
      total: 3,
      bySeverity: { high: 3 },
      byStatus: { not_relevant: 1, relevant: 3 },
    });
  });

  it('returns a page of the actions, each with its remaining counts, and the totals of all', async () => {
    const whole = await toWireRemediation(aVersionPlan(PACKAGES), FRAME);
    const second = await toWireRemediation(aVersionPlan(PACKAGES), { ...FRAME, page: { offset: 1, limit: 1 } });

    expect(second).toEqual({ ...whole, actions: whole.actions.slice(1) });
  });

  it('returns the worst fixes of a long list, and its length', async () => {
    const records = Array.from({ length: 250 }, (_, index) =>
      recordOf('npm', 'a')(`CVE-2024-${1000 + index}`, { introduced: '0' }, { fixed: '1.1.0' }),
    );
    const {
      actions: [action],
    } = await toWireRemediation(
      aVersionPlan([aPlanPackage('pkg:npm/a@1.0.0', records)], ({ groupId }) =>
        groupId === 'CVE-2024-1249' ? { risk: 99 } : {},
      ),
      FRAME,
    );

    expect([action?.fixes.length, action?.fixesCount]).toEqual([200, 250]);
    expect(action?.fixes[0]?.vulnerability).toBe('CVE-2024-1249');
  });

  it('names a vulnerability without a description by its group id', async () => {
    const plan = aVersionPlan(PACKAGES);
    const [first, ...rest] = plan.plan.actions;
    if (first === undefined) throw new Error('There is nothing to do.');
    const actions = [{ ...first, remaining: ['group'] }, ...rest];

    const wire = await toWireRemediation({ ...plan, plan: { ...plan.plan, actions } }, FRAME);

    expect(wire.actions[0]?.remaining).toEqual([{ id: 'group', severity: 'unknown' }]);
  });

  it('offers alternative versions with the number of findings that they fix', async () => {
    const records = [...A, recordOf('npm', 'a')('CVE-2024-5', { introduced: '0' }, { fixed: '2.0.0' })];
    const facts = { 'CVE-2024-5': { severity: 'low' } } as const;
    const {
      actions: [action],
    } = await toWireRemediation(aVersionPlan([aPlanPackage('pkg:npm/a@1.0.0', records, { facts })]), FRAME);

    expect(action).toMatchObject({
      to: '2.0.0',
      alternatives: [
        {
          kind: 'reduces_on_line',
          to: '1.2.0',
          fixes: 2,
          remaining: 1,
          claim: 'known',
          text: 'Reduces the risk within the installed release line: a 1.2.0.',
        },
      ],
    });
  });
});

describe('toWireEmptyPlan', () => {
  it('returns an empty plan in the form of the contract', () => {
    const wire = toWireEmptyPlan(FRAME, {
      options: { strategy: 'highest', maxDistance: 'minor', image: 'shop:1' },
      at: '2026-11-15T12:00:00.000Z',
    });

    expect(WireRemediation.parse(wire)).toEqual(wire);
    expect(wire).toMatchObject({
      basis: { analysisId: null, snapshot: null, strategy: 'highest', maxDistance: 'minor', image: 'shop:1' },
      coverage: null,
      actions: [],
    });
  });
});
