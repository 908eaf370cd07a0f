import { describe, expect, it } from 'vitest';
import { anAffected, anOsvRecord, readAdvisory } from '../../../../test/support/advisories.ts';

const MODULE_BUILD = '1:12.22.12-1.module+el8.6.0+15324+1f2c5d8d';

describe('modulesOf', () => {
  it.each([
    ['Important: nodejs:12 security update', ['nodejs:12']],
    ['Red Hat Security Advisory: virt:rhel and virt-devel:rhel security update', ['virt-devel:rhel', 'virt:rhel']],
    [
      'Moderate: pki-core:10.6 and pki-deps:10.6 security, bug fix, and enhancement update',
      ['pki-core:10.6', 'pki-deps:10.6'],
    ],
    ['container-tools:rhel8, go-toolset:rhel8 update', ['container-tools:rhel8', 'go-toolset:rhel8']],
    ['idm:DL1 update, and again idm:DL1', ['idm:DL1']],
    ['ALSA-2022:5468: php:8.0 security update (Important)', ['php:8.0']],
    ['Important: go-toolset:Rocky Linux8 security update', ['go-toolset:rhel8']],
    ['Important: varnish security update', []],
    ['', []],
  ])('finds the streams in "%s"', (title, modules) => {
    expect(read(title, MODULE_BUILD)?.modules).toEqual(modules);
  });

  it('ignores the title of an update that is not built as a module', () => {
    expect(read('Important: nodejs:12 security update', '1:12.22.12-1.el8')).not.toHaveProperty('modules');
  });
});

function read(summary: string, fixed: string): ReturnType<typeof readAdvisory>['affected'][number] | undefined {
  const events = [{ introduced: '0' }, { fixed }];
  const ranges = [{ type: 'ECOSYSTEM', events }];
  const affected = [anAffected({ ecosystem: 'Red Hat:enterprise_linux:8::appstream', name: 'nodejs', ranges })];
  return readAdvisory({ ...anOsvRecord({ id: 'RHSA-2022:0001', affected }), summary }).affected[0];
}
