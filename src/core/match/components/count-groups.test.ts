import { describe, expect, it } from 'vitest';
import { aComponent } from '../../../../test/support/inventories.ts';
import { identifyPackage } from '../identify-package.ts';
import { countGroups } from './count-groups.ts';

function membersOf(purls: readonly string[]) {
  return purls.map((purl) => {
    const { package: identified = null, reason = null } = identifyPackage(
      aComponent({ purls: [purl], version: undefined }),
      {},
    );
    return { package: identified, notChecked: reason, ecosystem: identified?.identity.family ?? 'of a purl' };
  });
}

describe('countGroups', () => {
  it('counts identified components by release, and others by reason', () => {
    const groups = countGroups(
      membersOf([
        'pkg:npm/a@1.0.0',
        'pkg:deb/debian/bash@5.1?distro=debian-11',
        'pkg:npm/unversioned',
        'pkg:npm/b@1.0.0',
        'pkg:deb/debian/bash@5.1?distro=debian-12',
        'pkg:npm/also-unversioned',
      ]),
    );

    expect(groups).toEqual([
      { reason: null, family: 'npm', release: '', channel: null, count: 2 },
      { reason: null, family: 'Debian', release: '11', channel: null, count: 1 },
      { reason: 'no-version', family: null, release: null, channel: null, count: 2 },
      { reason: null, family: 'Debian', release: '12', channel: null, count: 1 },
    ]);
  });

  it('counts a package that another family covers under that family', () => {
    const covered = membersOf(['pkg:npm/a@1.0.0']).map(({ package: identified, ...member }) => ({
      ...member,
      package: identified && { ...identified, identity: { ...identified.identity, coveredBy: 'GIT' as const } },
    }));

    expect(countGroups(covered)).toMatchObject([{ family: 'GIT', count: 1 }]);
  });
});
