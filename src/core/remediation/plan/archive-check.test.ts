import { describe, expect, it } from 'vitest';
import { anAffected, anOsvRecord } from '../../../../test/support/advisories.ts';
import { aPlanInput, aPlanPackage } from '../../../../test/support/remediation.ts';
import { runToEnd } from '../../steps.ts';
import { describeArchive } from './archive-check.ts';
import { narrowToPackage, type PlanAction } from './plan-action.ts';
import type { ArchivedVersion, PlanPackage } from './plan-input.ts';
import { makePlan } from './plan.ts';

const inArchive = (version: string, archive = 'bookworm/main'): ArchivedVersion => ({
  version,
  archive,
  asOf: '2025-12-30T06:00:00.000Z',
});

const IMAGE = [{ image: 'web', isBuilt: true, layer: undefined }];

/** Fixed in 1.0-2, installed as 1.0-1. */
function aDebPackage(name: string, versions: readonly string[], changes: Partial<PlanPackage> = {}): PlanPackage {
  const record = anOsvRecord({
    id: `DEBIAN-CVE-2024-${name}`,
    upstream: [`CVE-2024-${name}`],
    affected: [anAffected({ ecosystem: 'Debian:12', name, events: [{ introduced: '0' }, { fixed: '1.0-2' }] })],
  });
  return aPlanPackage(`pkg:deb/debian/${name}@1.0-1?distro=debian-12`, [record], {
    places: IMAGE,
    archived: versions.map((version) => inArchive(version)),
    ...changes,
  });
}

function planOne(...packages: readonly PlanPackage[]): PlanAction {
  const { actions } = runToEnd(makePlan(aPlanInput(packages)));
  const [first] = actions;
  if (first === undefined || actions.length > 1) throw new Error('The plan has to have one action.');
  return first;
}

function textOf({ archive }: PlanAction): string | undefined {
  return archive && describeArchive(archive);
}

describe('checkArchive', () => {
  it.each([
    ['1.0-2', true],
    ['1.0-10', true],
    ['1.0-2~deb12u1', false],
    ['1.0-1', false],
  ])('compares %s in the archive with the fixed version by the rules of the distribution', (version, exists) => {
    expect(planOne(aDebPackage('a', [version])).verifiedExists).toBe(exists);
  });

  it('says that a rebuild brings a fix, with the newest version of all archives', () => {
    const archived = [inArchive('1.0-1'), inArchive('1.0-3', 'bookworm-security/main'), inArchive('1.0-2')];
    const action = planOne(aDebPackage('a', [], { archived }));

    expect(textOf(action)).toBe('A rebuild brings it: bookworm-security/main has 1.0-3 (index of 2025-12-30).');
  });

  it('says that an update brings a fix to a machine', () => {
    const places = [{ image: null, isBuilt: false, layer: undefined }];

    expect(textOf(planOne(aDebPackage('a', ['1.0-2'], { places })))).toBe(
      'An update brings it: bookworm/main has 1.0-2 (index of 2025-12-30).',
    );
  });

  it('says which version is the newest when the archive has no fix yet', () => {
    expect(textOf(planOne(aDebPackage('a', ['1.0-1'])))).toBe(
      'The archive does not have it yet: newest is 1.0-1 in bookworm/main (index of 2025-12-30).',
    );
  });

  it.each([
    ['lists the package', []],
    ['is as new as the installed package', ['0.9-1']],
    ['has a version that can be compared', ['not a version']],
  ])('knows nothing when no index %s', (_case, versions) => {
    const action = planOne(aDebPackage('a', versions));

    expect(action.verifiedExists).toBe('unknown');
    expect(action.archive).toBeUndefined();
  });

  it('compares the version of the source, also for binaries with another version', () => {
    const record = anOsvRecord({
      id: 'DEBIAN-CVE-2024-1',
      affected: [
        anAffected({
          ecosystem: 'Debian:12',
          name: 'util-linux',
          events: [{ introduced: '0' }, { fixed: '2.38.1-6' }],
        }),
      ],
    });
    const purl = 'pkg:deb/debian/bsdutils@1:2.38.1-5?distro=debian-12&upstream=util-linux@2.38.1-5';
    const action = planOne(aPlanPackage(purl, [record], { places: IMAGE, archived: [inArchive('2.38.1-6')] }));

    expect(action).toMatchObject({ to: '2.38.1-6', verifiedExists: true });
  });

  it.each([
    [
      [['1.0-2'], ['1.0-3'], ['1.0-2']],
      true,
      'A rebuild brings all 3 fixed packages (bookworm/main, index of 2025-12-30).',
    ],
    [
      [['1.0-2'], ['1.0-1'], []],
      false,
      'The archive does not have 1 of 3 fixed packages yet: b (newest is 1.0-1, needs 1.0-2) (bookworm/main, index of 2025-12-30).',
    ],
    [
      [['1.0-2'], [], ['1.0-2']],
      'unknown',
      'A rebuild brings 2 of 3 fixed packages (bookworm/main, index of 2025-12-30). No index lists the others.',
    ],
  ])('describes a rebuild with archived versions %j', (versions, exists, text) => {
    const action = planOne(...['a', 'b', 'c'].map((name, n) => aDebPackage(name, versions[n] ?? [])));

    expect(action.kind).toBe('rebuild_base');
    expect(action.verifiedExists).toBe(exists);
    expect(textOf(action)).toBe(text);
  });

  it('does not promise anything for a release that has ended', () => {
    const record = anOsvRecord({
      id: 'DEBIAN-CVE-2024-1',
      affected: [anAffected({ ecosystem: 'Debian:9', name: 'a', events: [{ introduced: '0' }, { fixed: '1.0-2' }] })],
    });
    const purl = 'pkg:deb/debian/a@1.0-1?distro=debian-9';
    const action = planOne(aPlanPackage(purl, [record], { places: IMAGE, archived: [inArchive('1.0-2')] }));

    expect(action).toMatchObject({ kind: 'move_release', verifiedExists: 'unknown' });
    expect(action.archive).toBeUndefined();
  });
});

describe('narrowToPackage', () => {
  const packages = [aDebPackage('a', ['1.0-2']), aDebPackage('b', ['1.0-1']), aDebPackage('c', [])];
  const action = planOne(...packages);

  it.each([
    [0, true, 'A rebuild brings it: bookworm/main has 1.0-2 (index of 2025-12-30).'],
    [1, false, 'The archive does not have it yet: newest is 1.0-1 in bookworm/main (index of 2025-12-30).'],
    [2, 'unknown', undefined],
  ])('answers for package %i of a rebuild alone', (index, exists, text) => {
    const narrowed = narrowToPackage(action, packages[index]?.id ?? '');

    expect(narrowed.verifiedExists).toBe(exists);
    expect(textOf(narrowed)).toBe(text);
  });

  it('keeps the answer for a package that the action does not change', () => {
    expect(narrowToPackage(action, 'pkg:pypi/foo@1.0')).toBe(action);
  });
});
