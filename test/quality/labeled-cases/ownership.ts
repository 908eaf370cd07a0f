/** Language packages installed by an OS package: reported once, and the statement of the distribution wins. */
import { affected, casesOf, check, component, notAffected, spdxPackage } from '../build-case.ts';
import { ALWAYS, entry, fixedIn, record } from '../build-record.ts';
import type { Json, PublishedRecord, Sent } from '../labeled-case.ts';

const OVERLAP = 'ownership-by-file-overlap: indicates that the parent package claims ownership of a child package';

/** The first of two packages of an SPDX document owns the second. */
function owning(relationshipType: string, comment?: string): Sent {
  return {
    format: 'spdx',
    members: {
      relationships: [{ spdxElementId: 'SPDXRef-0', relationshipType, relatedSpdxElement: 'SPDXRef-1', comment }],
    },
  };
}

const STATED = owning('CONTAINS');
const GHSA = record('GHSA-2099-eeee-0001', entry('PyPI', 'cryptography', fixedIn('42.0.0')), {
  aliases: ['CVE-2099-0600'],
});
const LANGUAGE = 'pkg:pypi/cryptography@38.0.4';
const DEBIAN = 'pkg:deb/debian/python3-cryptography@38.0.4-3?distro=debian-12&upstream=python-cryptography';
const RED_HAT = 'pkg:rpm/redhat/python3-cryptography@38.0.4-3.el9?distro=rhel-9.3&epoch=0';

function debian(fixed: string | undefined, id = 'CVE-2099-0600'): PublishedRecord {
  return record(
    `DEBIAN-${id}`,
    entry('Debian:12', 'python-cryptography', fixed === undefined ? ALWAYS : fixedIn(fixed)),
  );
}

const MERGED = [
  affected({ about: 'CVE-2099-0600', records: ['DEBIAN-CVE-2099-0600', 'GHSA-2099-eeee-0001'] }),
  // It has no finding of its own, because the owner reports it.
  notAffected({ of: 1, about: 'CVE-2099-0600', isSaid: false }),
];

const stated = [
  ...(
    [
      ['a package of the system that contains it', STATED],
      ['the words of Syft', owning('OTHER', OVERLAP)],
    ] as const
  ).map(([how, sent]) =>
    check(
      `what both have is one finding, that of the distribution, by ${how}`,
      [DEBIAN, LANGUAGE],
      [GHSA, debian('38.0.4-4')],
      MERGED,
      sent,
    ),
  ),
  check(
    'the file of an owner in which it was found makes it owned',
    [
      DEBIAN,
      spdxPackage(LANGUAGE, {
        sourceInfo:
          'acquired package info from installed python package manifest file: /usr/lib/python3/dist-packages/cryptography.egg-info/PKG-INFO',
      }),
    ],
    [GHSA, debian('38.0.4-4')],
    MERGED,
    {
      format: 'spdx',
      members: {
        files: [{ SPDXID: 'SPDXRef-File', fileName: './usr/lib/python3/dist-packages/cryptography.egg-info/PKG-INFO' }],
        relationships: [
          { spdxElementId: 'SPDXRef-0', relationshipType: 'CONTAINS', relatedSpdxElement: 'SPDXRef-File' },
        ],
      },
    },
  ),
  check(
    'what the distribution has fixed is dismissed, although the number of the version is old',
    [DEBIAN, LANGUAGE],
    [GHSA, debian('38.0.4-3')],
    [
      notAffected({ about: 'CVE-2099-0600', isSaid: true }),
      notAffected({
        of: 1,
        about: 'CVE-2099-0600',
        dismissal: 'distro-not-affected',
        records: ['DEBIAN-CVE-2099-0600', 'GHSA-2099-eeee-0001'],
      }),
    ],
    STATED,
  ),
  check(
    'where a distribution lists what is not fixed, its silence dismisses',
    [DEBIAN, LANGUAGE],
    [GHSA, debian('38.0.4-4', 'CVE-2099-0601')],
    [
      affected({ about: 'CVE-2099-0601' }),
      notAffected({ of: 1, about: 'CVE-2099-0600', dismissal: 'owned-by-os-package' }),
    ],
    STATED,
  ),
  check(
    'silence of a distribution about what has no CVE says nothing',
    [DEBIAN, LANGUAGE],
    record('GHSA-2099-eeee-0002', entry('PyPI', 'cryptography', fixedIn('42.0.0'))),
    affected({ of: 1, confidence: 'low', assumptions: ['may-be-backported'] }),
    STATED,
  ),
  check(
    'silence of a distribution that lists fixes alone dismisses nothing',
    [RED_HAT, LANGUAGE],
    GHSA,
    affected({ of: 1, about: 'CVE-2099-0600', confidence: 'low', assumptions: ['may-be-backported'] }),
    STATED,
  ),
  check(
    'silence of an owner of no release dismisses nothing',
    ['pkg:deb/debian/python3-cryptography@38.0.4-3', LANGUAGE],
    GHSA,
    affected({ of: 1, about: 'CVE-2099-0600', confidence: 'low', assumptions: ['may-be-backported'] }),
    STATED,
  ),
  check(
    'Ubuntu is silent as long as only its notices are read',
    ['pkg:deb/ubuntu/python3-cryptography@38.0.4-3?distro=ubuntu-24.04', LANGUAGE],
    [GHSA, record('USN-9100-1', entry('Ubuntu:24.04:LTS', 'other', ALWAYS), { upstream: ['CVE-2099-0602'] })],
    affected({ of: 1, about: 'CVE-2099-0600', confidence: 'low', assumptions: ['may-be-backported'] }),
    STATED,
  ),
  check(
    'Ubuntu says everything when its records of vulnerabilities are read',
    ['pkg:deb/ubuntu/python3-cryptography@38.0.4-3?distro=ubuntu-24.04', LANGUAGE],
    [GHSA, record('UBUNTU-CVE-2099-0602', entry('Ubuntu:24.04:LTS', 'other', ALWAYS))],
    notAffected({ of: 1, about: 'CVE-2099-0600', dismissal: 'owned-by-os-package' }),
    STATED,
  ),
  check(
    'malware is reported regardless of its owner',
    [DEBIAN, LANGUAGE],
    record('MAL-2099-600', entry('PyPI', 'cryptography', ALWAYS)),
    affected({ of: 1, class: 'malicious', confidence: 'high' }),
    STATED,
  ),
  check(
    'what an owner merely needs is not owned',
    [DEBIAN, LANGUAGE],
    [GHSA, debian('38.0.4-3')],
    [notAffected({ about: 'CVE-2099-0600' }), affected({ of: 1, about: 'CVE-2099-0600', confidence: 'high' })],
    owning('DEPENDS_ON'),
  ),
];

const FOUND = '/usr/lib/python3/dist-packages/cryptography-38.0.4.egg-info/PKG-INFO';

function found(path: string, purl = LANGUAGE): Json {
  return component(purl, { properties: { 'syft:location:0:path': path } });
}

const likely = [
  check(
    'an owner that is merely likely dismisses nothing',
    [DEBIAN, found(FOUND)],
    [GHSA, debian('38.0.4-3')],
    [
      notAffected({ about: 'CVE-2099-0600' }),
      affected({ of: 1, about: 'CVE-2099-0600', confidence: 'low', assumptions: ['probably-owned'] }),
    ],
  ),
  check(
    'an owner that is merely likely does not report in the place of another',
    [DEBIAN, found(FOUND)],
    [GHSA, debian('38.0.4-4')],
    [
      affected({ about: 'CVE-2099-0600', records: ['DEBIAN-CVE-2099-0600'] }),
      affected({ of: 1, about: 'CVE-2099-0600', confidence: 'low' }),
    ],
  ),
  check(
    'what lies in /usr/local came on its own',
    [DEBIAN, found('/usr/local/lib/python3.11/dist-packages/cryptography-38.0.4.dist-info/METADATA')],
    [GHSA, debian('38.0.4-3')],
    [notAffected({ about: 'CVE-2099-0600' }), affected({ of: 1, about: 'CVE-2099-0600', confidence: 'high' })],
  ),
  check(
    'a package of the system in another version has not brought it',
    [DEBIAN.replace('38.0.4-3', '41.0.0-1'), found(FOUND)],
    [GHSA, debian('38.0.4-3')],
    [notAffected({ about: 'CVE-2099-0600' }), affected({ of: 1, about: 'CVE-2099-0600', confidence: 'high' })],
  ),
  check(
    'a package of the system of another name has not brought it',
    ['pkg:deb/debian/python3-six@38.0.4-3?distro=debian-12', found(FOUND)],
    GHSA,
    affected({ of: 1, about: 'CVE-2099-0600', confidence: 'high' }),
  ),
  check(
    'a package that is in one more place came on its own',
    [DEBIAN, found(FOUND), found('/opt/venv/lib/python3.11/site-packages/cryptography-38.0.4.dist-info/METADATA')],
    [GHSA, debian('38.0.4-3')],
    [
      notAffected({ about: 'CVE-2099-0600' }),
      affected({ of: 1, about: 'CVE-2099-0600', confidence: 'high' }),
      affected({ of: 2, about: 'CVE-2099-0600' }),
    ],
  ),
];

export const ownershipCases = [
  ...casesOf('PyPI', stated, likely),
  ...casesOf(
    'npm',
    check(
      'a module of Node in the directory of the distribution is likely its own',
      [
        'pkg:deb/debian/node-semver@7.3.5%2B~7.3.9-2?distro=debian-12',
        found('/usr/share/nodejs/semver/package.json', 'pkg:npm/semver@7.3.5'),
      ],
      record('CVE-2022-25883', entry('npm', 'semver', fixedIn('7.5.2'))),
      affected({ of: 1, confidence: 'low', assumptions: ['probably-owned'] }),
    ),
  ),
  ...casesOf(
    'Go',
    check(
      'silence of a distribution says nothing about what is compiled into its programs',
      ['pkg:deb/debian/docker.io@20.10.24-1?distro=debian-12', 'pkg:golang/golang.org/x/net@v0.16.0'],
      record('GO-2023-2102', entry('Go', 'golang.org/x/net', fixedIn('0.17.0')), { aliases: ['CVE-2023-39325'] }),
      affected({ of: 1, confidence: 'low', assumptions: ['may-be-backported'] }),
      STATED,
    ),
  ),
];
