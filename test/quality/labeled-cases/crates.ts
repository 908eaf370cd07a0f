/** crates.io: case-insensitive names, SemVer, and records about crates that are only unmaintained. */
import { affected, cannotAssess, casesOf, check, checkVersions, component, notAffected } from '../build-case.ts';
import { between, entry, fixedIn, record, since, upTo } from '../build-record.ts';

const TIME = record(
  'RUSTSEC-2020-0071',
  entry('crates.io', 'time', [
    { introduced: '0.0.0-0' },
    { fixed: '0.2.0' },
    ...['0.2.1', '0.2.2', '0.2.3', '0.2.4', '0.2.5', '0.2.6'].flatMap((fixed) => [
      { introduced: `${fixed}-0` },
      { fixed },
    ]),
    { introduced: '0.2.7-0' },
    { fixed: '0.2.23' },
  ]),
  { aliases: ['CVE-2020-26235', 'GHSA-wcg3-cvx6-7396'] },
);
const TOKIO = record(
  'GHSA-2grh-hm3w-w7hv',
  entry('crates.io', 'tokio', between('1.7.0', '1.7.2')),
  entry('crates.io', 'tokio', between('1.6.0', '1.6.3')),
  entry('crates.io', 'tokio', between('0.3.0', '1.5.1')),
  { aliases: ['CVE-2021-38191'] },
);
const REGEX = [
  record('GHSA-m5pq-gvj9-9vr8', entry('crates.io', 'regex', fixedIn('1.5.5')), { aliases: ['CVE-2022-24713'] }),
  record('RUSTSEC-2022-0013', entry('crates.io', 'regex', between('0.0.0-0', '1.5.5')), {
    aliases: ['CVE-2022-24713'],
  }),
];
const OPENSSL_SRC = record('CVE-2099-0050', entry('crates.io', 'openssl-src', between('110.0.0', '111.25.0')));
const SERIALIZE = record('RUSTSEC-2022-0004', entry('crates.io', 'rustc-serialize', upTo('0.3.24')), {
  aliases: ['GHSA-2226-4v3c-cff8'],
});
const ATTY = record(
  'RUSTSEC-2024-0375',
  entry('crates.io', 'atty', since('0.0.0-0'), { database_specific: { informational: 'unmaintained' } }),
);

export const cratesCases = casesOf(
  'crates.io',
  checkVersions('pkg:cargo/time', TIME, [
    [
      '0.1.45',
      'every fix above that no window holds is a fix',
      affected({
        confidence: 'high',
        fixedVersions: ['0.2.0', '0.2.1', '0.2.2', '0.2.3', '0.2.4', '0.2.5', '0.2.6', '0.2.23'],
      }),
    ],
    ['0.2.6', 'a window of prereleases alone spares the release', notAffected()],
    ['0.2.6-beta.1', 'a prerelease in its own window is affected', affected({ fixedVersions: ['0.2.6', '0.2.23'] })],
    ['0.2.22', 'the last window is the long one', affected({ fixedVersions: ['0.2.23'] })],
    ['0.2.23', 'the fix is not affected', notAffected()],
    ['0.3.0', 'a later version is not affected', notAffected()],
    ['0.0.0', 'the first of all versions is in a window that begins with 0.0.0-0', affected()],
  ]),
  checkVersions('pkg:cargo/tokio', TOKIO, [
    ['1.5.0', 'fixes of newer branches follow the own one', affected({ fixedVersions: ['1.5.1', '1.6.3', '1.7.2'] })],
    ['1.6.2', 'the middle branch has its own fix first', affected({ fixedVersions: ['1.6.3', '1.7.2'] })],
    ['1.5.1', 'between two branches nothing is affected', notAffected()],
    ['0.2.25', 'before all windows nothing is affected', notAffected()],
  ]),
  checkVersions('pkg:cargo/regex', REGEX, [
    [
      '1.5.4',
      'two databases about one flaw are one finding',
      affected({ about: 'CVE-2022-24713', records: ['GHSA-m5pq-gvj9-9vr8', 'RUSTSEC-2022-0013'] }),
    ],
    ['1.5.5', 'both agree on the fix', notAffected({ about: 'CVE-2022-24713' })],
  ]),
  checkVersions('pkg:cargo/openssl-src', OPENSSL_SRC, [
    [
      '111.24.0+1.1.1s',
      'the version of what is bundled says nothing about the order',
      affected({ confidence: 'high', fixedVersions: ['111.25.0'] }),
    ],
    ['111.25.0+1.1.1t', 'the fix with the version of what is bundled is not affected', notAffected()],
  ]),
  checkVersions('pkg:cargo/rustc-serialize', SERIALIZE, [
    ['0.3.24', 'the last affected version has no fix', affected({ about: 'GHSA-2226-4v3c-cff8', fixedVersions: [] })],
    ['0.3.25', 'what comes after it is not affected', notAffected({ about: 'GHSA-2226-4v3c-cff8' })],
  ]),
  check('names have no letter case', 'pkg:cargo/Regex@1.5.4', REGEX, affected({ about: 'CVE-2022-24713' })),
  check(
    'an underscore is no dash',
    'pkg:cargo/rustc_serialize@0.3.20',
    SERIALIZE,
    notAffected({ about: 'GHSA-2226-4v3c-cff8' }),
  ),
  check('an unmaintained crate is informational', 'pkg:cargo/atty@0.2.14', ATTY, affected({ class: 'informational' })),
  check(
    'an unsound crate is informational',
    'pkg:cargo/acme@1.0.0',
    record(
      'RUSTSEC-2099-0001',
      entry('crates.io', 'acme', fixedIn('2.0.0'), { database_specific: { informational: 'unsound' } }),
    ),
    affected({ class: 'informational', fixedVersions: ['2.0.0'] }),
  ),
  check(
    'one record that calls it a vulnerability is enough',
    'pkg:cargo/acme@1.0.0',
    [
      record(
        'RUSTSEC-2099-0001',
        entry('crates.io', 'acme', fixedIn('2.0.0'), { database_specific: { informational: 'unsound' } }),
        { aliases: ['CVE-2099-0051'] },
      ),
      record('GHSA-2099-cccc-0001', entry('crates.io', 'acme', fixedIn('2.0.0')), { aliases: ['CVE-2099-0051'] }),
    ],
    affected({ about: 'CVE-2099-0051', class: 'vulnerability' }),
  ),
  check('the type may be called rust', 'pkg:rust/regex@1.5.4', REGEX, affected({ about: 'CVE-2022-24713' })),
  check('the type may be called crates', 'pkg:crates/regex@1.5.4', REGEX, affected({ about: 'CVE-2022-24713' })),
  check(
    'a range is no version',
    component('pkg:cargo/regex', { version: '^1.5' }),
    REGEX,
    cannotAssess('floating-ref', { about: 'CVE-2022-24713' }),
  ),
  check(
    'a crate without a version cannot be assessed',
    'pkg:cargo/regex',
    REGEX,
    cannotAssess('no-version', { about: 'CVE-2022-24713' }),
  ),
);
