import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anAffected,
  anOsvRecord,
  findMatches,
  indexAdvisories,
  readAdvisory,
} from '../../../../test/support/advisories.ts';
import type { PackageMatch } from '../match.ts';

const RED_HAT_8 = 'Red Hat:enterprise_linux:8::baseos';
const RED_HAT_9 = 'Red Hat:enterprise_linux:9::baseos';

describe('rpm epochs', () => {
  it.each([
    ['1.0-1.el8?epoch=1', '0:2.0-1.el8', 'not_affected', 'the epoch of the purl counts'],
    ['1:1.0-1.el8', '0:2.0-1.el8', 'not_affected', 'so does one in front of the version'],
    ['2:1.0-1.el8?epoch=1', '1:2.0-1.el8', 'affected', 'and if both are stated, that of the field'],
    ['1.0-1.el8', '1:0.5-1.el8', 'affected', 'a missing epoch is zero if other packages state theirs'],
    ['1.0-1.el8', '0:1.0-1.el8', 'not_affected', 'zero may be written or not'],
  ])('of %s with a fix in %s give %s: %s', (version, fixed, state) => {
    const [match] = find(`pkg:rpm/redhat/curl@${version}`, [anUpdate({ fixed })], { rpmEpochsStated: true });

    expect(match).toMatchObject({ state, confidence: 'medium', assumptions: ['release-from-version'] });
  });

  it('are taken from the bound if no package of the document states one', () => {
    const [match] = find('pkg:rpm/redhat/curl@1.0-1.el8?distro=rhel-8.6', [anUpdate({ fixed: '1:0.5-1.el8' })]);

    expect(match).toMatchObject({ state: 'not_affected', assumptions: ['epoch-unknown'], confidence: 'medium' });
  });

  it('are not compared for source packages, whose file names have none', () => {
    const purl = 'pkg:rpm/redhat/perl-Errno@1.28-420.el8?distro=rhel-8.6&upstream=perl-5.26.3-420.el8.src.rpm';
    const record = anUpdate({ name: 'perl', fixed: '4:5.26.3-421.el8' });
    const [match] = find(purl, [record], { rpmEpochsStated: true });

    expect(match).toMatchObject({
      state: 'affected',
      confidence: 'high',
      fixedVersions: ['4:5.26.3-421.el8'],
      evidence: [{ via: 'source', matchedName: 'perl', testedVersion: '5.26.3-420.el8' }],
    });
    expect(find(purl, [anUpdate({ name: 'perl', fixed: '4:5.26.3-420.el8' })])).toMatchObject([
      { state: 'not_affected' },
    ]);
  });

  it.each([
    ['1:3.0.7-27.el9', 'not_affected'],
    ['1:3.0.7-28.el9', 'affected'],
    ['0:3.0.8-1.el9', 'not_affected'],
  ])('count for a package with the name of its source, and a fix in %s gives %s', (fixed, state) => {
    const purl = 'pkg:rpm/rhel/openssl@3.0.7-27.el9?epoch=1&upstream=openssl-3.0.7-27.el9.src.rpm&distro=rhel-9.4';
    const record = anUpdate({ ecosystem: RED_HAT_9, name: 'openssl', fixed });

    expect(find(purl, [record], { rpmEpochsStated: true })).toMatchObject([
      { state, confidence: 'high', evidence: [{ via: 'direct', testedVersion: '1:3.0.7-27.el9' }] },
    ]);
  });

  it.each([
    ['openssl@3.0.7-27.el9?upstream=openssl@1:3.0.7-27.el9', 'the source may be the only one that states it'],
    ['openssl@3.0.7?epoch=1&upstream=openssl-3.0.7-27.el9.src.rpm', 'and the only one that states the release'],
  ])('are combined with the version of the source for %s: %s', (purl) => {
    const record = anUpdate({ ecosystem: RED_HAT_9, name: 'openssl', fixed: '1:3.0.7-27.el9' });

    expect(find(`pkg:rpm/rhel/${purl}&distro=rhel-9.4`, [record], { rpmEpochsStated: true })).toMatchObject([
      { state: 'not_affected', evidence: [{ via: 'direct', testedVersion: '1:3.0.7-27.el9' }] },
    ]);
  });

  it.each(['SUSE:Linux Enterprise Module for Basesystem 15 SP4', 'openEuler:22.03-LTS'])(
    'are ignored in %s, whose bounds have none',
    (ecosystem) => {
      const distro = ecosystem.startsWith('SUSE') ? 'pkg:rpm/suse/bind@9.16-1?distro=sles-15.4' : OPEN_EULER;
      const [match] = find(`${distro}&epoch=32`, [anUpdate({ ecosystem, name: 'bind', fixed: '9.17-1' })]);

      expect(match).toMatchObject({ state: 'affected', confidence: 'high' });
    },
  );
});

const OPEN_EULER = 'pkg:rpm/openeuler/bind@9.16-1?distro=openeuler-22.03-LTS';

describe('rpm package names', () => {
  it('are matched directly if a record lists both the package and its source', () => {
    const record = anUpdate(
      { name: 'openssl-libs', fixed: '1:1.1.1k-5.el8' },
      { name: 'openssl', fixed: '1:1.1.1k-9.el8' },
    );
    const purl = 'pkg:rpm/redhat/openssl-libs@1.1.1k-6.el8?epoch=1&upstream=openssl-1.1.1k-6.el8.src.rpm';

    expect(find(purl, [record])).toMatchObject([
      { state: 'not_affected', evidence: [{ via: 'direct', matchedName: 'openssl-libs' }] },
    ]);
  });

  it('are tested with the fix of the binary package if the record has one', () => {
    const record = anUpdate({
      ecosystem: 'SUSE:Linux Enterprise Module for Basesystem 15 SP4',
      name: 'systemd',
      fixed: '249.11-150400.8.5.1',
      binaries: [{ libudev1: '249.11-150400.8.7.1', systemd: '249.11-150400.8.5.1' }],
    });
    const installed = '249.11-150400.8.6.1?distro=sles-15.4&upstream=systemd-249.11-150400.8.6.1.src.rpm';

    expect(find(`pkg:rpm/suse/libudev1@${installed}`, [record])).toMatchObject([
      { state: 'affected', fixedVersions: ['249.11-150400.8.7.1'], evidence: [{ range: '< 249.11-150400.8.7.1' }] },
    ]);
    expect(find(`pkg:rpm/suse/systemd@${installed}`, [record])).toMatchObject([{ state: 'not_affected' }]);
  });

  it.each(['kernel-headers', 'kernel-devel', 'kernel-rt-devel'])(
    'of kernel headers lower the confidence: %s',
    (name) => {
      const purl = `pkg:rpm/redhat/${name}@4.18.0-1.el8?distro=rhel-8.6&epoch=0&upstream=kernel-4.18.0-1.el8.src.rpm`;
      const [match] = find(purl, [anUpdate({ name: 'kernel', fixed: '0:4.18.0-2.el8' })], { rpmEpochsStated: true });

      expect(match).toMatchObject({ state: 'affected', confidence: 'medium', assumptions: ['kernel-headers'] });
    },
  );
});

describe('rpm releases', () => {
  it.each([
    ['pkg:rpm/redhat/curl@1.0-1.el9', 0, 'another release'],
    ['pkg:rpm/redhat/curl@1.0-1.el8', 1, 'the release in its version'],
    ['pkg:rpm/centos/curl@1.0-1.el8?distro=centos-8', 1, 'a copy of the distribution'],
    ['pkg:rpm/rocky/curl@1.0-1.el8?distro=rocky-8.7', 0, 'a distribution with advisories of its own'],
    ['pkg:rpm/almalinux/curl@1.0-1.el8?distro=almalinux-8.7', 0, 'a distribution with advisories of its own'],
  ])('of %s get %s matches for Red Hat 8: %s', (purl, count) => {
    expect(find(purl, [anUpdate({ fixed: '0:2.0-1.el8' })])).toHaveLength(count);
  });
});

describe('rpm modules', () => {
  const NODEJS_12 = 'Important: nodejs:12 security update';
  const FIXED = '1:12.22.12-1.module+el8.6.0+15324+1f2c5d8d';
  const LABEL = 'nodejs:12:8060020220523160029:ad008a3a';

  it.each([
    [`12.22.5-1.module+el8.5.0+1?epoch=1&modularitylabel=${LABEL}`, NODEJS_12, 'affected', []],
    [`14.19.1-1.module+el8.5.0+1?epoch=1&rpmmod=nodejs:14:8`, NODEJS_12, undefined, []],
    ['12.22.5-1.el8?epoch=1', NODEJS_12, undefined, []],
    ['12.22.5-1.module+el8.5.0+1?epoch=1', NODEJS_12, 'affected', ['stream-from-version']],
    [
      `12.22.5-1.module+el8.5.0+1?epoch=1&modularitylabel=${LABEL}`,
      'nodejs security update',
      'affected',
      ['stream-from-version'],
    ],
    ['12.20.1-1.module+el8.5.0+1?epoch=1', NODEJS_12, 'affected', ['stream-from-version']],
    ['10.24.0-1.module+el8.5.0+1?epoch=1', NODEJS_12, undefined, []],
    [`10.24.0-1.module+el8.5.0+1?epoch=1&rpmmod=nodejs:10`, 'nodejs security update', undefined, []],
    ['12.20.1-1.module+el8.5.0+1?epoch=1', 'nodejs security update', 'cannot_assess', []],
  ])('of %s are matched with "%s" as %s', (version, summary, state, assumptions) => {
    const record = { ...anUpdate({ name: 'nodejs', fixed: FIXED }), summary };
    const matches = find(`pkg:rpm/redhat/nodejs@${version}&distro=rhel-8.6`, [record]);

    expect(matches.map((match) => match.state)).toEqual(state === undefined ? [] : [state]);
    expect(matches.flatMap((match) => match.assumptions)).toEqual(assumptions);
    if (state === 'cannot_assess')
      expect(matches.flatMap((match) => match.evidence)).toMatchObject([{ reason: 'module-stream-unknown' }]);
  });

  it('are never matched with non-modular packages', () => {
    const record = anUpdate({ name: 'nodejs', fixed: '1:12.22.12-1.el8' });

    expect(find(`pkg:rpm/redhat/nodejs@12.22.5-1.module+el8.5.0+1?epoch=1&modularitylabel=${LABEL}`, [record])).toEqual(
      [],
    );
  });

  it.each([
    ['1.0-2.module_el8.4.0+1', 'affected', 'older than the build of its own minor release'],
    ['1.0-2.module_el8.4.0+20', 'not_affected', 'not older than the build of its own minor release'],
    ['1.0-2.module_el8.3.0+9', 'not_affected', 'one of the fixes'],
    ['1.0-2.module_el8.2.0+99', 'affected', 'older than all of them'],
    ['1.0-2.module_el8.7.0+1', 'not_affected', 'newer than all of them'],
  ])('of version %s are tested with the builds of one update: %s, %s', (version, state) => {
    const builds = ['1.0-2.module_el8.5.0+10', '1.0-2.module_el8.4.0+20', '1.0-2.module_el8.3.0+9'];
    const entries = builds.map((fixed) => ({ ecosystem: 'AlmaLinux:8', name: 'oci-umount', fixed }));
    const record = { ...anUpdate(...entries), summary: 'Important: container-tools:rhel8 security update' };
    const purl = `pkg:rpm/almalinux/oci-umount@${version}?distro=almalinux-8.5&rpmmod=container-tools:rhel8`;

    expect(find(purl, [record], { rpmEpochsStated: true })).toMatchObject([{ state }]);
  });
});

describe('an update that is built twice', () => {
  it.each([
    ['3.6.8-40.el8', 'affected', 'older than both'],
    ['3.6.8-41.el8', 'not_affected', 'the build without further patches'],
    ['3.6.8-41.el8.alma', 'not_affected', 'the build with them'],
  ])('gives for %s the state %s: %s', (version, state) => {
    const builds = ['3.6.8-41.el8', '3.6.8-41.el8.alma'];
    const record = anUpdate(...builds.map((fixed) => ({ ecosystem: 'AlmaLinux:8', name: 'platform-python', fixed })));
    const purl = `pkg:rpm/almalinux/platform-python@${version}?distro=almalinux-8.5&epoch=0`;

    expect(find(purl, [record])).toMatchObject([{ state }]);
  });
});

describe('Red Hat extended support', () => {
  const EUS = 'Red Hat:rhel_eus:9.2::baseos';
  const base = anUpdate({ ecosystem: RED_HAT_9, fixed: '0:7.76.1-29.el9_4' }, {});
  const eus = { ...anUpdate({ ecosystem: EUS, fixed: '0:7.76.1-23.el9_2.5' }), id: 'RHSA-2024:0002' };
  const EUS_REPOSITORY = 'repository_id=rhel-9-for-x86_64-baseos-eus-rpms__9_DOT_2';

  it.each([
    ['7.76.1-23.el9_2.4', 'affected', []],
    ['7.76.1-23.el9_2.5', 'not_affected', ['fixed-by-build-tag']],
    ['7.76.1-23.el9_2.6', 'not_affected', ['fixed-by-build-tag']],
    ['7.76.1-26.el9_3.1', 'affected', []],
    ['7.76.1-29.el9_4', 'not_affected', []],
  ])('with an unknown subscription: %s is %s', (version, state, assumptions) => {
    const [match] = find(`pkg:rpm/redhat/curl@${version}?distro=rhel-9.2&epoch=0`, [base, eus], {
      rpmEpochsStated: true,
    });

    expect(match).toMatchObject({ state, assumptions });
  });

  it.each([
    ['7.76.1-23.el9_2.4', 'affected', ['0:7.76.1-23.el9_2.5']],
    ['7.76.1-23.el9_2.5', 'not_affected', []],
  ])('with a subscription: %s is %s', (version, state, fixedVersions) => {
    const [match] = find(`pkg:rpm/redhat/curl@${version}?distro=rhel-9.2&epoch=0&${EUS_REPOSITORY}`, [base, eus]);

    expect(match).toMatchObject({ state, fixedVersions });
  });

  it('uses the fix of the release for subscribers if it has none of its own', () => {
    const purl = `pkg:rpm/redhat/curl@7.76.1-23.el9_2.4?distro=rhel-9.2&epoch=0&${EUS_REPOSITORY}`;

    expect(find(purl, [base])).toMatchObject([{ state: 'affected', fixedVersions: ['0:7.76.1-29.el9_4'] }]);
  });

  it.each([
    ['7.76.1-19.el9_1', 'affected'],
    ['7.76.1-23.el9_2.4', 'affected'],
    ['7.76.1-23.el9_2.5', 'not_affected'],
    ['7.76.1-26.el9_3', 'not_affected'],
  ])('with the only fix: %s is %s', (version, state) => {
    const [match] = find(`pkg:rpm/redhat/curl@${version}?distro=rhel-9.2&epoch=0`, [eus]);

    expect(match).toMatchObject({ state });
    if (state === 'affected')
      expect(match).toMatchObject({
        confidence: 'medium',
        assumptions: ['paid-fix-only'],
        fixState: 'fixed',
        fixChannel: 'Red Hat EUS 9.2',
        fixedVersions: ['0:7.76.1-23.el9_2.5'],
      });
  });

  it.each([
    ['7.76.1-14.el9_0.6', 'not_affected', ['fixed-by-build-tag']],
    ['7.76.1-14.el9_0.5', 'affected', ['paid-fix-only']],
    ['7.76.1-19.el9_1.2', 'affected', ['paid-fix-only']],
  ])('with fixes for several minor releases: %s is %s', (version, state, assumptions) => {
    const older = anUpdate({ ecosystem: 'Red Hat:rhel_eus:9.0::baseos', fixed: '0:7.76.1-14.el9_0.6' });
    const purl = `pkg:rpm/redhat/curl@${version}?distro=rhel-9.0&epoch=0`;

    expect(find(purl, [older, eus])).toMatchObject([{ state, assumptions }]);
    expect(find(purl, [eus, older])).toEqual(find(purl, [older, eus]));
  });

  it('is ignored if the release has a fix, unless the build contains the paid one, in any order of the records', () => {
    const minor = fc.integer({ min: 0, max: 4 });
    const build = fc.record({ minor, patch: fc.integer({ min: 1, max: 5 }) });
    const versionOf = (of: { readonly minor: number; readonly patch: number }): string =>
      `7.76.1-${10 + of.minor}.el9_${of.minor}.${of.patch}`;
    fc.assert(
      fc.property(fc.array(build, { maxLength: 4 }), fc.option(build), build, (paid, ofRelease, installed) => {
        const purl = `pkg:rpm/redhat/curl@${versionOf(installed)}?distro=rhel-9.${installed.minor}&epoch=0`;
        const records = paid.map((of, index) => ({
          ...anUpdate({ ecosystem: `Red Hat:rhel_eus:9.${of.minor}::baseos`, fixed: versionOf(of) }),
          id: `RHSA-2024:${index + 1}`,
        }));
        const bases = ofRelease === null ? [] : [anUpdate({ ecosystem: RED_HAT_9, fixed: versionOf(ofRelease) })];
        const [match] = find(purl, [...bases, ...records]);
        const isBelow = (of: typeof installed): boolean =>
          of.minor > installed.minor || (of.minor === installed.minor && of.patch > installed.patch);
        const hasBuild = paid.some((of) => of.minor === installed.minor && !isBelow(of));
        const deciding = ofRelease === null ? paid : [ofRelease];

        expect(match?.state === 'affected').toBe(deciding.some(isBelow) && !hasBuild);
        expect(find(purl, [...records.toReversed(), ...bases])).toEqual(find(purl, [...bases, ...records]));
      }),
    );
  });

  it('of an ended release makes its packages affected', () => {
    const record = anUpdate({ ecosystem: 'Red Hat:rhel_els:7', fixed: '0:7.29.0-59.el7_9.2' });

    expect(find('pkg:rpm/redhat/curl@7.29.0-59.el7?distro=rhel-7.9&epoch=0', [record])).toMatchObject([
      { state: 'affected', assumptions: ['paid-fix-only'], fixChannel: 'Red Hat ELS 7' },
    ]);
    const subscribed = 'curl@7.29.0-59.el7?distro=rhel-7.9&epoch=0&repository_id=rhel-7-server-els-rpms';
    expect(find(`pkg:rpm/redhat/${subscribed}`, [record])).toMatchObject([{ state: 'affected', confidence: 'high' }]);
  });
});

describe('SUSE long-term support', () => {
  const ltss = anUpdate({ ecosystem: 'SUSE:Linux Enterprise Server 15 SP3-LTSS', fixed: '7.66.0-150200.4.60.1' });
  const base = anUpdate({
    ecosystem: 'SUSE:Linux Enterprise Module for Basesystem 15 SP3',
    fixed: '7.66.0-150200.4.45.1',
  });

  it('makes packages below its fix affected if no other product has one', () => {
    expect(find('pkg:rpm/suse/curl@7.66.0-150200.4.57.1?distro=sles-15.3', [ltss])).toMatchObject([
      {
        state: 'affected',
        confidence: 'medium',
        assumptions: ['paid-fix-only'],
        fixChannel: 'SUSE LTSS',
      },
    ]);
    expect(find('pkg:rpm/suse/curl@7.66.0-150200.4.60.1?distro=sles-15.3', [ltss])).toMatchObject([
      { state: 'not_affected' },
    ]);
  });

  it('is ignored if the release has a fix', () => {
    expect(find('pkg:rpm/suse/curl@7.66.0-150200.4.57.1?distro=sles-15.3', [ltss, base])).toMatchObject([
      { state: 'not_affected' },
    ]);
  });
});

describe('cloud builds of Rocky Linux', () => {
  const cloud = {
    ...anUpdate({ ecosystem: 'Rocky Linux:8', name: 'kernel', fixed: '0:4.18.0-425.10.1.el8_7.cloud' }),
    id: 'RXSA-2023:0101',
    upstream: [],
    related: ['CVE-2022-2964', 'CVE-2022-4139'],
  };
  const kernel = (version: string): string => `pkg:rpm/rocky/kernel@${version}?distro=rocky-8.7&epoch=0`;

  it('have fixes that do not apply to the ordinary kernel', () => {
    expect(find(kernel('4.18.0-425.10.1.el8_7'), [cloud])).toEqual([]);
    expect(find(kernel('4.18.0-425.3.1.el8'), [cloud])).toEqual([]);
  });

  it('are tested with their own fixes, with the CVEs of the record', () => {
    expect(find(kernel('4.18.0-425.3.1.el8_7.cloud'), [cloud])).toMatchObject([
      { canonicalId: 'CVE-2022-2964', state: 'affected', confidence: 'high' },
      { canonicalId: 'CVE-2022-4139', state: 'affected', confidence: 'high' },
    ]);
  });

  it('are tested with the fixes of the release if they have none of their own', () => {
    const ordinary = anUpdate({ ecosystem: 'Rocky Linux:8', name: 'kernel', fixed: '0:4.18.0-425.13.1.el8_7' });

    expect(find(kernel('4.18.0-425.10.1.el8_7.cloud'), [ordinary])).toMatchObject([{ state: 'affected' }]);
    expect(find(kernel('4.18.0-425.13.1.el8_7.cloud'), [ordinary])).toMatchObject([{ state: 'not_affected' }]);
  });
});

interface Update {
  readonly ecosystem?: string;
  readonly name?: string;
  readonly fixed?: string;
  readonly binaries?: readonly object[];
}

/** An update of a distribution for one vulnerability; an entry without a fix is left out. */
function anUpdate(...entries: readonly Update[]): Record<string, unknown> {
  const affected = entries
    .filter(({ fixed }) => fixed !== undefined)
    .map(({ ecosystem = RED_HAT_8, name = 'curl', fixed, binaries }) =>
      anAffected({
        ecosystem,
        name,
        events: [{ introduced: '0' }, { fixed }],
        ...(binaries !== undefined && { ecosystem_specific: { binaries } }),
      }),
    );
  return anOsvRecord({ id: 'RHSA-2024:0001', upstream: ['CVE-2024-0001'], affected });
}

function find(
  purl: string,
  records: readonly Record<string, unknown>[],
  options: Parameters<typeof findMatches>[2] = {},
): PackageMatch[] {
  return findMatches(purl, indexAdvisories(records.map(readAdvisory)), options);
}
