/**
 * Software that was built from a git repository, with records of OSS-Fuzz (https://github.com/google/oss-fuzz-vulns, CC-BY-4.0):
 * their commits and tags.
 */
import {
  affected,
  cannotAssess,
  casesOf,
  check,
  checkVersions,
  component,
  notAffected,
  spdxPackage,
} from '../build-case.ts';
import type { Json, PublishedRecord } from '../labeled-case.ts';
import { record } from '../build-record.ts';

interface Fuzzed {
  readonly name: string;
  readonly repo: string;
  readonly events: readonly Json[];
  readonly versions?: readonly string[];
}

function fuzzed(id: string, { name, repo, events, versions = [] }: Fuzzed, members: Json = {}): PublishedRecord {
  const ranges = [{ type: 'GIT', repo, events }];
  return record(id, { affected: [{ package: { ecosystem: 'OSS-Fuzz', name }, ranges, versions }], ...members });
}

/** The same facts as OSV publishes them for CVEs: without a package. */
function withoutPackage(id: string, { repo, events, versions = [] }: Fuzzed): PublishedRecord {
  return record(id, { affected: [{ ranges: [{ type: 'GIT', repo, events }], versions }] });
}

const INTRODUCED = 'cf90ff0c57ad5b12aa6e227d7202960a5770144d';
const FIXED = '0535bfc3b7d5cd6fc73a7d4a6749a338fc5d7703';
const UNRELATED = '954c6e3cb9d79aaa08c6666373d2bfa04f89ead1';
const OPENJPEG: Fuzzed = {
  name: 'openjpeg',
  repo: 'https://github.com/uclouvain/openjpeg',
  events: [{ introduced: INTRODUCED }, { fixed: FIXED }],
  versions: ['v2.5.0'],
};
const openjpeg = fuzzed('OSV-2022-416', OPENJPEG);
const openjpegLater = fuzzed('OSV-2025-219', {
  ...OPENJPEG,
  events: [{ introduced: UNRELATED }, { fixed: 'd33cbecc148d3affcdf403211fddc2cc5d442379' }],
  versions: ['v2.5.3', 'v2.5.4'],
});
const openjpegCommits = fuzzed('OSV-2017-22', {
  ...OPENJPEG,
  events: [
    { introduced: 'cc893a4ebfaf8c42cf1221ac82c83df91e77340b' },
    { fixed: '28094e1ebfa420f9a0bdc7a11b8d4ee5f154db35' },
  ],
  versions: [],
});

const LIBARCHIVE = { name: 'libarchive', repo: 'https://github.com/libarchive/libarchive.git' };
const libarchive = fuzzed('OSV-2022-1193', {
  ...LIBARCHIVE,
  events: [
    { introduced: 'fa4b613f2e2510bd036f2eeed2fece97cd18b079' },
    { fixed: '45c728b00dce4af6b7f0603df0a0af4bafe6f2ad' },
  ],
  versions: ['v3.6.2'],
});
const libarchiveTwice = fuzzed('OSV-2021-12', {
  ...LIBARCHIVE,
  events: [
    { introduced: '840266712006de5e737f8052db920dfea2be4260' },
    { fixed: '858fa8eaa9435340d2bda988715e0d9023089bec' },
    { fixed: '56c920eab3352f7877ee0cf9e472c1ab376c7e3e' },
  ],
  versions: ['v3.4.0', 'v3.4.1', 'v3.4.2', 'v3.4.3', 'v3.5.0', 'v3.5.1'],
});
const libarchiveWithdrawn = fuzzed(
  'OSV-2020-2324',
  {
    ...LIBARCHIVE,
    events: [
      { introduced: 'f001f3b0e6a66a7eb989ed3783791c0316831202' },
      { fixed: '56c920eab3352f7877ee0cf9e472c1ab376c7e3e' },
    ],
    versions: ['3.5.1', 'v3.4.3', 'v3.5.0', 'v3.5.1', 'v3.5.2', 'v3.5.3'],
  },
  { withdrawn: '2023-01-04T00:00:00Z' },
);
const harfbuzz = fuzzed('OSV-2018-161', {
  name: 'harfbuzz',
  repo: 'https://github.com/harfbuzz/harfbuzz.git',
  events: [
    { introduced: '5f17dbc3025093308d2191a4abd2eec24db35c0e' },
    { fixed: 'aa5af8d041521507f8bc8ded8a365ee56098388c' },
  ],
  versions: ['1.9.0', '2.0.0', '2.0.1', '2.0.2'],
});
const libgit2 = fuzzed('OSV-2023-56', {
  name: 'libgit2',
  repo: 'https://github.com/libgit2/libgit2',
  events: [
    { introduced: '6de3221debf785c328842667eb04c07c747c73a0' },
    { fixed: 'b899fda3d88dc92f50e73544fb7524a1c3c70354' },
  ],
  versions: ['v1.6.1', 'v1.6.2', 'v1.6.3', 'v1.6.4'],
});
const wasm3 = fuzzed('OSV-2021-689', {
  name: 'wasm3',
  repo: 'https://github.com/wasm3/wasm3',
  events: [{ introduced: '64a22dcdc3e4239cb91b153d25c8b5bb2fac430e' }],
  versions: ['v0.5.0'],
});
const libxml2 = fuzzed('OSV-2020-1623', {
  name: 'libxml2',
  repo: 'https://gitlab.gnome.org/GNOME/libxml2.git',
  events: [
    { introduced: '6c128fd58a0e4641c23a345d413672494622db1b' },
    { fixed: 'dba82a8c0453b7d4d138167a771c1c2988b889be' },
  ],
});

const github = 'pkg:github/uclouvain/openjpeg';
const vcsUrl = 'vcs_url=git%2Bhttps://github.com/uclouvain/openjpeg.git';
const link = { externalReferences: [{ type: 'vcs', url: 'https://github.com/uclouvain/openjpeg' }] };

export const gitCases = casesOf(
  'GIT',
  checkVersions(github, openjpeg, [
    ['v2.5.0', 'the record lists the tag', affected({ confidence: 'high', assumptions: [] })],
    ['2.5.0', 'the version is that of a listed tag', affected()],
    ['v2.5.1', 'released after the fix', notAffected()],
    ['v2.4.0', 'released before the code was introduced', notAffected()],
    [INTRODUCED, 'the commit introduced it', affected()],
    [FIXED, 'the commit fixed it', notAffected()],
    [UNRELATED, 'another commit has no place without the history', cannotAssess('history-unknown')],
    ['master', 'a branch has no version', cannotAssess('floating-ref')],
  ]),
  checkVersions(github, openjpegLater, [
    ['v2.5.3', 'the first listed tag', affected()],
    ['v2.5.4', 'the last listed tag', affected()],
    ['v2.5.2', 'released before the code was introduced', notAffected()],
    ['v2.6.0', 'released after the fix', notAffected()],
  ]),
  checkVersions(github, openjpegCommits, [
    ['v2.3.0', 'the record has only commits', cannotAssess('git-only')],
    ['28094e1ebfa420f9a0bdc7a11b8d4ee5f154db35', 'the commit fixed it, and the record has no tags', notAffected()],
    ['cc893a4ebfaf8c42cf1221ac82c83df91e77340b', 'the commit introduced it, and the record has no tags', affected()],
  ]),
  checkVersions('pkg:github/libarchive/libarchive', libarchiveTwice, [
    ['v3.4.2', 'a tag in the middle of the list', affected()],
    ['858fa8eaa9435340d2bda988715e0d9023089bec', 'the first of two fixes', notAffected()],
    ['56c920eab3352f7877ee0cf9e472c1ab376c7e3e', 'the second of two fixes', notAffected()],
    ['v3.5.2', 'released after both fixes', notAffected()],
    ['3.4.4', 'between listed tags, and not one of them', cannotAssess('history-unknown')],
  ]),
  checkVersions('pkg:github/wasm3/wasm3', wasm3, [
    ['v0.5.0', 'the only listed tag, without a fix', affected()],
    ['v0.4.9', 'released before the code was introduced, without a fix', notAffected()],
    ['v0.6.0', 'later than the list of a record without a fix', cannotAssess('history-unknown')],
  ]),
  checkVersions('pkg:github/harfbuzz/harfbuzz', harfbuzz, [
    ['2.0.2', 'tags without a prefix', affected()],
    ['2.1.0', 'tags without a prefix, after the fix', notAffected()],
    ['1.8.8', 'tags without a prefix, before the code was introduced', notAffected()],
  ]),
  checkVersions('pkg:conan/libgit2', libgit2, [
    ['1.6.4', 'a listed library of Conan', affected({ confidence: 'medium', assumptions: ['repository-from-name'] })],
    ['1.6.5', 'a listed library of Conan, after the fix', notAffected()],
    ['1.5.1', 'a listed library of Conan, before the code was introduced', notAffected()],
  ]),
  checkVersions('pkg:conan/libarchive', libarchive, [
    ['3.6.2', 'the repository ends with .git in the record', affected()],
    ['3.7.2', 'the repository ends with .git in the record, after the fix', notAffected()],
  ]),
  check(
    'a withdrawn record affects nothing',
    'pkg:github/libarchive/libarchive@v3.5.3',
    libarchiveWithdrawn,
    notAffected(),
  ),
  check(
    'records without a package apply to their repository',
    `${github}@v2.5.0`,
    withoutPackage('CVE-2099-2416', OPENJPEG),
    affected(),
  ),
  check(
    'the owner of a repository is not case-sensitive',
    'pkg:github/UCLouvain/OpenJPEG@v2.5.0',
    openjpeg,
    affected(),
  ),
  check('vcs_url names the repository', `pkg:generic/openjpeg@2.5.0?${vcsUrl}`, openjpeg, affected()),
  check(
    'the commit of vcs_url decides before the version',
    `pkg:generic/openjpeg@2.5.0?${vcsUrl}%40${FIXED}`,
    openjpeg,
    notAffected(),
  ),
  check(
    'the commit of vcs_url on another host',
    `pkg:generic/libxml2@2.9.10?vcs_url=git%2Bhttps://gitlab.gnome.org/GNOME/libxml2.git%40dba82a8c0453b7d4d138167a771c1c2988b889be`,
    libxml2,
    notAffected(),
  ),
  check(
    'a link of a component without a purl',
    component(undefined, { name: 'openjpeg', version: '2.5.0', ...link }),
    openjpeg,
    affected({ confidence: 'medium', assumptions: ['repository-from-link'] }),
  ),
  check(
    'a link of a component without a purl, after the fix',
    component(undefined, { name: 'openjpeg', version: '2.5.1', ...link }),
    openjpeg,
    notAffected(),
  ),
  check(
    'the download location of an SPDX package',
    { name: 'openjpeg', versionInfo: '2.5.0', downloadLocation: 'git+https://github.com/uclouvain/openjpeg@v2.5.0' },
    openjpeg,
    affected({ confidence: 'medium' }),
    { format: 'spdx' },
  ),
  check('a fork under another owner', 'pkg:github/acme/openjpeg@v2.5.0', openjpeg, notAffected()),
  check(
    'a repository of the same name on another host',
    'pkg:gitlab/uclouvain/openjpeg@v2.5.0',
    openjpeg,
    notAffected(),
  ),
  check('a name without a repository', 'pkg:generic/openjpeg@2.5.0', openjpeg, cannotAssess('unsupported-type')),
  check('a package of a registry with the same name', 'pkg:npm/openjpeg@2.5.0', openjpeg, notAffected()),
  check(
    'the link of a package of a registry is not its identity',
    component('pkg:npm/openjpeg@2.5.0', link),
    openjpeg,
    notAffected(),
  ),
  check(
    'the download location of a package of a registry is not its identity',
    spdxPackage('pkg:npm/openjpeg@2.5.0', {
      downloadLocation: 'git+https://github.com/uclouvain/openjpeg@v2.5.0',
    }),
    openjpeg,
    notAffected(),
    { format: 'spdx' },
  ),
  check('an unlisted library of Conan has no repository', 'pkg:conan/wasm3@0.5.0', wasm3, notAffected()),
);
