import { describe, expect, it } from 'vitest';
import { findReleaseInVersion, isThirdPartyBuild } from './version-tags.ts';
import type { DistributionFamily } from '../../vocabulary/package.ts';

describe('findReleaseInVersion', () => {
  it.each<[DistributionFamily, string, string]>([
    ['Debian', '1.1.1n-0+deb11u3', '11'],
    ['Debian', '2.40-1~deb12u1', '12'],
    ['Debian', '1:9.16.50-1~deb11u2', '11'],
    ['Ubuntu', '1.1.1f-1ubuntu0.20.04.1', '20.04'],
    ['Ubuntu', '2.35.1~22.04', '22.04'],
    ['Ubuntu', '1.2+22.04.3', '22.04'],
    ['Red Hat', '2.34-100.el9_4.2', '9'],
    ['Red Hat', '2.5.1-3.el9', '9'],
    ['Red Hat', '3.6.8-38.module+el8.5.0+12207+5c5719bc', '8'],
    ['Red Hat', '5.30-1.module_el8.6.0+1', '8'],
    ['Red Hat', '1.1.1-1.el7.centos.1', '7'],
    ['Rocky Linux', '1-1.el8_7.rocky.0.1', '8'],
    ['Oracle Linux', '5.4.17-2136.el8uek', ''],
    ['Fedora', '1.0-1.fc36', '36'],
    ['Amazon Linux', '2.26-63.amzn2.0.1', '2'],
    ['Amazon Linux', '8.5.0-1.amzn2023.0.4', '2023'],
    ['Photon OS', '2.32-7.ph4', '4.0'],
    ['Azure Linux', '1.0-1.azl3', '3'],
    ['Azure Linux', '1.0-1.cm2', '2'],
    ['Mageia', '1.0-1.mga9', '9'],
    ['openEuler', '1.0-1.oe2203sp3', '22.03-LTS-SP3'],
    ['openEuler', '1.0-1.oe2403', '24.03-LTS'],
    ['Debian', '1.1.1n-0', ''],
    ['Debian', '1.0+deb99u1', ''],
    ['Debian', '1.0deb11u1', ''],
    ['Debian', '3.1-1+b2', ''],
    ['Ubuntu', '3.0.2-0ubuntu1.10', ''],
    ['Ubuntu', '1.0+99.04', ''],
    ['Ubuntu', '1.1.1n-0+deb11u3', ''],
    ['Red Hat', '1.0-1.fc36', ''],
    ['SUSE', '2.31-150300.41.1', ''],
    ['Alpine', '1.2.3-r0', ''],
  ])('finds for %s the release in %s: %j', (family, version, release) => {
    expect(findReleaseInVersion(family, version) ?? '').toBe(release);
  });
});

describe('isThirdPartyBuild', () => {
  it.each<[DistributionFamily, string]>([
    ['Red Hat', '14.2.11-184.el8cp'],
    ['Red Hat', '1.0-1.el8sat'],
    ['Red Hat', '1.0-1.el7eap'],
    ['Red Hat', '13.9-1PGDG.rhel8'],
    ['Red Hat', '8.2.1-1.el9.remi'],
    ['Red Hat', '2.7.0-1.fc36'],
    ['Debian', '18.12.1-deb-1nodesource1'],
    ['Debian', '15.3-1.pgdg110+1'],
    ['Ubuntu', '8.2.1-1+ubuntu22.04.1+deb.sury.org+1'],
    ['Ubuntu', '1.2-0~ppa1'],
  ])('returns true for a %s package with the version %s', (family, version) => {
    expect(isThirdPartyBuild(family, version)).toBe(true);
  });

  it.each<[DistributionFamily, string]>([
    ['Red Hat', '2.34-100.el9_4.2'],
    ['Red Hat', '3.6.8-38.module+el8.5.0+12207+5c5719bc'],
    ['Oracle Linux', '5.4.17-2136.el8uek'],
    ['Fedora', '1.0-1.fc36'],
    ['Debian', '1.1.1n-0+deb11u3'],
    ['Ubuntu', '1.1.1f-1ubuntu0.20.04.1'],
    ['Debian', '1.0-1+wrapper'],
  ])('returns false for a %s package with the version %s', (family, version) => {
    expect(isThirdPartyBuild(family, version)).toBe(false);
  });
});
