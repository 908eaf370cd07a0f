/** Go: case-insensitive module paths, tags and commits, the standard library, and bounds that are not tags. */
import { affected, cannotAssess, casesOf, check, checkVersions, component, notAffected } from '../build-case.ts';
import { ALWAYS, between, entry, fixedIn, record, since } from '../build-record.ts';
import type { PublishedRecord } from '../labeled-case.ts';

const NET = record('GO-2023-2102', entry('Go', 'golang.org/x/net', fixedIn('0.17.0')), {
  aliases: ['CVE-2023-39325', 'GHSA-4374-p667-p6c8'],
});
const CRYPTO = record(
  'CVE-2020-29652',
  entry('Go', 'golang.org/x/crypto', fixedIn('0.0.0-20201216223049-8b5274cf687f')),
);
const DOCKER = record(
  'CVE-2023-28840',
  entry('Go', 'github.com/docker/docker', between('1.12.0', '20.10.24')),
  entry('Go', 'github.com/docker/docker', between('23.0.0', '23.0.3')),
);
const GIN = record(
  'CVE-2023-29401',
  entry('Go', 'github.com/gin-gonic/gin', between('1.3.1-0.20190301021747-ccb9e902956d', '1.9.1')),
);
const YAML = record('GO-2020-0036', entry('Go', 'gopkg.in/yaml.v2', fixedIn('2.2.8')), { aliases: ['CVE-2019-11254'] });
const GOUTILS = record('GO-2022-0411', entry('Go', 'github.com/Masterminds/goutils', fixedIn('1.1.1')), {
  aliases: ['CVE-2021-4238'],
});
const LOGRUS = record(
  'CVE-2025-65637',
  entry('Go', 'github.com/sirupsen/logrus', [
    { introduced: '0' },
    { fixed: '1.8.3' },
    { introduced: '1.9.0' },
    { fixed: '1.9.1' },
    { introduced: '1.9.2' },
    { fixed: '1.9.3' },
  ]),
);
const STDLIB = record(
  'GO-2021-0069',
  entry('Go', 'stdlib', [
    { introduced: '1.14.0-0' },
    { fixed: '1.14.12' },
    { introduced: '1.15.0-0' },
    { fixed: '1.15.5' },
  ]),
  { aliases: ['CVE-2020-28362'] },
);

const HTTP2 = record(
  'GO-2023-2102',
  entry('Go', 'stdlib', [{ introduced: '0' }, { fixed: '1.20.10' }, { introduced: '1.21.0-0' }, { fixed: '1.21.3' }], {
    ecosystem_specific: { imports: [{ path: 'net/http', symbols: ['http2serverConn.serve'] }] },
  }),
  { aliases: ['CVE-2023-39325'] },
);

function stdlibOf(minor: number): PublishedRecord {
  return record('CVE-2099-0040', entry('Go', 'stdlib', between(`1.${minor}.0-0`, `1.${minor}.2`)));
}

const tags = [
  checkVersions('pkg:golang/golang.org/x/net', NET, [
    ['v0.16.0', 'the tag before the fix is affected', affected({ confidence: 'high', fixedVersions: ['0.17.0'] })],
    ['v0.17.0', 'the fix is not affected', notAffected()],
    ['0.16.0', 'a tag without its v is a tag', affected()],
    ['v0.17.0-rc.1', 'a prerelease is older than its release', affected()],
  ]),
  checkVersions('pkg:golang/github.com/docker/docker', DOCKER, [
    [
      'v20.10.23+incompatible',
      'what follows a plus says nothing about the order',
      affected({ confidence: 'high', fixedVersions: ['20.10.24', '23.0.3'] }),
    ],
    ['v20.10.24+incompatible', 'the fix without a module of its own is not affected', notAffected()],
    ['v23.0.2+incompatible', 'the newer branch is affected', affected({ fixedVersions: ['23.0.3'] })],
    ['v20.10.23+incompatible+dirty', 'two pluses are both no part of the order', affected({ confidence: 'high' })],
    ['v1.11.2+incompatible', 'before the window nothing is affected', notAffected()],
  ]),
  checkVersions('pkg:golang/github.com/gin-gonic/gin', GIN, [
    ['v1.9.0+dirty', 'a changed working copy of an affected tag is affected', affected()],
    ['v1.9.1+dirty', 'a changed working copy of the fix is not affected', notAffected()],
    ['v1.3.0', 'the tag before the commit that began it is clean', notAffected()],
    ['v1.5.0', 'a tag behind the commit that began it is affected', affected({ fixedVersions: ['1.9.1'] })],
  ]),
  checkVersions('pkg:golang/github.com/sirupsen/logrus', LOGRUS, [
    ['v1.9.1', 'between the windows of one range nothing is affected', notAffected()],
    ['v1.9.2', 'the fix that broke again is affected', affected({ fixedVersions: ['1.9.3'] })],
    [
      'v1.8.1',
      'fixes of all later branches follow the own one',
      affected({ fixedVersions: ['1.8.3', '1.9.1', '1.9.3'] }),
    ],
  ]),
];

const commits = [
  checkVersions('pkg:golang/golang.org/x/crypto', CRYPTO, [
    [
      'v0.0.0-20201124201722-c8d3bf9c5392',
      'a commit before the fixing commit is affected for certain',
      affected({ confidence: 'high', assumptions: [] }),
    ],
    ['v0.0.0-20201216223049-8b5274cf687f', 'the fixing commit is not affected', notAffected()],
    ['v0.0.0-20210322153248-0c34fe9e7dc2', 'a commit after the fixing commit is not affected', notAffected()],
    ['v0.14.0', 'a tag is newer than all commits before the first one', notAffected()],
  ]),
  check(
    'a commit against a tag is a guess',
    'pkg:golang/golang.org/x/net@v0.0.0-20231001000000-abcdefabcdef',
    NET,
    affected({ confidence: 'low' }),
  ),
  check(
    // A vulnerability found in 2023 is not fixed in 2022.
    'a commit from before the year of the vulnerability cannot hold its fix',
    'pkg:golang/golang.org/x/net@v0.0.0-20220722155237-a158d28d115b',
    NET,
    affected({ confidence: 'medium' }),
  ),
  check(
    'a commit on the way to the fixing tag is affected, as a guess',
    'pkg:golang/github.com/gin-gonic/gin@v1.9.1-0.20230501000000-abcdefabcdef',
    GIN,
    affected({ confidence: 'low' }),
  ),
  check(
    'a commit behind the fixing tag is not affected',
    'pkg:golang/github.com/gin-gonic/gin@v1.9.2-0.20230601000000-abcdefabcdef',
    GIN,
    notAffected(),
  ),
  check(
    // No tag of the module github.com/acme/server can be 2.0.0 or higher: such tags belong to github.com/acme/server/v2.
    'a commit of a module whose tags do not follow its major version is a guess',
    'pkg:golang/github.com/acme/server@v0.0.0-20230101000000-abcdefabcdef',
    record('GHSA-2099-bbbb-0001', entry('Go', 'github.com/acme/server', fixedIn('5.4.0')), {
      aliases: ['CVE-2099-0041'],
    }),
    affected({ confidence: 'low' }),
  ),
  check('a local build has no version', 'pkg:golang/golang.org/x/net@(devel)', NET, cannotAssess('devel-build')),
  check(
    'the program itself at a commit has no version',
    component('pkg:golang/golang.org/x/net@v0.0.0-20220722155237-a158d28d115b', { type: 'application' }),
    NET,
    cannotAssess('devel-build'),
  ),
  check('a module in a sibling folder is unknown', 'pkg:golang/./staging/src@v0.1.0', NET, cannotAssess('no-identity')),
];

const paths = [
  check(
    'a module of a later major version is another module',
    'pkg:golang/github.com/pubnub/go/v7@v7.2.0',
    record('CVE-2099-0042', entry('Go', 'github.com/pubnub/go', ALWAYS)),
    notAffected(),
  ),
  check(
    'a record about a later major version is found',
    'pkg:golang/github.com/acme/lib/v3@v3.1.0',
    record('CVE-2099-0043', entry('Go', 'github.com/acme/lib/v3', fixedIn('3.2.0'))),
    affected({ confidence: 'high' }),
  ),
  check(
    'a record about a later major version does not concern the first one',
    'pkg:golang/github.com/acme/lib@v1.1.0',
    record('CVE-2099-0043', entry('Go', 'github.com/acme/lib/v3', fixedIn('3.2.0'))),
    notAffected(),
  ),
  check(
    'a major version behind the number sign is part of the path',
    'pkg:golang/github.com/godbus/dbus@v5.0.3#v5',
    record('CVE-2099-0044', entry('Go', 'github.com/godbus/dbus/v5', fixedIn('5.1.0'))),
    affected({ confidence: 'high' }),
  ),
  check(
    'a module behind the number sign is part of the path',
    'pkg:golang/github.com/moby/sys@v0.6.0#mountinfo',
    record('CVE-2099-0045', entry('Go', 'github.com/moby/sys/mountinfo', fixedIn('0.7.0'))),
    affected({ confidence: 'high' }),
  ),
  check(
    'what is behind the number sign may be a mere folder of the module',
    'pkg:golang/golang.org/x/net@v0.16.0#http2',
    NET,
    affected({ confidence: 'medium', assumptions: ['parent-module'] }),
  ),
  check(
    'a record about the whole path is asked before one about the module',
    'pkg:golang/github.com/moby/sys@v0.6.0#mountinfo',
    record(
      'CVE-2099-0048',
      entry('Go', 'github.com/moby/sys', fixedIn('0.9.0')),
      entry('Go', 'github.com/moby/sys/mountinfo', fixedIn('0.5.0')),
    ),
    notAffected(),
  ),
  check(
    'the version in a path of gopkg.in belongs to it',
    'pkg:golang/gopkg.in/yaml.v2@v2.2.7',
    YAML,
    affected({ confidence: 'high' }),
  ),
  check('yaml.v3 is another module than yaml.v2', 'pkg:golang/gopkg.in/yaml.v3@v2.2.7', YAML, notAffected()),
  check(
    'a path in small letters is the one with capitals',
    'pkg:golang/github.com/masterminds/goutils@v1.1.0',
    GOUTILS,
    affected({ confidence: 'high' }),
  ),
  check(
    'a path with capitals is found',
    'pkg:golang/github.com/Masterminds/goutils@v1.1.0',
    GOUTILS,
    affected({ confidence: 'high' }),
  ),
  check(
    'capitals in the spelling of the cache are capitals',
    'pkg:golang/github.com/!masterminds/goutils@v1.1.0',
    GOUTILS,
    affected(),
  ),
  check('an escaped path is a path', 'pkg:golang/github.com%2FMasterminds%2Fgoutils@v1.1.0', GOUTILS, affected()),
  check('the type may be called go', 'pkg:go/golang.org/x/net@v0.16.0', NET, affected()),
  check(
    'a module in a binary is known by the word of its tool',
    component(undefined, {
      name: 'golang.org/x/net',
      version: 'v0.16.0',
      properties: { 'syft:package:type': 'go-module' },
    }),
    NET,
    affected({ confidence: 'medium' }),
  ),
  check(
    'what is imported is no part of the answer',
    'pkg:golang/github.com/acme/lib@v1.0.0',
    record(
      'CVE-2099-0046',
      entry('Go', 'github.com/acme/lib', fixedIn('1.1.0'), {
        ecosystem_specific: { imports: [{ path: 'github.com/acme/lib/x', goos: ['windows'] }] },
      }),
    ),
    affected({ confidence: 'high' }),
  ),
];

const goItself = [
  checkVersions('pkg:golang/stdlib', STDLIB, [
    ['1.15.4', 'the standard library is a package', affected({ confidence: 'high', fixedVersions: ['1.15.5'] })],
    ['go1.15.4', 'a release of Go is spelled with its name', affected()],
    ['v1.15.4', 'a release of Go may be spelled like a module', affected()],
    ['1.15.5', 'the fixed release is not affected', notAffected()],
    ['go1.15rc1', 'a release candidate is in a window that begins before it', affected()],
    ['go1.15beta1', 'a beta is in a window that begins before it', affected()],
    ['1.14.12', 'between two lines of releases nothing is affected', notAffected()],
    ['1.13.15', 'an older line is not affected', notAffected()],
    ['go1.15.4-custom', 'what a builder adds to a release is no prerelease', affected()],
  ]),
  check(
    'a path without a host name is not a module that advisories could name',
    'pkg:golang/docker@24.0.4',
    DOCKER,
    cannotAssess('incomplete-name'),
  ),
  check(
    'up to Go 1.20 two numbers are a release',
    'pkg:golang/stdlib@1.20',
    stdlibOf(20),
    affected({ confidence: 'high' }),
  ),
  check(
    'from Go 1.21 on two numbers are a language',
    'pkg:golang/stdlib@1.22',
    stdlibOf(22),
    cannotAssess('floating-ref'),
  ),
  check(
    'from Go 1.21 on two numbers with the name are a language, too',
    'pkg:golang/stdlib@go1.21',
    stdlibOf(21),
    cannotAssess('floating-ref'),
  ),
  check(
    'a package of the standard library is affected where the record names it',
    ['pkg:golang/net/http@1.19.13', 'pkg:golang/net/http@go1.21.2', 'pkg:golang/archive/tar@1.19.13'],
    HTTP2,
    [
      affected({ confidence: 'medium', assumptions: ['parent-module'], fixedVersions: ['1.20.10', '1.21.3'] }),
      affected({ of: 1, fixedVersions: ['1.21.3'] }),
      notAffected({ of: 2 }),
    ],
  ),
  check('a package of the standard library can be fixed', 'pkg:golang/net/http@1.21.3', HTTP2, notAffected()),
  check(
    'a package of the standard library is affected where the record names none',
    'pkg:golang/math/big@1.15.4',
    STDLIB,
    affected({ confidence: 'medium', assumptions: ['parent-module'] }),
  ),
  check('the standard library may be called std', 'pkg:golang/std@go1.15.4', STDLIB, affected({ confidence: 'high' })),
  check(
    'a private module that is called like a folder of Go is not the standard library, and no advisory could name it',
    'pkg:golang/net/acme@v0.3.0',
    record('CVE-2099-0048', entry('Go', 'stdlib', ALWAYS)),
    cannotAssess('incomplete-name'),
  ),
  check('the first release of a line has three numbers', 'pkg:golang/stdlib@1.22.0', stdlibOf(22), affected()),
  check(
    'go1.22rc1 is older than 1.22.0',
    'pkg:golang/stdlib@go1.22rc1',
    record('CVE-2099-0047', entry('Go', 'stdlib', since('1.22.0'))),
    notAffected(),
  ),
  check('the tools of Go are not its library', 'pkg:golang/toolchain@1.15.4', STDLIB, notAffected()),
  check(
    'the tools of Go have records of their own',
    'pkg:golang/toolchain@1.15.6',
    record(
      'GO-2021-0068',
      entry('Go', 'toolchain', [
        { introduced: '0' },
        { fixed: '1.14.14' },
        { introduced: '1.15.0-0' },
        { fixed: '1.15.7' },
      ]),
    ),
    affected(),
  ),
];

function custom(events: Parameters<typeof entry>[2]): PublishedRecord {
  const ranges = { custom_ranges: [{ type: 'ECOSYSTEM', events }] };
  return record('GO-2024-2428', entry('Go', 'k8s.io/ingress-nginx', ALWAYS, { ecosystem_specific: ranges }), {
    aliases: ['CVE-2023-5044'],
  });
}

const customRanges = checkVersions('pkg:golang/k8s.io/ingress-nginx', custom(fixedIn('1.9.0')), [
  [
    'v1.8.4',
    'a range of the project is used instead of the open one',
    affected({ confidence: 'medium', assumptions: ['custom-bound'], fixedVersions: ['1.9.0'] }),
  ],
  ['v1.9.0', 'the fix of the project is not affected', notAffected()],
  ['v1.11.2', 'behind the fix of the project nothing is affected', notAffected()],
  [
    'v0.0.0-20230901000000-abcdefabcdef',
    'a commit against a range of the project is a guess',
    affected({ confidence: 'low' }),
  ],
]);

const JWT = [
  record(
    'GHSA-w73w-5m7g-f7qc',
    entry('Go', 'github.com/dgrijalva/jwt-go', [
      { introduced: '0.0.0-20150717181359-44718f8a89b0' },
      { last_affected: '3.2.0' },
    ]),
    {
      aliases: ['CVE-2020-26160'],
    },
  ),
  record('GO-2020-0017', entry('Go', 'github.com/dgrijalva/jwt-go', since('0.0.0-20150717181359-44718f8a89b0')), {
    aliases: ['CVE-2020-26160'],
  }),
];

const disputes = checkVersions('pkg:golang/github.com/dgrijalva/jwt-go', JWT, [
  [
    'v3.2.0+incompatible',
    'two records that agree are one finding',
    affected({ records: ['GHSA-w73w-5m7g-f7qc', 'GO-2020-0017'] }),
  ],
  [
    'v3.2.1+incompatible',
    'the database of Go is believed before GitHub',
    affected({ records: ['GHSA-w73w-5m7g-f7qc', 'GO-2020-0017'] }),
  ],
]);

export const goCases = casesOf('Go', ...tags, ...commits, paths, ...goItself, customRanges, disputes);
