/**
 * The end of support of each release. The advisories of a distribution end on that day: existing ones still apply, but a missing
 * one no longer means that a package is unaffected. A release that is not listed has no known end.
 *
 * The date is the last day of security fixes for all users: of the LTS team for Debian, of standard support for Ubuntu, and
 * without paid extensions (ELS, LTSS) for the others. CentOS and other derivatives use the family whose advisories they use.
 * Sources: https://www.debian.org/lts/, https://ubuntu.com/about/release-cycle (days as in distro-info-data),
 * https://alpinelinux.org/releases/, https://access.redhat.com/support/policy/updates/errata, https://wiki.almalinux.org/,
 * https://wiki.rockylinux.org/rocky/version/, https://www.suse.com/lifecycle, https://en.opensuse.org/Lifetime,
 * https://docs.aws.amazon.com/linux/, https://www.oracle.com/a/ocom/docs/elsp-lifetime-069338.pdf,
 * https://learn.microsoft.com/azure/azure-linux/, https://docs.fedoraproject.org/en-US/releases/eol/,
 * https://www.openeuler.org/en/other/lifecycle/, https://www.mageia.org/support/
 */
import { compareText } from '../../text/compare-text.ts';
import type { DistributionFamily } from '../../vocabulary/package.ts';

type LastDays = Readonly<Record<string, string>>;

const LAST_DAYS: { readonly [Family in DistributionFamily]?: LastDays } = {
  Debian: {
    '7': '2018-05-31',
    '8': '2020-06-30',
    '9': '2022-06-30',
    '10': '2024-06-30',
    '11': '2026-08-31',
    '12': '2028-06-30',
    '13': '2030-06-30',
  },
  Ubuntu: {
    '12.04': '2017-04-28',
    '14.04': '2019-04-25',
    '14.10': '2015-07-23',
    '15.04': '2016-02-04',
    '15.10': '2016-07-28',
    '16.04': '2021-04-30',
    '16.10': '2017-07-20',
    '17.04': '2018-01-13',
    '17.10': '2018-07-19',
    '18.04': '2023-05-31',
    '18.10': '2019-07-18',
    '19.04': '2020-01-23',
    '19.10': '2020-07-17',
    '20.04': '2025-05-29',
    '20.10': '2021-07-22',
    '21.04': '2022-01-20',
    '21.10': '2022-07-14',
    '22.04': '2027-06-01',
    '22.10': '2023-07-20',
    '23.04': '2024-01-25',
    '23.10': '2024-07-11',
    '24.04': '2029-05-31',
    '24.10': '2025-07-10',
    '25.04': '2026-01-15',
    '25.10': '2026-07-09',
    '26.04': '2031-05-29',
  },
  Alpine: {
    'v2.1': '2012-11-01',
    'v2.2': '2013-05-01',
    'v2.3': '2013-11-01',
    'v2.4': '2014-05-01',
    'v2.5': '2014-11-01',
    'v2.6': '2015-05-01',
    'v2.7': '2015-11-01',
    'v3.0': '2016-05-01',
    'v3.1': '2016-11-01',
    'v3.2': '2017-05-01',
    'v3.3': '2017-11-01',
    'v3.4': '2018-05-01',
    'v3.5': '2018-11-01',
    'v3.6': '2019-05-01',
    'v3.7': '2019-11-01',
    'v3.8': '2020-05-01',
    'v3.9': '2020-11-01',
    'v3.10': '2021-05-01',
    'v3.11': '2021-11-01',
    'v3.12': '2022-05-01',
    'v3.13': '2022-11-01',
    'v3.14': '2023-05-01',
    'v3.15': '2023-11-01',
    'v3.16': '2024-05-23',
    'v3.17': '2024-11-22',
    'v3.18': '2025-05-09',
    'v3.19': '2025-11-01',
    'v3.20': '2026-04-01',
    'v3.21': '2026-11-01',
    'v3.22': '2027-05-01',
    'v3.23': '2027-11-01',
  },
  'Red Hat': {
    '4': '2012-02-29',
    '5': '2017-03-31',
    '6': '2020-11-30',
    '7': '2024-06-30',
    '8': '2029-05-31',
    '9': '2032-05-31',
    '10': '2035-05-31',
  },
  AlmaLinux: { '8': '2029-03-01', '9': '2032-05-31', '10': '2035-05-31' },
  'Rocky Linux': { '8': '2029-05-31', '9': '2032-05-31', '10': '2035-05-31' },
  SUSE: {
    '10': '2007-12-31',
    '10.1': '2008-11-30',
    '10.2': '2010-04-11',
    '10.3': '2011-10-11',
    '10.4': '2013-07-31',
    '11': '2010-12-31',
    '11.1': '2012-08-31',
    '11.2': '2014-01-31',
    '11.3': '2016-01-31',
    '11.4': '2019-03-31',
    '12': '2016-06-30',
    '12.1': '2017-05-31',
    '12.2': '2018-03-31',
    '12.3': '2019-06-30',
    '12.4': '2020-06-30',
    '12.5': '2024-10-31',
    '15': '2019-12-31',
    '15.1': '2021-01-31',
    '15.2': '2021-12-31',
    '15.3': '2022-12-31',
    '15.4': '2023-12-31',
    '15.5': '2024-12-31',
    '15.6': '2025-12-31',
    '15.7': '2031-07-31',
  },
  openSUSE: {
    '42.1': '2017-05-17',
    '42.2': '2018-01-26',
    '42.3': '2019-07-01',
    '15.0': '2019-12-03',
    '15.1': '2021-02-02',
    '15.2': '2022-01-04',
    '15.3': '2022-12-31',
    '15.4': '2023-12-07',
    '15.5': '2024-12-31',
    '15.6': '2026-04-30',
    '16.0': '2027-10-31',
  },
  // The date for 4.0 has not been announced.
  'Photon OS': { '1.0': '2022-02-28', '2.0': '2022-12-31', '3.0': '2024-06-30' },
  'Azure Linux': { '1': '2023-08-31', '2': '2025-07-31', '3': '2027-08-31' },
  'Amazon Linux': { '1': '2023-12-31', '2': '2026-06-30', '2023': '2029-06-30' },
  'Oracle Linux': {
    '5': '2017-06-30',
    '6': '2021-03-31',
    '7': '2024-12-31',
    '8': '2029-07-31',
    '9': '2032-06-30',
    '10': '2035-06-30',
  },
  Fedora: {
    '25': '2017-12-12',
    '26': '2018-05-29',
    '27': '2018-11-30',
    '28': '2019-05-28',
    '29': '2019-11-26',
    '30': '2020-05-26',
    '31': '2020-11-24',
    '32': '2021-05-25',
    '33': '2021-11-30',
    '34': '2022-06-07',
    '35': '2022-12-13',
    '36': '2023-05-16',
    '37': '2023-12-05',
    '38': '2024-05-21',
    '39': '2024-11-26',
    '40': '2025-05-13',
    '41': '2025-12-15',
    '42': '2026-05-13',
  },
  openEuler: {
    '20.03-LTS': '2021-03-31',
    '20.03-LTS-SP1': '2022-12-31',
    '20.03-LTS-SP2': '2022-04-30',
    '20.03-LTS-SP3': '2023-12-31',
    '20.03-LTS-SP4': '2025-11-30',
    '22.03-LTS': '2024-03-31',
    '22.03-LTS-SP1': '2024-12-31',
    '22.03-LTS-SP2': '2024-03-31',
    '22.03-LTS-SP3': '2025-12-31',
    '22.03-LTS-SP4': '2026-06-30',
    '23.03': '2023-09-30',
    '23.09': '2024-03-31',
    '24.03-LTS': '2026-05-31',
    '24.03-LTS-SP1': '2026-12-31',
    '24.03-LTS-SP2': '2026-03-31',
    '24.03-LTS-SP3': '2027-12-31',
    '24.09': '2025-03-31',
    '25.03': '2025-09-30',
    '25.09': '2026-03-31',
  },
  // Version 9 is supported until three months after the next release.
  Mageia: {
    '1': '2012-12-01',
    '2': '2013-11-22',
    '3': '2014-11-26',
    '4': '2015-09-19',
    '5': '2017-12-31',
    '6': '2019-09-30',
    '7': '2021-06-30',
    '8': '2023-11-30',
  },
};

/** Ubuntu Pro has fixes for five more years. */
const PRO_LAST_DAYS: LastDays = {
  '12.04': '2019-04-26',
  '14.04': '2024-04-25',
  '16.04': '2026-04-23',
  '18.04': '2028-04-26',
  '20.04': '2030-04-23',
  '22.04': '2032-04-21',
  '24.04': '2034-04-25',
  '26.04': '2036-04-23',
};

/**
 * The last day of paid updates, for distributions with one record per CVE: until then, their records also name the
 * vulnerabilities of the ended release that only paying users get a fix for. Ubuntu Pro, Extended Life Cycle Support of Red Hat.
 */
const PAID_LAST_DAYS: { readonly [Family in DistributionFamily]?: LastDays } = {
  Ubuntu: PRO_LAST_DAYS,
  'Red Hat': { '6': '2024-06-30', '7': '2028-06-30' },
};

/** The release of a package, as in its identity. */
export interface Release {
  readonly family: string;
  readonly release: string;
  readonly channel?: string | undefined;
}

/** `at` is a time in ISO 8601, UTC. The last day itself is still supported. */
export function isEndOfLife(release: Release, at: string): boolean {
  const lastDay = lastDayOf(release);
  return lastDay !== undefined && at.slice(0, lastDay.length) > lastDay;
}

/**
 * Whether the distribution still publishes the vulnerabilities of a release, although only paying users get fixes. `at` is a time
 * in ISO 8601, UTC.
 */
export function isPaidOnly({ family, release, channel }: Release, at: string): boolean {
  const lastDay = dayIn(PAID_BY_FAMILY.get(family), release);
  if (lastDay === undefined || at.slice(0, lastDay.length) > lastDay) return false;
  return isEndOfLife({ family, release, channel }, at);
}

/** A release whose last day has passed. */
export interface EndedRelease {
  readonly family: DistributionFamily;
  readonly release: string;
  readonly lastDay: string;
  /** The next release that is still supported; undefined if none is known. */
  readonly successor: { readonly release: string; readonly lastDay: string } | undefined;
}

/** `at` is a time in ISO 8601, UTC. */
export function listEndedReleases(at: string): readonly EndedRelease[] {
  return Object.entries(LAST_DAYS).flatMap(([name, days]) => {
    const family = name as DistributionFamily;
    const releases = Object.entries(days).toSorted(([a, x], [b, y]) => compareText(x, y) || compareText(a, b));
    const [next] = releases.filter(([release]) => !isEndOfLife({ family, release }, at));
    const successor = next && { release: next[0], lastDay: next[1] };
    return releases
      .filter(([release]) => isEndOfLife({ family, release }, at))
      .map(([release, lastDay]) => ({ family, release, lastDay, successor }));
  });
}

/** "Move to Debian 12, which is supported until 2028-06-30, or to a later release." */
export function describeMove(ended: Pick<EndedRelease, 'family' | 'successor'> | undefined): string {
  if (ended?.successor === undefined) return 'Move to a supported release.';
  const { family, successor } = ended;
  return `Move to ${family} ${successor.release}, which is supported until ${successor.lastDay}, or to a later release.`;
}

const BY_FAMILY: ReadonlyMap<string, LastDays> = new Map(Object.entries(LAST_DAYS));
const PAID_BY_FAMILY: ReadonlyMap<string, LastDays> = new Map(Object.entries(PAID_LAST_DAYS));

// Red Hat's extended updates (`eus:9.4`) end before the release does, and the package still belongs to the release.
function lastDayOf({ family, release, channel }: Release): string | undefined {
  return dayIn(family === 'Ubuntu' && isPro(channel) ? PRO_LAST_DAYS : BY_FAMILY.get(family), release);
}

function dayIn(days: LastDays | undefined, release: string): string | undefined {
  return days !== undefined && Object.hasOwn(days, release) ? days[release] : undefined;
}

function isPro(channel: string | undefined): boolean {
  return channel === 'pro' || channel?.startsWith('pro:') === true;
}
