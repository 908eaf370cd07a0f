/** Smaller distributions with rpm packages: Azure Linux, Photon OS, openEuler and Mageia. */
import { affected, cannotAssess, casesOf, check, checkVersions, notAffected } from '../build-case.ts';
import { entry, fixedIn, record } from '../build-record.ts';

const AZURE = record('AZL-2099', entry('Azure Linux:3', 'curl', fixedIn('8.8.0-2.azl3')), {
  upstream: ['CVE-2099-0420'],
});
const MARINER = record('AZL-2098', entry('Azure Linux:2', 'curl', fixedIn('8.8.0-3.cm2')), {
  upstream: ['CVE-2099-0421'],
});

const azure = casesOf(
  'Azure Linux',
  checkVersions('pkg:rpm/azurelinux/curl@{}?distro=azurelinux-3.0&epoch=0', AZURE, [
    [
      '8.8.0-1.azl3',
      'the build before the fix is affected',
      affected({ confidence: 'high', fixedVersions: ['8.8.0-2.azl3'] }),
    ],
    ['8.8.0-2.azl3', 'the fix is not affected, and that is said', notAffected({ isSaid: true })],
  ]),
  check(
    'Mariner is its second release',
    'pkg:rpm/mariner/curl@8.8.0-2.cm2?distro=mariner-2.0&epoch=0',
    MARINER,
    affected({ confidence: 'high' }),
  ),
  check(
    'a fix of one release says nothing about another',
    'pkg:rpm/azurelinux/curl@8.8.0-1.azl3?distro=azurelinux-3.0&epoch=0',
    MARINER,
    notAffected(),
  ),
  check(
    'without a release the tag of the build names it',
    'pkg:rpm/azurelinux/curl@8.8.0-1.azl3?epoch=0',
    AZURE,
    affected({ confidence: 'medium', assumptions: ['release-from-version'] }),
  ),
  check(
    'advisories name sources',
    'pkg:rpm/azurelinux/libcurl@8.8.0-1.azl3?distro=azurelinux-3.0&epoch=0&upstream=curl-8.8.0-1.azl3.src.rpm',
    AZURE,
    affected({ via: 'source' }),
  ),
);

const PHOTON = record('PHSA-2099-4.0-0001', entry('Photon OS:4.0', 'curl', fixedIn('8.1.2-3.ph4')), {
  upstream: ['CVE-2099-0422'],
});
const photon = casesOf(
  'Photon OS',
  checkVersions('pkg:rpm/photon/curl@{}?distro=photon-4.0&epoch=0', PHOTON, [
    [
      '8.1.2-2.ph4',
      'the build before the fix is affected',
      affected({ confidence: 'high', fixedVersions: ['8.1.2-3.ph4'] }),
    ],
    ['8.1.2-3.ph4', 'the fix is not affected, and that is said', notAffected({ isSaid: true })],
  ]),
  check(
    'another release is another one',
    'pkg:rpm/photon/curl@8.1.2-2.ph5?distro=photon-5.0&epoch=0',
    PHOTON,
    notAffected(),
  ),
  check(
    'a release without its second number has a zero',
    'pkg:rpm/photon/curl@8.1.2-2.ph4?distro=photon-4&epoch=0',
    PHOTON,
    affected(),
  ),
  check(
    'without a release the tag of the build names it',
    'pkg:rpm/photon/curl@8.1.2-2.ph4?epoch=0',
    PHOTON,
    affected({ confidence: 'medium', assumptions: ['release-from-version'] }),
  ),
);

const EULER = record('OESA-2099-1001', entry('openEuler:22.03-LTS-SP3', 'bind', fixedIn('9.16.23-24.oe2203sp3')), {
  upstream: ['CVE-2099-0423'],
});
const openEuler = casesOf(
  'openEuler',
  checkVersions('pkg:rpm/openeuler/bind@{}?distro=openeuler-22.03-LTS-SP3', EULER, [
    [
      '9.16.23-23.oe2203sp3',
      'the build before the fix is affected',
      affected({ confidence: 'high', assumptions: [], fixedVersions: ['9.16.23-24.oe2203sp3'] }),
    ],
    ['9.16.23-24.oe2203sp3', 'the fix is not affected, and that is said', notAffected({ isSaid: true })],
  ]),
  check(
    'epochs do not count, since no bound has any',
    'pkg:rpm/openeuler/bind@9.16.23-23.oe2203sp3?distro=openeuler-22.03-LTS-SP3&epoch=32',
    EULER,
    affected({ confidence: 'high' }),
  ),
  check(
    'another service pack is another release',
    'pkg:rpm/openeuler/bind@9.16.23-23.oe2203sp2?distro=openeuler-22.03-LTS-SP2',
    EULER,
    notAffected(),
    { asOf: '2024-01-01T00:00:00.000000Z' },
  ),
  check(
    'the release may be spelled with brackets',
    'pkg:rpm/openeuler/bind@9.16.23-23.oe2203sp3?distro=openEuler%2022.03%20(LTS-SP3)',
    EULER,
    affected(),
  ),
  check(
    'without a release the tag of the build names it',
    'pkg:rpm/openeuler/bind@9.16.23-23.oe2203sp3',
    EULER,
    affected({ assumptions: ['release-from-version'] }),
  ),
);

const MAGEIA = record('MGASA-2099-0001', entry('Mageia:9', 'vim', fixedIn('9.0.1314-1.mga9')), {
  upstream: ['CVE-2099-0424'],
});
const mageia = casesOf(
  'Mageia',
  checkVersions('pkg:rpm/mageia/vim@{}?distro=mageia-9&epoch=0', MAGEIA, [
    [
      '9.0.1200-1.mga9',
      'the build before the fix is affected',
      affected({ confidence: 'high', fixedVersions: ['9.0.1314-1.mga9'] }),
    ],
    ['9.0.1314-1.mga9', 'the fix is not affected, and that is said', notAffected({ isSaid: true })],
  ]),
  check(
    'advisories name sources',
    'pkg:rpm/mageia/vim-minimal@9.0.1200-1.mga9?distro=mageia-9&epoch=0&upstream=vim-9.0.1200-1.mga9.src.rpm',
    MAGEIA,
    affected({ via: 'source' }),
  ),
  check(
    'a package of no release is never one of all releases',
    'pkg:rpm/mageia/vim@9.0.1200-1?epoch=0',
    MAGEIA,
    cannotAssess('unknown-release'),
  ),
);

export const smallRpmCases = [...azure, ...photon, ...openEuler, ...mageia];
