/** Smaller ecosystems of languages and applications. */
import { affected, cannotAssess, casesOf, check, checkVersions, component, notAffected } from '../build-case.ts';
import { ALWAYS, between, entry, fixedIn, record, since, upTo } from '../build-record.ts';

const PLEROMA = record('GHSA-2c28-m2m7-mf55', entry('Hex', 'pleroma', fixedIn('2.5.3')), {
  aliases: ['CVE-2023-5588'],
});
const EJABBERD = record(
  'CVE-2011-4320',
  entry('Hex', 'ejabberd', fixedIn('2.1.9')),
  entry('Hex', 'ejabberd', between('3.0.0-alpha-1', '3.0.0-alpha-4')),
);

const hex = casesOf(
  'Hex',
  checkVersions('pkg:hex/pleroma', PLEROMA, [
    ['2.5.2', 'the version before the fix is affected', affected({ confidence: 'high', fixedVersions: ['2.5.3'] })],
    ['2.5.3', 'the fix is not affected', notAffected()],
    ['2.5.3-rc.1', 'a prerelease of the fix is affected', affected()],
  ]),
  checkVersions('pkg:hex/ejabberd', EJABBERD, [
    ['3.0.0-alpha-3', 'a dash inside of a prerelease belongs to it', affected({ fixedVersions: ['3.0.0-alpha-4'] })],
    ['3.0.0-alpha-4', 'the fixed prerelease is not affected', notAffected()],
    ['2.2.0', 'between two windows nothing is affected', notAffected()],
  ]),
  check('names have no letter case', 'pkg:hex/Pleroma@2.5.2', PLEROMA, affected()),
  check(
    'an application of OTP is a package of its own name',
    'pkg:hex/ssh@5.1.0',
    record('CVE-2099-0100', entry('Hex', 'ssh', fixedIn('5.1.4'))),
    affected(),
  ),
  check(
    'a package of a private organization is not the public one',
    'pkg:hex/acme/pleroma@2.5.2',
    PLEROMA,
    notAffected(),
  ),
  check(
    'a range is no version',
    component('pkg:hex/pleroma', { version: '~> 2.5' }),
    PLEROMA,
    cannotAssess('floating-ref'),
  ),
);

const ZLIB = record('CVE-2022-37434', entry('ConanCenter', 'zlib', fixedIn('1.2.13')));
const conan = casesOf(
  'ConanCenter',
  checkVersions('pkg:conan/zlib', ZLIB, [
    ['1.2.12', 'the version before the fix is affected', affected({ confidence: 'high', fixedVersions: ['1.2.13'] })],
    ['1.2.13', 'the fix is not affected', notAffected()],
    ['cci.20210118', 'a version of the packagers is none that could be ordered', cannotAssess('unparsable-version')],
  ]),
  check('user and channel say who packed it', 'pkg:conan/zlib@1.2.12?user=acme&channel=stable', ZLIB, affected()),
  check('a namespace says who packed it', 'pkg:conan/acme/zlib@1.2.12', ZLIB, affected()),
  check(
    'a letter behind the numbers is no SemVer',
    'pkg:conan/openssl@1.1.1k',
    record('CVE-2099-0101', entry('ConanCenter', 'openssl', fixedIn('1.1.1l'))),
    affected({ confidence: 'medium' }),
  ),
);

const HTTP = record('CVE-2020-35669', entry('Pub', 'http', fixedIn('0.13.3')));
const pub = casesOf(
  'Pub',
  checkVersions('pkg:pub/http', HTTP, [
    ['0.13.2', 'the version before the fix is affected', affected({ confidence: 'high', fixedVersions: ['0.13.3'] })],
    ['0.13.3', 'the fix is not affected', notAffected()],
    ['0.13.3+1', 'what follows a plus is newer', notAffected()],
    ['0.13.3-nullsafety.0', 'a prerelease of the fix is affected', affected()],
  ]),
  checkVersions('pkg:pub/acme', record('CVE-2099-0102', entry('Pub', 'acme', fixedIn('1.2.3+2'))), [
    ['1.2.3', 'none is older than some behind the plus', affected()],
    ['1.2.3+1', 'numbers behind the plus are ordered', affected({ fixedVersions: ['1.2.3+2'] })],
    ['1.2.3+2', 'the fix behind the plus is not affected', notAffected()],
    ['1.2.3+a', 'letters behind the plus are newer than numbers', notAffected()],
  ]),
  check('names have letter case', 'pkg:pub/Http@0.13.2', HTTP, notAffected()),
  check('the type may be called dart', 'pkg:dart/http@0.13.2', HTTP, affected()),
);

const JULIA = record('JLSEC-2099-1', entry('Julia', 'HTTP', between('1.0.0', '1.10.17')), {
  aliases: ['CVE-2099-0103'],
});
const julia = casesOf(
  'Julia',
  checkVersions('pkg:julia/HTTP@{}?uuid=cd3eb016-35fb-5094-929b-558a96fad6f3', JULIA, [
    ['1.10.16', 'the version before the fix is affected', affected({ fixedVersions: ['1.10.17'] })],
    ['1.10.17', 'the fix is not affected', notAffected()],
    ['0.9.17', 'before the window nothing is affected', notAffected()],
    ['1.10.16+0', 'what follows a plus says nothing', affected()],
  ]),
  check('names have letter case', 'pkg:julia/http@1.10.16', JULIA, notAffected()),
);

const GRPC = record('CVE-2021-36153', entry('SwiftURL', 'github.com/grpc/grpc-swift', fixedIn('1.2.0')));
const swift = casesOf(
  'SwiftURL',
  checkVersions('pkg:swift/github.com/grpc/grpc-swift', GRPC, [
    ['1.1.0', 'the version before the fix is affected', affected({ confidence: 'high', fixedVersions: ['1.2.0'] })],
    ['1.2.0', 'the fix is not affected', notAffected()],
    ['v1.1.0', 'a leading v is no part of the version', affected()],
    ['1.0.0-alpha.24', 'a prerelease is older than its release', affected()],
  ]),
  check('addresses have no letter case', 'pkg:swift/github.com/GRPC/grpc-swift@1.1.0', GRPC, affected()),
  check(
    'an address with scheme and ending is the same one',
    'pkg:swift/github.com/grpc/grpc-swift.git@1.1.0',
    record('CVE-2021-36153', entry('SwiftURL', 'https://github.com/grpc/grpc-swift.git', fixedIn('1.2.0'))),
    affected(),
  ),
  check(
    'the same name at another address is another package',
    'pkg:swift/github.com/acme/grpc-swift@1.1.0',
    GRPC,
    notAffected(),
  ),
  check(
    'a package without an address is incomplete',
    'pkg:swift/grpc-swift@1.1.0',
    GRPC,
    cannotAssess('incomplete-name'),
  ),
  check(
    'a pod that names its repository is looked up there',
    'pkg:cocoapods/gRPC-Swift@1.1.0?vcs_url=https://github.com/grpc/grpc-swift.git',
    GRPC,
    affected(),
  ),
  check(
    'a pod without its repository may be anything',
    'pkg:cocoapods/gRPC-Swift@1.1.0',
    GRPC,
    cannotAssess('unsupported-type'),
  ),
);

const COMMIT = '0e58ed8671d6b60d0890c21b07f8835ace038e67';
const CHANGED_FILES = record('CVE-2025-30066', entry('GitHub Actions', 'tj-actions/changed-files', fixedIn('46.0.1')));
const actions = casesOf(
  'GitHub Actions',
  checkVersions('pkg:github/tj-actions/changed-files', CHANGED_FILES, [
    ['v45.0.7', 'a whole version is a version', affected({ fixedVersions: ['46.0.1'] })],
    ['v46.0.1', 'the fix is not affected', notAffected()],
    ['v45', 'a line of versions moves', cannotAssess('floating-ref')],
    ['main', 'a branch moves', cannotAssess('floating-ref')],
    ['0e58ed8', 'a short commit may mean several', cannotAssess('floating-ref')],
    [COMMIT, 'a commit is no version', cannotAssess('unparsable-version')],
    [
      `a${COMMIT.slice(1)}`,
      'a commit that begins with a letter is no version either',
      cannotAssess('unparsable-version'),
    ],
  ]),
  check(
    'a commit is found on a list of commits',
    `pkg:github/tj-actions/changed-files@${COMMIT}`,
    record(
      'CVE-2099-0104',
      entry('GitHub Actions', 'tj-actions/changed-files', [], {
        ranges: [{ type: 'GIT', repo: 'https://github.com/tj-actions/changed-files', events: [{ introduced: '0' }] }],
        versions: [COMMIT],
      }),
    ),
    affected(),
  ),
  check(
    'owner and repository have no letter case',
    'pkg:github/TJ-Actions/Changed-Files@v45.0.7',
    CHANGED_FILES,
    affected(),
  ),
  check(
    'the path of an action is no part of its name',
    'pkg:github/tj-actions/changed-files@v45.0.7#sub/action',
    CHANGED_FILES,
    affected(),
  ),
  check(
    'an action without its owner is incomplete',
    'pkg:github/changed-files@v45.0.7',
    CHANGED_FILES,
    cannotAssess('incomplete-name'),
  ),
);

const READXL = record(
  'RSEC-2023-1',
  entry('CRAN', 'readxl', between('0.1.0', '1.3.0'), { versions: ['0.1.0', '0.1.1', '1.0.0'] }),
  {
    upstream: ['CVE-2018-20450', 'CVE-2018-20452'],
  },
);
const cran = casesOf(
  'CRAN',
  check('a record about two vulnerabilities is filed under both', 'pkg:cran/readxl@1.1.0', READXL, [
    affected({ about: 'CVE-2018-20450', fixedVersions: ['1.3.0'] }),
    affected({ about: 'CVE-2018-20452', fixedVersions: ['1.3.0'] }),
  ]),
  check('the fix of both is not affected', 'pkg:cran/readxl@1.3.0', READXL, [
    notAffected({ about: 'CVE-2018-20450' }),
    notAffected({ about: 'CVE-2018-20452' }),
  ]),
  checkVersions('pkg:cran/acme', record('CVE-2099-0105', entry('CRAN', 'acme', fixedIn('1.2-3'))), [
    ['1.2.2', 'a dash and a dot are alike', affected({ fixedVersions: ['1.2-3'] })],
    ['1.2.3', 'the fix with a dot is not affected', notAffected()],
    ['1.2', 'fewer numbers are older', affected()],
    ['1.2-3.9', 'more numbers are newer', notAffected()],
  ]),
  checkVersions('pkg:cran/acme', record('CVE-2099-0106', entry('CRAN', 'acme', fixedIn('0.75'))), [
    ['0.9', 'nine is less than seventy-five', affected()],
  ]),
  check(
    'names have letter case',
    'pkg:cran/Acme@0.5',
    record('CVE-2099-0106', entry('CRAN', 'acme', fixedIn('0.75'))),
    notAffected(),
  ),
  check(
    'letters are in no version of R',
    'pkg:cran/acme@0.5a',
    record('CVE-2099-0106', entry('CRAN', 'acme', fixedIn('0.75'))),
    cannotAssess('unparsable-version'),
  ),
);

const RHDF5 = record('CVE-2099-0107', entry('Bioconductor', 'rhdf5', between('2.0.0', '2.46.1')));
const bioconductor = casesOf(
  'Bioconductor',
  checkVersions('pkg:bioconductor/rhdf5', RHDF5, [
    ['2.46.0', 'the version before the fix is affected', affected({ fixedVersions: ['2.46.1'] })],
    ['2.46.1', 'the fix is not affected', notAffected()],
    ['1.9.0', 'before the window nothing is affected', notAffected()],
  ]),
  check('a package of CRAN with the same name is another one', 'pkg:cran/rhdf5@2.46.0', RHDF5, notAffected()),
);

const AESON = record('HSEC-2023-0001', entry('Hackage', 'aeson', between('0.4.0.0', '2.0.1.0')), {
  aliases: ['CVE-2022-3433'],
});
const hackage = casesOf(
  'Hackage',
  checkVersions('pkg:hackage/aeson', AESON, [
    ['2.0.0.0', 'the version before the fix is affected', affected({ confidence: 'high', fixedVersions: ['2.0.1.0'] })],
    ['2.0.1.0', 'the fix is not affected', notAffected()],
    ['2.0.1', 'fewer numbers are older, zeros included', affected()],
    ['0.3.2.14', 'before the window nothing is affected', notAffected()],
    ['2.0.10.0', 'ten is more than one', notAffected()],
  ]),
  check('names have letter case', 'pkg:hackage/Aeson@2.0.0.0', AESON, notAffected()),
);

const COMPILER = record('HSEC-2099-0001', entry('GHC', 'ghc', fixedIn('9.4.5')), { aliases: ['CVE-2099-0108'] });
const ghc = casesOf(
  'GHC',
  check('a library of the compiler is not the compiler', 'pkg:hackage/ghc@9.4.1', COMPILER, notAffected()),
  check(
    'a generic package is not taken for the compiler',
    'pkg:generic/ghc@9.4.1',
    COMPILER,
    cannotAssess('unsupported-type'),
  ),
  check(
    'the name alone is not taken for the compiler',
    component(undefined, { name: 'ghc', version: '9.4.1' }),
    COMPILER,
    cannotAssess('no-identity'),
  ),
  check(
    'the compiler of a distribution is a package of the distribution',
    'pkg:deb/debian/ghc@9.0.2-4?distro=debian-12',
    COMPILER,
    notAffected(),
  ),
);

const ACTIVEMQ = record(
  'BIT-activemq-2020-11998',
  entry('Bitnami', 'activemq', [{ introduced: '5.15.12' }, { last_affected: '5.15.12' }]),
  { aliases: ['CVE-2020-11998'] },
);
const NGINX = record('BIT-nginx-2099-1', entry('Bitnami', 'nginx', fixedIn('1.2.3')), { aliases: ['CVE-2099-0109'] });
const bitnami = casesOf(
  'Bitnami',
  checkVersions('pkg:bitnami/activemq', ACTIVEMQ, [
    ['5.15.12-3', 'all packages of the last affected version are affected', affected({ fixedVersions: [] })],
    ['5.15.12', 'the last affected version is affected', affected()],
    ['5.15.13-0', 'the next version is not affected', notAffected()],
    ['5.15.11-9', 'the version before the window is not affected', notAffected()],
  ]),
  checkVersions('pkg:bitnami/nginx', NGINX, [
    ['1.2.3-4', 'the count of a package is no prerelease', notAffected()],
    ['1.2.2-4', 'a package of an older version is affected', affected({ fixedVersions: ['1.2.3'] })],
    ['1.2.3-r0', 'the count may have a letter', notAffected()],
  ]),
  check(
    'names have no letter case',
    'pkg:bitnami/NGINX@1.2.2-4?arch=amd64&distro=debian-12',
    NGINX,
    affected({ confidence: 'high' }),
  ),
);

const EXTENSION = record('CVE-2099-0110', entry('VSCode', 'acme.linter', fixedIn('2.4.1')));
const vscode = casesOf(
  'VSCode',
  checkVersions('pkg:vscode-extension/acme/linter', EXTENSION, [
    ['2.4.0', 'an extension is known by its publisher and its name', affected({ fixedVersions: ['2.4.1'] })],
    ['2.4.1', 'the fix is not affected', notAffected()],
  ]),
  check('publisher and name have no letter case', 'pkg:vscode-extension/Acme/Linter@2.4.0', EXTENSION, affected()),
  check('publisher and name may stand in one', 'pkg:vscode/acme.linter@2.4.0', EXTENSION, affected()),
  check(
    'an extension without its publisher is incomplete',
    'pkg:vscode-extension/linter@2.4.0',
    EXTENSION,
    cannotAssess('incomplete-name'),
  ),
  check(
    'the same extension of another publisher is another one',
    'pkg:vscode-extension/evil/linter@2.4.0',
    EXTENSION,
    notAffected(),
  ),
  check(
    'a malicious extension is malicious',
    'pkg:vscode-extension/acme/linter@9.9.9',
    record('MAL-2099-110', entry('VSCode', 'acme.linter', ALWAYS)),
    affected({ class: 'malicious' }),
  ),
);

const KERNEL = record(
  'CVE-2099-0111',
  entry('Linux', 'Kernel', [between('5.10.0', '5.15.150'), between('6.1.0', '6.1.80')]),
);
const linux = casesOf(
  'Linux',
  checkVersions('pkg:generic/linux', KERNEL, [
    ['5.15.149', 'a kernel of kernel.org is known by its name', affected({ fixedVersions: ['5.15.150', '6.1.80'] })],
    ['5.15.150', 'the fix of its line is not affected', notAffected()],
    ['6.1-rc3', 'a candidate is older than its release', notAffected()],
    ['6.1', 'the first release of a line has two numbers', affected({ fixedVersions: ['6.1.80'] })],
    ['5.15.0-91-generic', 'the kernel of a distribution is not that of kernel.org', cannotAssess('unsupported-type')],
  ]),
  check(
    'the kernel of Debian has the fixes of Debian',
    'pkg:deb/debian/linux-image-amd64@5.15.149-1?distro=debian-12',
    KERNEL,
    notAffected(),
  ),
  check(
    'headers of the kernel are not the kernel',
    'pkg:generic/linux-headers@5.15.149',
    KERNEL,
    cannotAssess('unsupported-type'),
  ),
  check(
    'another generic package is not the kernel',
    'pkg:generic/busybox@1.36.0',
    KERNEL,
    cannotAssess('unsupported-type'),
  ),
  check(
    'an open window of the kernel holds the newest',
    'pkg:generic/linux@6.9.1',
    record('CVE-2099-0112', entry('Linux', 'Kernel', since('2.6.12'))),
    affected({ fixState: 'not_fixed' }),
  ),
  check(
    'the last affected kernel is affected',
    'pkg:generic/linux@6.9.1',
    record('CVE-2099-0113', entry('Linux', 'Kernel', upTo('6.9.1'))),
    affected(),
  ),
);

export const smallLanguageCases = [
  ...hex,
  ...conan,
  ...pub,
  ...julia,
  ...swift,
  ...actions,
  ...cran,
  ...bioconductor,
  ...hackage,
  ...ghc,
  ...bitnami,
  ...vscode,
  ...linux,
];
