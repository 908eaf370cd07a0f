import { describe, expect, it } from 'vitest';
import { anAffected, anOsvRecord } from '../../../../test/support/advisories.ts';
import { aPlanInput, aPlanPackage, findingsIn, recordOf } from '../../../../test/support/remediation.ts';
import { makePlan, type Plan } from './plan.ts';
import type { PlanInput, PlanPackage } from './plan-input.ts';
import { runToEnd } from '../../steps.ts';

const from0 = { introduced: '0' };
const fixedIn = (name: string, id: string, version: string) => recordOf('npm', name)(id, from0, { fixed: version });

function plan(packages: readonly PlanPackage[], changes?: Partial<PlanInput>): Plan {
  return runToEnd(makePlan(aPlanInput(packages, changes)));
}

function stepsOf({ actions }: Plan): string[] {
  return actions.map(({ kind, package: { name }, to, gain }) => `${kind} ${name} ${to ?? '-'} ${gain}`);
}

const A = aPlanPackage('pkg:npm/a@1.0.0', [fixedIn('a', 'CVE-1', '1.0.1')]);
const B = aPlanPackage('pkg:npm/b@1.0.0', [fixedIn('b', 'CVE-2', '2.0.0'), fixedIn('b', 'CVE-3', '1.5.0')]);
const C = aPlanPackage('pkg:npm/c@1.0.0', [recordOf('npm', 'c')('CVE-4', from0)]);

describe('makePlan', () => {
  it('orders actions of one band by the number of findings', () => {
    const found = plan([B, A, C]);

    expect(stepsOf(found)).toEqual(['upgrade b 2.0.0 100', 'upgrade a 1.0.1 50']);
    expect(found.actions.map(({ effort }) => effort)).toEqual([5, 1]);
    expect(found.residual).toEqual([{ finding: 'pkg:npm/c@1.0.0 CVE-4', reason: 'no_fix' }]);
    expect(found.before).toEqual({ findings: 4, risk: 200 });
  });

  it('puts the package with the most urgent finding first, even when another one is due earlier', () => {
    const packages = [A, B];
    const findings = findingsIn(packages, ({ groupId }) =>
      groupId === 'CVE-1' ? { band: 'P0', risk: 80 } : { band: 'P1', risk: 79.9, dueAt: '2025-12-01T00:00:00.000000Z' },
    );

    expect(stepsOf(plan(packages, { findings }))).toEqual(['upgrade a 1.0.1 80', 'upgrade b 2.0.0 159.8']);
  });

  it('counts nothing as fixed by an unverified step', () => {
    const position = { direct: false, introducedBy: ['parent'] };
    const packages = [A, aPlanPackage('pkg:npm/d@1.0.0', [fixedIn('d', 'CVE-5', '1.0.1')], { position })];
    const findings = findingsIn(packages, ({ groupId }) => ({ band: groupId === 'CVE-5' ? 'P0' : 'P2' }));
    const found = plan(packages, { findings });

    expect(stepsOf(found)).toEqual(['bump_parent d 1.0.1 0', 'upgrade a 1.0.1 50']);
    expect(found.residual).toEqual([{ finding: 'pkg:npm/d@1.0.0 CVE-5', reason: 'unverified' }]);
  });

  it('never counts filtered findings as a gain', () => {
    const packages = [A, B];
    const findings = findingsIn(packages, ({ groupId }) => ({ isFiltered: groupId !== 'CVE-2' }));
    const found = plan(packages, { findings });

    expect(stepsOf(found)).toEqual(['upgrade b 2.0.0 50']);
    expect(found.filtered).toEqual({ wouldAlsoFix: 1 });
  });

  it('upgrades all places of one line to the highest version that any of them needs', () => {
    const records = [
      recordOf('npm', 'a')('CVE-1', from0, { fixed: '1.1.0' }),
      recordOf('npm', 'a')('CVE-2', { introduced: '1.2.0' }, { fixed: '1.3.0' }),
    ];
    const inImage = (version: string, image: string): PlanPackage =>
      aPlanPackage(`pkg:npm/a@${version}`, records, { places: [{ image, isBuilt: true, layer: undefined }] });
    const found = plan([inImage('1.0.0', 'web'), inImage('1.0.5', 'job'), inImage('1.2.0', 'api')]);

    expect(stepsOf(found)).toEqual(['upgrade a 1.3.0 150']);
    expect(found.actions[0]).toMatchObject({ from: ['1.0.0', '1.0.5', '1.2.0'], images: ['api', 'job', 'web'] });
  });

  it('keeps two major versions of one package separate', () => {
    const records = [
      recordOf('npm', 'a')('CVE-1', from0, { fixed: '1.1.0' }, { introduced: '2.0.0' }, { fixed: '2.1.0' }),
    ];
    const found = plan([aPlanPackage('pkg:npm/a@1.0.0', records), aPlanPackage('pkg:npm/a@2.0.0', records)]);

    expect(stepsOf(found).toSorted()).toEqual(['upgrade a 1.1.0 50', 'upgrade a 2.1.0 50']);
    expect(new Set(found.actions.map(({ id }) => id)).size).toBe(2);
  });

  it('drafts one action with alternatives for a transitive package', () => {
    const position = { direct: false, introducedBy: ['parent'] };
    const [action] = plan([aPlanPackage('pkg:npm/a@1.0.0', [fixedIn('a', 'CVE-1', '1.0.1')], { position })]).actions;

    expect(action).toMatchObject({
      kind: 'bump_parent',
      claim: 'unknown',
      effort: 3,
      introducedBy: ['parent'],
      direct: false,
    });
    expect(action?.alternatives).toMatchObject([
      {
        advice: { kind: 'override' },
        commands: { commands: [{ manager: 'npm' }, { manager: 'pnpm' }, { manager: 'yarn' }] },
      },
    ]);
  });

  it('removes a malicious package with all of its findings', () => {
    const packages = [A, aPlanPackage('pkg:npm/evil@1.0.0', [recordOf('npm', 'evil')('MAL-2024-1', from0)])];
    const found = plan(packages, {
      findings: findingsIn(packages, ({ class: kind }) => ({ band: kind === 'malicious' ? 'P0' : 'P2' })),
    });

    expect(stepsOf(found)).toEqual(['remove evil - 50', 'upgrade a 1.0.1 50']);
    expect(found.actions[0]).toMatchObject({
      to: null,
      claim: 'known',
      text: expect.stringContaining('Remove evil now'),
    });
    expect(found.residual).toEqual([]);
  });

  it('drafts an unverified action when there is no target version', () => {
    const found = plan([
      aPlanPackage('pkg:npm/a@1.0.0', [recordOf('npm', 'a')('CVE-1', from0, { last_affected: '1.4.0' })]),
    ]);

    expect(found.actions[0]).toMatchObject({
      kind: 'upgrade',
      to: null,
      gain: 0,
      fixes: [],
      mayFix: ['pkg:npm/a@1.0.0 CVE-1'],
      claim: 'unknown',
    });
    expect(found.actions[0]?.text).toContain('a version above 1.4.0');
    expect(found.residual).toEqual([{ finding: 'pkg:npm/a@1.0.0 CVE-1', reason: 'only_last_affected' }]);
  });

  it('reports the findings that remain at the target', () => {
    const records = [fixedIn('a', 'CVE-1', '1.1.0'), recordOf('npm', 'a')('CVE-2', from0)];
    const found = plan([aPlanPackage('pkg:npm/a@1.0.0', records)]);

    expect(stepsOf(found)).toEqual(['upgrade a 1.1.0 50']);
    expect(found.residual).toEqual([{ finding: 'pkg:npm/a@1.0.0 CVE-2', reason: 'remains_at_target' }]);
  });

  it('subtracts the risk that a target introduces', () => {
    const records = [fixedIn('a', 'CVE-1', '1.1.0'), recordOf('npm', 'a')('CVE-2', { introduced: '1.1.0' })];
    const factsOf = (groupId: string) =>
      ({ severity: 'low', risk: groupId === 'CVE-2' ? 10 : 50, isRelevant: true }) as const;
    const found = plan([aPlanPackage('pkg:npm/a@1.0.0', records, { facts: { 'CVE-2': { risk: 10 } } })], { factsOf });

    expect(found.actions[0]).toMatchObject({ gain: 40, introduces: ['CVE-2'] });
  });

  it('returns an empty plan without findings', () => {
    expect(plan([])).toMatchObject({ actions: [], covered: [], residual: [], before: { findings: 0, risk: 0 } });
  });

  it('keeps the action but omits the commands for an unsafe name', () => {
    const hostile = aPlanPackage('pkg:npm/a@1.0.0', [fixedIn('a', 'CVE-1', '1.0.1')], { name: '$(id)' });
    const [action] = plan([hostile]).actions;

    expect(action).toMatchObject({
      kind: 'upgrade',
      to: '1.0.1',
      commands: { commands: [], commandReason: 'unsafe_name' },
    });
  });
});

describe('makePlan for system packages', () => {
  const debRecord = (name: string, id: string, fixed?: string) =>
    anOsvRecord({
      id: `DEBIAN-${id}`,
      upstream: [id],
      affected: [
        anAffected({ ecosystem: 'Debian:12', name, events: [from0, ...(fixed === undefined ? [] : [{ fixed }])] }),
      ],
    });
  const debPackage = (name: string, records: readonly unknown[], changes?: Partial<PlanPackage>): PlanPackage =>
    aPlanPackage(`pkg:deb/debian/${name}@1.0-1?distro=debian-12`, records, {
      places: [{ image: 'web', isBuilt: true, layer: undefined }],
      ...changes,
    });

  it('groups them into one rebuild and reports packages without a fix as remaining', () => {
    const packages = [
      ...['a', 'b', 'c'].map((name, n) => debPackage(name, [debRecord(name, `CVE-2024-000${n}`, '1.0-2')])),
      debPackage('d', [debRecord('d', 'CVE-2024-0009')]),
    ];
    const found = plan(packages);

    expect(stepsOf(found)).toEqual(['rebuild_base debian:12 - 150']);
    expect(found.actions[0]).toMatchObject({ effort: 4, images: ['web'], breaking: 'none' });
    expect(found.residual.map(({ reason }) => reason)).toEqual(['no_fix']);
  });

  it('keeps the id of a rebuild when the image tag and the base digest change', () => {
    const rebuildOf = (...builds: readonly (readonly [image: string, layer: string])[]): readonly string[] => {
      const packages = ['a', 'b', 'c'].map((name, n) =>
        debPackage(name, [debRecord(name, `CVE-2024-000${n}`, '1.0-2')], {
          places: builds.map(([image, layer]) => ({ image, isBuilt: true, layer })),
        }),
      );
      const images = builds.map(([image, layer]) => ({
        image,
        isBuilt: true,
        base: { layer, from: 'order' } as const,
        baseName: undefined,
        hasPackageManager: true,
        sharedWith: [],
      }));
      return plan(packages, { images }).actions.map(({ id }) => id);
    };

    expect(rebuildOf(['r.example:5000/web:1', 'x'])).toEqual(rebuildOf(['r.example:5000/web:2@sha256:1', 'y']));
    expect(new Set(rebuildOf(['web:api', 'x'], ['web:job', 'y'])).size).toBe(2);
  });

  it('updates single packages if there are few', () => {
    const found = plan([debPackage('a', [debRecord('a', 'CVE-2024-0001', '1.0-2')])]);

    expect(stepsOf(found)).toEqual(['os_update a 1.0-2 50']);
    expect(found.actions[0]?.commands.commands[0]?.text).toContain(`--only-upgrade 'a'`);
  });

  it('writes a Dockerfile line for an image without a name and a shell command for a machine', () => {
    const places = [
      { image: null, isBuilt: true, layer: undefined },
      { image: null, isBuilt: false, layer: undefined },
    ];
    const found = plan([debPackage('a', [debRecord('a', 'CVE-2024-0001', '1.0-2')], { places })]);

    expect(found.actions.map(({ commands }) => commands.commands.map(({ form }) => form))).toEqual([
      ['dockerfile', 'shell'],
    ]);
  });

  it('fixes the findings of packages that they own', () => {
    const owner = debPackage('python3-foo', [debRecord('python3-foo', 'CVE-2024-0001', '1.0-2')]);
    const records = [
      recordOf('PyPI', 'foo')('CVE-2024-0001', from0, { fixed: '2.0' }),
      recordOf('PyPI', 'foo')('CVE-2024-0002', from0, { fixed: '2.0' }),
    ];
    const found = plan([owner, aPlanPackage('pkg:pypi/foo@1.0', records, { ownedBy: [owner.id] })]);

    expect(stepsOf(found)).toEqual(['os_update python3-foo 1.0-2 100']);
    expect(found.residual).toEqual([{ finding: 'pkg:pypi/foo@1.0 CVE-2024-0002', reason: 'os_package' }]);
  });

  it('drafts no action when the ownership is only probable', () => {
    const records = [recordOf('PyPI', 'foo')('CVE-2024-0001', from0, { fixed: '2.0' })];
    const found = plan([aPlanPackage('pkg:pypi/foo@1.0', records, { ownedBy: ['set 1'], isProbablyOwned: true })]);

    expect(found.actions).toEqual([]);
    expect(found.residual.map(({ reason }) => reason)).toEqual(['probably_of_the_system']);
  });

  it('moves packages of an ended release without a guarantee', () => {
    const ended = aPlanPackage(
      'pkg:deb/debian/a@1.0-1?distro=debian-9',
      [
        anOsvRecord({
          id: 'DEBIAN-CVE-2024-0001',
          upstream: ['CVE-2024-0001'],
          affected: [anAffected({ ecosystem: 'Debian:9', name: 'a', events: [from0] })],
        }),
      ],
      { places: [{ image: 'web', isBuilt: true, layer: undefined }] },
    );
    const found = plan([ended]);

    expect(found.actions[0]).toMatchObject({
      kind: 'move_release',
      text: 'Debian 9 has reached end of life. Move to Debian 11, which is supported until 2026-08-31, or to a later release.',
      gain: 0,
      claim: 'unknown',
      mayFix: [`${ended.id} CVE-2024-0001`],
    });
    expect(found.residual).toEqual([{ finding: `${ended.id} CVE-2024-0001`, reason: 'eol' }]);
  });

  it('reports eol for packages of an ended release, even when an update was published before', () => {
    const records = [
      recordOf('Debian:9', 'a')('CVE-2024-0001', from0, { fixed: '1.0-2' }),
      recordOf('Debian:9', 'a')('CVE-2024-0002', from0),
    ];
    const found = plan([
      aPlanPackage('pkg:deb/debian/a@1.0-1?distro=debian-9', records, {
        places: [{ image: 'web', isBuilt: true, layer: undefined }],
      }),
    ]);

    expect(found.actions.map(({ text }) => text)).toEqual([expect.stringContaining('Until then, update 1 package.')]);
    expect(found.residual.map(({ reason }) => reason)).toEqual(['eol', 'eol']);
  });

  it('combines the packages of a machine with an ended release into one move', () => {
    const machine = ['a', 'b', 'c'].map((name) =>
      aPlanPackage(
        `pkg:deb/debian/${name}@1.0-1?distro=debian-9`,
        [recordOf('Debian:9', name)(`CVE-2024-000${name}`, from0)],
        { places: [{ image: null, isBuilt: false, layer: undefined }] },
      ),
    );
    const { actions } = plan(machine);

    expect(
      actions.map(({ kind, package: about, effort, mayFix }) => [kind, about.name, effort, mayFix.length]),
    ).toEqual([['move_release', 'Debian 9', 5, 3]]);
  });
});
