/**
 * Tags in package versions that reveal the release (`+deb12u1`, `.el9_4`, `.fc36`) or a third-party build: packages of third
 * parties are not covered by the advisories of the distribution.
 */
import { DEBIAN_RELEASES, knownRelease, UBUNTU_RELEASES } from './parse-release.ts';
import type { DistributionFamily, Family } from '../../vocabulary/package.ts';

/** Returns the release in the version of a package of this family, if there is one. */
export function findReleaseInVersion(family: DistributionFamily, version: string): string | undefined {
  return PARSERS[family]?.(version);
}

const PARSERS: { readonly [Family in DistributionFamily]?: (version: string) => string | undefined } = {
  // Packages updated within a release have a tag: 1.1.1n-0+deb11u3, 2.40-1~deb12u1.
  Debian: (version) => knownRelease(/[+~]deb([0-9]{1,2})u[0-9]/.exec(version)?.[1], DEBIAN_RELEASES),
  // 3.0.2-0ubuntu1.10 has no release; 1.1.1f-1ubuntu0.20.04.1, 2.35.1~22.04 and 1.2+22.04.3 do.
  Ubuntu: (version) =>
    knownRelease(/(?:ubuntu[0-9]{1,3}\.|[~+])([0-9]{2}\.[0-9]{2})(?=$|[.~+])/.exec(version)?.[1], UBUNTU_RELEASES),
  'Red Hat': enterpriseRelease,
  AlmaLinux: enterpriseRelease,
  'Rocky Linux': enterpriseRelease,
  'Oracle Linux': enterpriseRelease,
  Fedora: (version) => /\.fc([0-9]{2})(?=$|[._~+])/.exec(version)?.[1],
  'Amazon Linux': (version) => /\.amzn([0-9]{1,4})(?=$|[._~+])/.exec(version)?.[1],
  'Photon OS': (version) => suffixed(/\.ph([0-9])(?=$|[._~+])/.exec(version), '.0'),
  'Azure Linux': (version) => /\.(?:azl|cm)([0-9])(?=$|[._~+])/.exec(version)?.[1],
  Mageia: (version) => /\.mga([0-9]{1,2})(?=$|[._~+])/.exec(version)?.[1],
  openEuler: (version) => {
    const [, year, month, pack] = /\.oe(2[0-9])(0[39])(?:sp([0-9]))?(?=$|[._~+])/.exec(version) ?? [];
    return year === undefined ? undefined : `${year}.${month}-LTS${pack === undefined ? '' : `-SP${pack}`}`;
  },
};

function suffixed(found: RegExpExecArray | null, suffix: string): string | undefined {
  return found?.[1] === undefined ? undefined : `${found[1]}${suffix}`;
}

// `.el9`, `.el9_4`, `.el7.centos.1`, `.module+el8.5.0+746`, `.module_el8.6.0+1`.
const ENTERPRISE = /[.+_]el([1-9][0-9]?)(?=$|[._~+-])/;

function enterpriseRelease(version: string): string | undefined {
  return ENTERPRISE.exec(version)?.[1];
}

// `.el8_7.cloud` of Rocky Linux is the kernel for clouds. `1.1.1g-15.ksplice1.el8_3` of Oracle Linux can be patched while it runs, and
// `3.6.16-6.el8_7_fips` is certified; both have other epochs than the ordinary build.
const SIDE_BUILDS: { readonly [Family in DistributionFamily]?: RegExp } = {
  'Rocky Linux': /\.(cloud)(?=$|\.)/,
  'Oracle Linux': /[._](ksplice|fips)[0-9]*(?=$|[._])/,
};

/** Returns the tag of side builds of a distribution, which have their own updates. */
export function findSideBuild(family: Family, version: string): string | undefined {
  return isDistributionFamily(family) ? SIDE_BUILDS[family]?.exec(version)?.[1] : undefined;
}

function isDistributionFamily(family: Family): family is DistributionFamily {
  return Object.hasOwn(SIDE_BUILDS, family);
}

// Layered products of Red Hat: `.el8sat`, `.el8ost`, `.el7eap`. They are not part of the distribution.
const LAYERED = /[.+_]el[0-9]{1,2}[a-z]/;
// nodesource, PostgreSQL's own packages, sury.org, Ubuntu PPAs, Remi's and other repositories for Red Hat.
const THIRD_PARTY = /nodesource|pgdg|sury\.org|[~+.]ppa[0-9~.]|\.remi(?=$|[._])|rpmfusion|\.(?:epel|elrepo)(?=$|[._])/i;
const ANOTHER_DISTRIBUTION: { readonly [Family in DistributionFamily]?: RegExp } = {
  'Red Hat': /\.fc[0-9]{2}(?=$|[._~+])|\.amzn[0-9]/,
  AlmaLinux: /\.fc[0-9]{2}(?=$|[._~+])/,
  'Rocky Linux': /\.fc[0-9]{2}(?=$|[._~+])/,
  'Oracle Linux': /\.fc[0-9]{2}(?=$|[._~+])/,
};

/** Whether the package was not built by the distribution. */
export function isThirdPartyBuild(family: DistributionFamily, version: string): boolean {
  if (THIRD_PARTY.test(version)) return true;
  if (family === 'Red Hat' && LAYERED.test(version)) return true;
  return ANOTHER_DISTRIBUTION[family]?.test(version) === true;
}
