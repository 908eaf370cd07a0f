/** PyPI: names compared by PEP 503, versions ordered by PEP 440, and legacy versions. */
import { affected, cannotAssess, casesOf, check, checkVersions, component, notAffected } from '../build-case.ts';
import { ALWAYS, between, entry, fixedIn, record, since, upTo } from '../build-record.ts';
import type { PublishedRecord } from '../labeled-case.ts';

const REQUESTS = record('GHSA-j8r2-6x86-q33q', entry('PyPI', 'requests', between('2.3.0', '2.31.0')), {
  aliases: ['CVE-2023-32681'],
});
const URLLIB3 = record(
  'GHSA-g4mx-q9vg-27p4',
  entry('PyPI', 'urllib3', between('2.0.0', '2.0.7')),
  entry('PyPI', 'urllib3', fixedIn('1.26.18')),
  { aliases: ['CVE-2023-45803'] },
);
const CERTIFI = record('CVE-2022-23491', entry('PyPI', 'certifi', between('2017.11.05', '2022.12.07')));
const SETUPTOOLS = record(
  'PYSEC-2022-43012',
  entry('PyPI', 'setuptools', [], {
    ranges: [
      {
        type: 'GIT',
        repo: 'https://github.com/pypa/setuptools',
        events: fixedIn('43a9c9bfa6aa626ec2a22540bea28d2ca77964be'),
      },
      { type: 'ECOSYSTEM', events: fixedIn('65.5.1') },
    ],
  }),
  { aliases: ['CVE-2022-40897'] },
);
const ANSIBLE = record(
  'CVE-2021-3583',
  entry('PyPI', 'ansible', fixedIn('2.9.23rc1')),
  entry('PyPI', 'ansible', between('2.10.0a1', '2.10.11rc1')),
);
const NUMPY = record('CVE-2019-6446', entry('PyPI', 'numpy', upTo('1.16.0')));
const TORCH = record('CVE-2022-45907', entry('PyPI', 'torch', fixedIn('1.13.1')));
const CTX = record('PYSEC-2022-199', entry('PyPI', 'ctx', since('0.1.2-1')));

function about(name: string, events: Parameters<typeof entry>[2], versions?: readonly string[]): PublishedRecord {
  return record('CVE-2099-0020', entry('PyPI', name, events, versions && { versions }));
}

const LIB = 'pkg:pypi/acme-lib';

const versions = [
  checkVersions('pkg:pypi/requests', REQUESTS, [
    ['2.30.0', 'the version before the fix is affected', affected({ confidence: 'high', fixedVersions: ['2.31.0'] })],
    ['2.31.0', 'the fix is not affected', notAffected()],
    ['2.31.0rc1', 'a release candidate is older than its release', affected()],
    ['2.31.0.dev1', 'a development release is older than everything of its release', affected()],
    ['2.31.0.post1', 'a post release is newer than its release', notAffected()],
    ['2.31', 'missing numbers are zero', notAffected()],
    ['2.3', 'the beginning of the window in fewer numbers is in it', affected()],
    ['v2.30.0', 'a leading v is no part of the version', affected()],
    ['2.2.9', 'before the window nothing is affected', notAffected()],
    ['1!2.30.0', 'an epoch is newer than everything without', notAffected()],
  ]),
  checkVersions('pkg:pypi/urllib3', URLLIB3, [
    [
      '1.26.17',
      'the older branch is affected, and its own fix comes first',
      affected({ fixedVersions: ['1.26.18', '2.0.7'] }),
    ],
    ['1.26.18', 'between the branches nothing is affected', notAffected()],
    ['2.0.0', 'the newer branch begins with its first release', affected({ fixedVersions: ['2.0.7'] })],
    ['2.0.0a1', 'a prerelease is older than the beginning of its branch', notAffected()],
  ]),
  checkVersions('pkg:pypi/certifi', CERTIFI, [
    ['2022.12.7', 'leading zeros in a bound mean nothing', notAffected()],
    ['2022.9.24', 'dates are compared number by number', affected()],
    ['2017.11.5', 'the beginning of the window is in it, without its zero', affected()],
  ]),
  checkVersions('pkg:pypi/setuptools', SETUPTOOLS, [
    ['65.5.0', 'a range of commits in front of the versions hides nothing', affected({ fixedVersions: ['65.5.1'] })],
    ['65.5.1', 'the fix behind a range of commits is not affected', notAffected()],
  ]),
  checkVersions('pkg:pypi/ansible', ANSIBLE, [
    ['2.9.23rc1', 'a release candidate may be the fix', notAffected()],
    ['2.9.23b9', 'a beta is older than a release candidate', affected()],
    ['2.10.0a1', 'a window may begin with an alpha', affected()],
    ['2.10.0.dev1', 'a development release is older than an alpha', notAffected()],
  ]),
  checkVersions('pkg:pypi/numpy', NUMPY, [
    ['1.16.0', 'the last affected version is affected', affected({ fixedVersions: [] })],
    ['1.16', 'the last affected version in fewer numbers is affected', affected()],
    ['1.16.0+mkl', 'what a builder added does not make it newer than the last affected version', affected()],
    ['1.16.0.post1', 'a post release is newer than the last affected version', notAffected()],
  ]),
  checkVersions('pkg:pypi/torch', TORCH, [
    ['1.13.0+cu117', 'a local part does not make a version newer than the fix', affected()],
    ['1.13.1+cpu', 'a local part does not make the fix older', notAffected()],
  ]),
  checkVersions('pkg:pypi/ctx', CTX, [
    ['0.1.2.post1', 'a dash and a number is a post release', affected({ fixState: 'not_fixed' })],
    ['0.1.2', 'the release before the post release is clean', notAffected()],
  ]),
  checkVersions(LIB, about('acme-lib', [], ['1.0', '2.0.post1']), [
    ['1.0.0', 'a listed version is found with other zeros', affected()],
    ['1.0+cpu', 'a listed version is found in a local build', affected()],
    ['2.0-1', 'a listed post release is found in its other spelling', affected()],
    ['V1.0', 'a listed version is found with a capital v', affected()],
    ['1.0rc1', 'a release candidate of a listed version is not listed', notAffected()],
    ['1.0.1', 'a version that is not listed is clean', notAffected()],
  ]),
  checkVersions(LIB, about('acme-lib', fixedIn('2.0')), [
    [
      '0.9-stable',
      'old text is below all versions, as a guess',
      affected({ confidence: 'low', assumptions: ['legacy-version'] }),
    ],
    ['1.0.0.0.0.0.1', 'any count of numbers is a version', affected({ confidence: 'high' })],
    ['2.0a1.dev3', 'a development release of an alpha is a version', affected()],
    ['2.0+local', 'a local build of the fix is not affected', notAffected()],
    ['123456789012345678901234567890', 'thirty digits are a number', notAffected()],
    ['latest', 'a word is no version', cannotAssess('unparsable-version')],
  ]),
  check(
    // Such a bound sorts below every valid version, so comparing by order would silently miss 0.8.
    'a bound in old text cannot be held against a version',
    `${LIB}@0.8`,
    about('acme-lib', fixedIn('0.9-stable')),
    cannotAssess('unparsable-bound'),
  ),
  checkVersions(LIB, about('acme-lib', fixedIn('1!1.0')), [
    ['2.0', 'a version without an epoch is older than a fix with one', affected({ fixedVersions: ['1!1.0'] })],
    ['1!1.0', 'the fix with an epoch is not affected', notAffected()],
  ]),
];

const names = [
  check(
    'names have no letter case',
    'pkg:pypi/Jinja2@3.1.2',
    record('CVE-2024-22195', entry('PyPI', 'jinja2', fixedIn('3.1.3'))),
    affected(),
  ),
  check(
    'the name of a record has no letter case',
    'pkg:pypi/jinja2@3.1.2',
    record('CVE-2024-22195', entry('PyPI', 'Jinja2', fixedIn('3.1.3'))),
    affected(),
  ),
  check(
    'two spellings of one package are one component, and both are affected',
    ['pkg:pypi/Jinja2@3.1.2', 'pkg:pypi/jinja2@3.1.2'],
    record('CVE-2024-22195', entry('PyPI', 'jinja2', fixedIn('3.1.3'))),
    [affected(), affected({ of: 1 })],
  ),
  check(
    'dots and dashes in a name are alike',
    'pkg:pypi/zope.interface@1.0',
    about('zope-interface', fixedIn('2.0')),
    affected(),
  ),
  check(
    'runs of separators are one dash',
    'pkg:pypi/zope_-.interface@1.0',
    about('zope.interface', fixedIn('2.0')),
    affected(),
  ),
  check(
    'a name without its dash is another package',
    'pkg:pypi/zopeinterface@1.0',
    about('zope-interface', fixedIn('2.0')),
    notAffected(),
  ),
  check(
    'the Turkish dotted I is no i',
    'pkg:pypi/p%C4%B0llow@1.0',
    about('pillow', fixedIn('2.0')),
    cannotAssess('invalid-purl'),
  ),
  ...['twisted%5Btls%5D', 'Twisted[tls]', 'twisted%5Bconch,tls%5D'].map((name) =>
    check(
      `extras are no part of the name: ${name}`,
      `pkg:pypi/${name}@22.1.0`,
      record('CVE-2022-39348', entry('PyPI', 'twisted', between('0.9.4', '22.10.0rc1'))),
      affected({ confidence: 'high', fixedVersions: ['22.10.0rc1'] }),
    ),
  ),
  check('PyPI has no namespaces', 'pkg:pypi/acme/requests@2.30.0', REQUESTS, cannotAssess('invalid-purl')),
  check('the type may be called python', 'pkg:python/requests@2.30.0', REQUESTS, affected()),
  check('a package of npm with the same name is another one', 'pkg:npm/requests@2.30.0', REQUESTS, notAffected()),
  check(
    'a range is no version',
    component('pkg:pypi/requests', { version: '>=2.0' }),
    REQUESTS,
    cannotAssess('floating-ref'),
  ),
  check(
    'an address is no version',
    component('pkg:pypi/requests', { version: 'git+https://example.com/requests@main' }),
    REQUESTS,
    cannotAssess('floating-ref'),
  ),
  check('a component without a version cannot be assessed', 'pkg:pypi/requests', REQUESTS, cannotAssess('no-version')),
  check(
    'a malicious upload lists its versions',
    'pkg:pypi/acme-lib@1.0.1',
    record('MAL-2099-20', entry('PyPI', 'acme-lib', [], { versions: ['1.0.1'] })),
    affected({ class: 'malicious' }),
  ),
  check(
    'a malicious package without versions is malicious in all',
    'pkg:pypi/acme-lib@7',
    record('MAL-2099-21', entry('PyPI', 'acme-lib', ALWAYS)),
    affected({ class: 'malicious' }),
  ),
  check(
    'an installed Python package is known by the word of its tool',
    component(undefined, {
      name: 'requests',
      version: '2.30.0',
      properties: { 'aquasecurity:trivy:PkgType': 'python-pkg' },
    }),
    REQUESTS,
    affected({ confidence: 'medium' }),
  ),
];

export const pypiCases = casesOf('PyPI', ...versions, names);
