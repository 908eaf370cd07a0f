/** Which records describe one vulnerability, under which id it is shown, and which record decides. */
import { affected, casesOf, check, checkVersions, notAffected } from '../build-case.ts';
import { between, entry, fixedIn, record } from '../build-record.ts';
import type { Json, PublishedRecord } from '../labeled-case.ts';

const LIB = 'pkg:pypi/acme-lib@1.0';

function about(id: string, members: Json = {}, fixed = '2.0'): PublishedRecord {
  return record(id, entry('PyPI', 'acme-lib', fixedIn(fixed)), members);
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n + 1);
const ghsa = (n: number): string => `GHSA-2099-dddd-${String(n).padStart(4, '0')}`;

const groups = [
  check(
    'a chain of aliases is one vulnerability with one id',
    LIB,
    [
      about('GHSA-2099-dddd-0001', { aliases: ['CVE-2099-0200'] }),
      about('PYSEC-2099-1', { aliases: ['CVE-2099-0200'] }),
    ],
    affected({ about: 'CVE-2099-0200', confidence: 'high', records: ['GHSA-2099-dddd-0001', 'PYSEC-2099-1'] }),
  ),
  check(
    'an alias of an alias is the same vulnerability',
    LIB,
    [
      about('PYSEC-2099-1', { aliases: ['GHSA-2099-dddd-0001'] }),
      record('GHSA-2099-dddd-0001', { aliases: ['CVE-2099-0200'] }),
    ],
    affected({ about: 'CVE-2099-0200', records: ['PYSEC-2099-1'] }),
  ),
  check(
    'aliases in a circle are one vulnerability',
    LIB,
    [
      about('CVE-2099-0200', { aliases: ['GHSA-2099-dddd-0001'] }),
      about('GHSA-2099-dddd-0001', { aliases: ['PYSEC-2099-1'] }),
      about('PYSEC-2099-1', { aliases: ['CVE-2099-0200'] }),
    ],
    affected({ about: 'CVE-2099-0200', records: ['CVE-2099-0200', 'GHSA-2099-dddd-0001', 'PYSEC-2099-1'] }),
  ),
  check(
    'a record that is its own alias is one',
    LIB,
    about('CVE-2099-0200', { aliases: ['CVE-2099-0200'] }),
    affected(),
  ),
  check(
    'an alias without a record still names the vulnerability',
    LIB,
    about('PYSEC-2099-1', { aliases: ['CVE-2099-0200'] }),
    affected({ about: 'CVE-2099-0200' }),
  ),
  check(
    'an alias in small letters is the same id',
    LIB,
    [about('PYSEC-2099-1', { aliases: ['cve-2099-0200'] }), about('CVE-2099-0200')],
    affected({ about: 'CVE-2099-0200', records: ['CVE-2099-0200', 'PYSEC-2099-1'] }),
  ),
  check(
    'a related record is another vulnerability',
    LIB,
    [about('CVE-2099-0200', { related: ['CVE-2099-0201'] }), about('CVE-2099-0201')],
    [affected({ about: 'CVE-2099-0200' }), affected({ about: 'CVE-2099-0201' })],
  ),
  check(
    'without a CVE the id of GitHub is shown',
    LIB,
    about('PYSEC-2099-1', { aliases: ['GHSA-2099-dddd-0001'] }),
    affected({ about: 'GHSA-2099-dddd-0001' }),
  ),
  check(
    'without either the id of the database is shown',
    LIB,
    about('PYSEC-2099-1'),
    affected({ about: 'PYSEC-2099-1' }),
  ),
  check(
    'of two CVEs the older one is shown',
    LIB,
    about('GHSA-2099-dddd-0001', { aliases: ['CVE-2099-0003', 'CVE-2098-99999'] }),
    affected({ about: 'CVE-2098-99999' }),
  ),
  check(
    'of two CVEs of a year the smaller number is shown',
    LIB,
    about('GHSA-2099-dddd-0001', { aliases: ['CVE-2099-10000', 'CVE-2099-9999'] }),
    affected({ about: 'CVE-2099-9999' }),
  ),
  check(
    'a CVE that arrives later renames the vulnerability and adds none',
    LIB,
    [about('GHSA-2099-dddd-0001'), record('CVE-2099-0200', { aliases: ['GHSA-2099-dddd-0001'] })],
    affected({ about: 'CVE-2099-0200', records: ['GHSA-2099-dddd-0001'] }),
  ),
  check(
    'a record with six CVEs ties nothing together',
    LIB,
    [about('GHSA-2099-dddd-0001', { aliases: numbers(6).map((n) => `CVE-2099-100${n}`) }), about('CVE-2099-1001')],
    [affected({ about: 'GHSA-2099-dddd-0001' }), affected({ about: 'CVE-2099-1001' })],
  ),
  check(
    'a record with five CVEs is believed',
    LIB,
    [about('GHSA-2099-dddd-0001', { aliases: numbers(5).map((n) => `CVE-2099-100${n}`) }), about('CVE-2099-1003')],
    affected({ about: 'CVE-2099-1001', records: ['CVE-2099-1003', 'GHSA-2099-dddd-0001'] }),
  ),
  check(
    'many aliases that are no CVEs are believed',
    LIB,
    about('CVE-2023-44487', { aliases: numbers(24).map(ghsa) }),
    affected({ about: 'CVE-2023-44487' }),
  ),
  check(
    'a group of more than thirty-two ids falls apart',
    LIB,
    [
      about(ghsa(1), { aliases: [ghsa(2)] }),
      ...numbers(32).map((n) => record(ghsa(n + 1), { aliases: [ghsa(n + 2)] })),
      about(ghsa(33)),
    ],
    [affected({ about: ghsa(1) }), affected({ about: ghsa(33) })],
  ),
  check(
    'a group of thirty-two ids holds',
    LIB,
    [
      about(ghsa(1), { aliases: [ghsa(2)] }),
      ...numbers(30).map((n) => record(ghsa(n + 1), { aliases: [ghsa(n + 2)] })),
      about(ghsa(32)),
    ],
    affected({ about: ghsa(1), records: [ghsa(1), ghsa(32)] }),
  ),
  check(
    '250 aliases of one record are not believed',
    LIB,
    about('GHSA-2099-dddd-0001', { aliases: numbers(250).map((n) => `CVE-2099-${10_000 + n}`) }),
    affected({ about: 'GHSA-2099-dddd-0001' }),
  ),
  check(
    'a withdrawn record still says which ids are one',
    LIB,
    [
      about('GHSA-2099-dddd-0001'),
      record('GHSA-2099-dddd-0002', {
        aliases: ['GHSA-2099-dddd-0001', 'CVE-2099-0200'],
        withdrawn: '2024-01-01T00:00:00Z',
      }),
    ],
    affected({ about: 'CVE-2099-0200', records: ['GHSA-2099-dddd-0001'] }),
  ),
];

const CVE = { aliases: ['CVE-2099-0200'] };

// A narrower record never hides a wider one: missing a real vulnerability is the worst outcome.
const authority = [
  check(
    'a package is affected when GitHub says so and the curated record has a narrower range',
    LIB,
    [about('PYSEC-2099-1', CVE, '0.9'), about('GHSA-2099-dddd-0001', CVE)],
    affected({
      about: 'CVE-2099-0200',
      confidence: 'medium',
      assumptions: ['disputed'],
      records: ['GHSA-2099-dddd-0001', 'PYSEC-2099-1'],
    }),
  ),
  check(
    'a package is affected when the curated record says so and GitHub has a narrower range',
    LIB,
    [about('PYSEC-2099-1', CVE), about('GHSA-2099-dddd-0001', CVE, '0.9')],
    affected({ about: 'CVE-2099-0200', confidence: 'medium', assumptions: ['disputed'] }),
  ),
  check(
    'a package is affected when a collection says so and GitHub has a narrower range',
    LIB,
    [about('GHSA-2099-dddd-0001', CVE, '0.9'), about('GSD-2099-1', CVE)],
    affected({ about: 'CVE-2099-0200', assumptions: ['disputed'] }),
  ),
  check(
    'two records of equal standing: one that says yes is enough',
    LIB,
    [about('GHSA-2099-dddd-0001', CVE, '0.9'), about('GHSA-2099-dddd-0002', CVE)],
    affected({ about: 'CVE-2099-0200', assumptions: ['disputed'] }),
  ),
  check(
    'the fix comes from the record that names one',
    LIB,
    [record('PYSEC-2099-1', entry('PyPI', 'acme-lib', [{ introduced: '0' }]), CVE), about('GHSA-2099-dddd-0001', CVE)],
    affected({ about: 'CVE-2099-0200', fixedVersions: ['2.0'] }),
  ),
  check(
    'of two fixes the one that satisfies both records',
    LIB,
    [about('PYSEC-2099-1', CVE, '1.5'), about('GHSA-2099-dddd-0001', CVE, '2.0')],
    affected({ about: 'CVE-2099-0200', fixedVersions: ['2.0'], confidence: 'high' }),
  ),
  check(
    'a record that cannot be tested leaves the word to the others',
    LIB,
    [record('PYSEC-2099-1', entry('PyPI', 'acme-lib', []), CVE), about('GHSA-2099-dddd-0001', CVE)],
    affected({ about: 'CVE-2099-0200' }),
  ),
];

const disagreeing = [
  ...checkVersions(
    'pkg:pypi/pillow',
    [
      record('GHSA-8vj2-vxx3-667w', entry('PyPI', 'pillow', fixedIn('9.0.1')), { aliases: ['CVE-2022-22817'] }),
      record('PYSEC-2022-10', entry('PyPI', 'pillow', fixedIn('9.0.0')), { aliases: ['CVE-2022-22817'] }),
    ],
    [
      [
        '8.4.0',
        'both say affected',
        affected({ about: 'CVE-2022-22817', fixedVersions: ['9.0.1'], confidence: 'high' }),
      ],
      [
        '9.0.0',
        'only GitHub says affected',
        affected({ about: 'CVE-2022-22817', fixedVersions: ['9.0.1'], assumptions: ['disputed'] }),
      ],
      ['9.0.1', 'neither says affected', notAffected({ about: 'CVE-2022-22817' })],
    ],
  ),
  ...checkVersions(
    'pkg:pypi/langchain',
    [
      record('GHSA-7gfq-f96f-g85j', entry('PyPI', 'langchain', fixedIn('0.0.312')), { aliases: ['CVE-2023-36281'] }),
      record('PYSEC-2023-151', entry('PyPI', 'langchain', fixedIn('0.0.171')), { aliases: ['CVE-2023-36281'] }),
    ],
    [
      [
        '0.0.300',
        'the wider range counts',
        affected({ about: 'CVE-2023-36281', fixedVersions: ['0.0.312'], assumptions: ['disputed'] }),
      ],
      ['0.0.312', 'fixed for both', notAffected({ about: 'CVE-2023-36281' })],
    ],
  ),
  ...checkVersions(
    'pkg:pypi/django',
    [
      record('GHSA-hmr4-m2h5-33qx', entry('PyPI', 'django', between('2.0', '2.2.10')), { aliases: ['CVE-2020-7471'] }),
      record('PYSEC-2020-35', entry('PyPI', 'django', between('2.2', '2.2.10')), { aliases: ['CVE-2020-7471'] }),
    ],
    [
      [
        '2.1.5',
        'in the gap of the curated record',
        affected({ about: 'CVE-2020-7471', fixedVersions: ['2.2.10'], assumptions: ['disputed'] }),
      ],
      ['2.2.10', 'fixed for both', notAffected({ about: 'CVE-2020-7471' })],
    ],
  ),
];

export const aliasCases = casesOf('PyPI', groups, authority, disagreeing);
