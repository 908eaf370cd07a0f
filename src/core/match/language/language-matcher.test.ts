/** One record, one package, one result for each ecosystem: the meaning of versions, and equivalent names. */
import { describe, expect, it } from 'vitest';
import { anAffected, anOsvRecord, matchRecords } from '../../../../test/support/advisories.ts';
import { languageMatcher } from './language-matcher.ts';
import type { LanguageFamily } from '../../vocabulary/package.ts';

type Events = readonly Record<string, string>[];
const from0 = (event: Record<string, string>): Events => [{ introduced: '0' }, event];

interface Line {
  readonly ecosystem: LanguageFamily;
  /** Without the version. */
  readonly purl: string;
  readonly name: string;
  readonly type?: string;
  readonly events: Events;
  readonly affected: readonly string[];
  readonly notAffected: readonly string[];
}

const LINES: readonly Line[] = [
  {
    ecosystem: 'npm',
    purl: 'pkg:npm/%40scope/Name',
    name: '@scope/Name',
    events: from0({ fixed: '2.0.0' }),
    affected: ['1.9.9', '2.0.0-rc.1', 'v1.0.0'],
    notAffected: ['2.0.0', '2.0.0+build', '2.1.0-rc.1'],
  },
  {
    ecosystem: 'PyPI',
    purl: 'pkg:pypi/Zope.Interface',
    name: 'zope-interface',
    events: from0({ fixed: '2.0' }),
    affected: ['1.9', '2.0rc1', '2.0.dev1', '1.9.post1', '1.0+cpu'],
    notAffected: ['2.0', '2.0.post1', '1!1.0'],
  },
  {
    ecosystem: 'Maven',
    purl: 'pkg:maven/org.x/y',
    name: 'org.x:y',
    events: from0({ fixed: '2.0' }),
    affected: ['1.9.Final', '2.0-SNAPSHOT', '2.0-rc1', '2.0.CR1'],
    notAffected: ['2', '2.0.GA', '2.0.Final', '2.0-sp1'],
  },
  {
    ecosystem: 'Maven',
    purl: 'pkg:maven/org.x/y',
    name: 'org.x:y',
    events: from0({ fixed: '1.0.0.RC16' }),
    affected: ['1.0.0.RC2', '1.0.0-RC15', '1.0.0-M1'],
    notAffected: ['1.0.0-RC16', '1.0.0.RC17', '1.0.0'],
  },
  {
    ecosystem: 'Go',
    purl: 'pkg:golang/example.com/a/b/v3',
    name: 'example.com/a/b/v3',
    type: 'SEMVER',
    events: [{ introduced: '3.0.0' }, { fixed: '3.2.1' }],
    affected: ['v3.2.0', '3.0.0', 'v3.2.1-rc.1'],
    notAffected: ['v3.2.1', 'v3.2.1+dirty', 'v3.3.0'],
  },
  {
    ecosystem: 'crates.io',
    purl: 'pkg:cargo/Some_Crate',
    name: 'some_crate',
    type: 'SEMVER',
    events: [{ introduced: '0.0.0-0' }, { fixed: '0.14.3' }],
    affected: ['0.14.2', '0.14.3-alpha.1', '0.0.0-0'],
    notAffected: ['0.14.3', '1.0.0'],
  },
  {
    ecosystem: 'RubyGems',
    purl: 'pkg:gem/nokogiri',
    name: 'nokogiri',
    events: from0({ fixed: '1.15.0' }),
    affected: ['1.14.9', '1.15.0.rc1', '1.14.0-x86_64-linux'],
    notAffected: ['1.15', '1.15.0-x86_64-linux', '1.15.0-java'],
  },
  {
    ecosystem: 'RubyGems',
    purl: 'pkg:gem/rails',
    name: 'rails',
    events: from0({ fixed: '3.0.pre' }),
    affected: ['3.0.0.beta4', '2.9'],
    notAffected: ['3.0.pre', '3.0.rc1', '3.0'],
  },
  {
    ecosystem: 'NuGet',
    purl: 'pkg:nuget/Newtonsoft.Json',
    name: 'newtonsoft.json',
    events: from0({ fixed: '1.0.1' }),
    affected: ['1.0', '1.0.0.9', '1.0.1-BETA'],
    notAffected: ['1.0.1.0', '1.0.01', '1.0.1+meta'],
  },
  {
    ecosystem: 'NuGet',
    purl: 'pkg:nuget/Microsoft.NETCore.App.Runtime.linux-x64',
    type: 'ECOSYSTEM',
    name: 'Microsoft.NETCore.App.Runtime.linux-x64',
    events: [{ introduced: '6.0.0' }, { last_affected: '6.0.5-beta' }],
    affected: ['6.0.5-BETA', '6.0.4'],
    notAffected: ['6.0.5', '5.0.9'],
  },
  {
    ecosystem: 'Packagist',
    purl: 'pkg:composer/Symfony/HTTP-Kernel',
    name: 'symfony/http-kernel',
    events: from0({ fixed: '1.2.0' }),
    affected: ['1.1.9', 'v1.1', '1.2.0-RC1', '1.2.0-beta2'],
    notAffected: ['1.2', '1.2.0.0', '1.2.0-patch1', '6.3.0.1'],
  },
  {
    ecosystem: 'Hex',
    purl: 'pkg:hex/Plug',
    name: 'plug',
    type: 'SEMVER',
    events: from0({ fixed: '1.3.2' }),
    affected: ['1.3.1', '1.3.2-rc.0'],
    notAffected: ['1.3.2', '1.4.0'],
  },
  {
    ecosystem: 'ConanCenter',
    purl: 'pkg:conan/zlib',
    name: 'zlib',
    type: 'SEMVER',
    events: from0({ fixed: '1.2.12' }),
    affected: ['1.2.11'],
    notAffected: ['1.2.12', '1.3'],
  },
  {
    ecosystem: 'Pub',
    purl: 'pkg:pub/http',
    name: 'http',
    type: 'SEMVER',
    events: from0({ fixed: '0.13.3+1' }),
    affected: ['0.13.2', '0.13.3'],
    notAffected: ['0.13.3+1', '0.13.3+2', '0.13.4'],
  },
  {
    ecosystem: 'Julia',
    purl: 'pkg:julia/HTTP',
    name: 'HTTP',
    type: 'SEMVER',
    events: from0({ fixed: '1.10.17' }),
    affected: ['1.10.16'],
    notAffected: ['1.10.17'],
  },
  {
    ecosystem: 'SwiftURL',
    purl: 'pkg:swift/github.com/Apple/swift-nio',
    type: 'SEMVER',
    name: 'https://github.com/apple/swift-nio.git',
    events: [{ introduced: '2.41.0' }, { fixed: '2.41.2' }],
    affected: ['2.41.0', '2.41.1'],
    notAffected: ['2.41.2', '2.40.9'],
  },
  {
    ecosystem: 'GitHub Actions',
    purl: 'pkg:github/Actions/Download-Artifact',
    name: 'actions/download-artifact',
    events: [{ introduced: '4.0.0' }, { fixed: '4.1.3' }],
    affected: ['v4.1.2', '4.0.0'],
    notAffected: ['v4.1.3', 'v3.0.0'],
  },
  {
    ecosystem: 'CRAN',
    purl: 'pkg:cran/readxl',
    name: 'readxl',
    events: [{ introduced: '0.1.0' }, { fixed: '1.1.0' }],
    affected: ['0.1.0', '1.0-9', '1.1'],
    notAffected: ['1.1.0', '1.1-0', '0.0.9'],
  },
  {
    ecosystem: 'Bioconductor',
    purl: 'pkg:bioconductor/limma',
    name: 'limma',
    events: from0({ fixed: '3.52.1' }),
    affected: ['3.52.0'],
    notAffected: ['3.52.1'],
  },
  {
    ecosystem: 'Hackage',
    purl: 'pkg:hackage/aeson',
    name: 'aeson',
    events: [{ introduced: '0.4.0.0' }, { fixed: '2.0.1.0' }],
    affected: ['0.4.0.0', '2.0.0.9', '2.0.1'],
    notAffected: ['2.0.1.0', '2.0.1.0.1', '0.3'],
  },
  {
    ecosystem: 'Bitnami',
    purl: 'pkg:bitnami/PostgreSQL',
    name: 'postgresql',
    type: 'SEMVER',
    events: [{ introduced: '15.0.0' }, { fixed: '15.3.0' }],
    affected: ['15.2.0-9', '15.0.0-0'],
    notAffected: ['15.3.0', '15.3.0-4', '15.3.0-r4'],
  },
  {
    ecosystem: 'Bitnami',
    purl: 'pkg:bitnami/redis',
    name: 'redis',
    type: 'SEMVER',
    events: from0({ last_affected: '1.2.3' }),
    affected: ['1.2.3-4', '1.2.2'],
    notAffected: ['1.2.4-1'],
  },
  {
    ecosystem: 'VSCode',
    purl: 'pkg:vscode-extension/Redhat/Java',
    name: 'redhat/java',
    type: 'SEMVER',
    events: from0({ fixed: '1.2.3' }),
    affected: ['1.2.2'],
    notAffected: ['1.2.3'],
  },
  {
    ecosystem: 'Linux',
    purl: 'pkg:generic/linux',
    name: 'Kernel',
    events: [{ introduced: '5.15.0' }, { fixed: '6.1.2' }],
    affected: ['6.1.1', 'v6.0', '6.1-rc3', '5.15'],
    notAffected: ['6.1.2', '5.14.9', '5.15-rc1'],
  },
];

describe('versions', () => {
  it.each(LINES)('of $ecosystem are matched with $events', ({ purl, affected, notAffected, ...record }) => {
    const stateOf = (version: string): string =>
      answers(`${purl}@${encodeURIComponent(version)}`, anAffected({ ...record }));

    expect(Object.fromEntries(affected.map((version) => [version, stateOf(version)]))).toEqual(
      Object.fromEntries(affected.map((version) => [version, 'affected high'])),
    );
    expect(Object.fromEntries(notAffected.map((version) => [version, stateOf(version)]))).toEqual(
      Object.fromEntries(notAffected.map((version) => [version, ''])),
    );
  });

  it('are covered by this test for every family that a component can have', () => {
    const covered = new Set<string>(LINES.map(({ ecosystem }) => ecosystem));

    expect(languageMatcher.families.filter((family) => !covered.has(family))).toEqual(['GHC']);
  });

  it.each([
    ['npm', 'pkg:npm/left-pad@1.2.3.4', 'affected medium nonconforming-version'],
    ['PyPI', 'pkg:pypi/left-pad@0.9-stable', 'affected low legacy-version'],
    ['Packagist', 'pkg:composer/a/left-pad@1.0.0-GM', 'affected medium nonconforming-version'],
    ['npm', 'pkg:npm/left-pad@kibana', 'cannot_assess high'],
    ['RubyGems', 'pkg:gem/left-pad@1.0_2', 'cannot_assess high'],
    ['Hackage', 'pkg:hackage/left-pad@1.0-rc1', 'cannot_assess high'],
  ])('of %s that do not conform: %s is %s', (ecosystem, purl, expected) => {
    const name = ecosystem === 'Packagist' ? 'a/left-pad' : 'left-pad';

    expect(answers(purl, anAffected({ ecosystem, name, events: from0({ fixed: '2.0.0' }) }))).toBe(expected);
  });
});

describe('names', () => {
  it.each([
    ['npm', 'left-pad', 'pkg:npm/%40types/left-pad@1.0.0', false],
    ['npm', '@types/left-pad', 'pkg:npm/%40types/left-pad@1.0.0', true],
    ['npm', '@types/left-pad', 'pkg:npm/%40types%2Fleft-pad@1.0.0', true],
    ['npm', 'left-pad', 'pkg:npm/LEFT-PAD@1.0.0', true],
    ['npm', 'LEFT-PAD', 'pkg:npm/left-pad@1.0.0', false],
    ['npm', 'real', 'pkg:npm/alias@npm:real%401.0.0', true],
    ['npm', 'alias', 'pkg:npm/alias@npm:real%401.0.0', false],
    ['PyPI', 'Left.Pad', 'pkg:pypi/left__pad@1.0.0', true],
    ['Maven', 'org.x:y', 'pkg:maven/org.x/Y@1.0.0', false],
    ['Go', 'github.com/Sirupsen/logrus', 'pkg:golang/github.com/sirupsen/logrus@v1.0.0', true],
    ['Go', 'github.com/sirupsen/logrus', 'pkg:golang/github.com/%21sirupsen/logrus@v1.0.0', true],
    ['Go', 'github.com/a/b', 'pkg:golang/github.com/a/b/v3@v3.0.0', false],
    ['Go', 'gopkg.in/yaml.v2', 'pkg:golang/gopkg.in/yaml.v2@v1.0.0', true],
    ['crates.io', 'a_b', 'pkg:cargo/A_B@1.0.0', true],
    ['crates.io', 'a_b', 'pkg:cargo/a-b@1.0.0', false],
    ['RubyGems', 'RedCloth', 'pkg:gem/RedCloth@1.0.0', true],
    ['RubyGems', 'RedCloth', 'pkg:gem/redcloth@1.0.0', false],
    ['NuGet', 'Newtonsoft.Json', 'pkg:nuget/NEWTONSOFT.JSON@1.0.0', true],
    ['Packagist', 'Symfony/HTTP-Kernel', 'pkg:composer/symfony/http-kernel@1.0.0', true],
    // Drupal has its own repository, and all of its packages have its name.
    ['Packagist:https://packages.drupal.org/8', 'drupal/token', 'pkg:composer/drupal/token@1.0.0', true],
    [
      'Packagist:https://packages.drupal.org/8',
      'drupal/token',
      'pkg:composer/drupal/token@1.0.0?repository_url=https://packages.drupal.org/8',
      true,
    ],
    ['Hex', 'Plug', 'pkg:hex/plug@1.0.0', true],
    ['ConanCenter', 'zlib', 'pkg:conan/zlib@1.0.0?user=conan&channel=stable', true],
    ['Julia', 'HTTP', 'pkg:julia/http@1.0.0', false],
    ['SwiftURL', 'github.com/apple/swift-nio', 'pkg:swift/github.com/apple/swift-nio@1.0.0', true],
    ['SwiftURL', 'github.com/a/pod', 'pkg:cocoapods/Pod@1.0.0?vcs_url=https://github.com/a/pod.git', true],
    ['GitHub Actions', 'actions/cache', 'pkg:github/actions/cache@1.0.0#save', true],
    ['VSCode', 'Redhat/Java', 'pkg:vscode-extension/redhat/java@1.0.0', true],
    ['PyPI', 'left-pad', 'pkg:npm/left-pad@1.0.0', false],
  ])('in %s: whether %s matches %s is %s', (ecosystem, name, purl, isOne) => {
    expect(answers(purl, anAffected({ ecosystem, name, type: 'ECOSYSTEM' })).startsWith('affected')).toBe(isOne);
  });
});

describe('commits instead of versions', () => {
  const COMMIT = '8e5e7e5ab8b370d6c329ec480221332ada57f0ab';
  const of = (members: Parameters<typeof anAffected>[0]): string =>
    answers(`pkg:github/tj-actions/changed-files@${COMMIT}`, anAffected({ ...ACTION, ...members }));
  const ACTION = { ecosystem: 'GitHub Actions', name: 'tj-actions/changed-files' };

  it.each([
    ['affected if a record lists them', { versions: [COMMIT] }, 'affected high'],
    [
      'affected if a record covers every version',
      { events: [{ introduced: '0' }] },
      'affected medium unparsable-version',
    ],
    ['not assessed if a record names a range', { events: from0({ fixed: '46.0.1' }) }, 'cannot_assess high'],
    [
      'not assessed if a record lists other versions',
      { ranges: [], versions: [COMMIT.replaceAll('8', '9')] },
      'cannot_assess high',
    ],
  ])('are %s', (_case, members, expected) => {
    expect(of(members)).toBe(expected);
  });
});

describe('classes', () => {
  it.each([
    ['RUSTSEC-2025-0023', { database_specific: { informational: 'unsound' } }, 'informational'],
    ['RUSTSEC-2021-0020', {}, 'vulnerability'],
    ['MAL-2022-1', {}, 'malicious'],
  ])('gives %s with %j the class %s', (id, members, recordClass) => {
    const affected = [anAffected({ ecosystem: 'crates.io', name: 'a', type: 'SEMVER', ...members })];

    expect(matchRecords('pkg:cargo/a@1.0.0', anOsvRecord({ id, affected }))).toMatchObject([{ class: recordClass }]);
  });
});

/** Returns all matches in one line: `affected medium custom-bound`. */
function answers(purl: string, affected: object, id = 'GHSA-1'): string {
  const matches = matchRecords(purl, anOsvRecord({ id, affected: [affected] }));
  return matches.map(({ state, confidence, assumptions }) => [state, confidence, ...assumptions].join(' ')).join('; ');
}

describe('a made-up Maven group', () => {
  const SPRING = anOsvRecord({
    affected: [
      anAffected({ ecosystem: 'Maven', name: 'org.springframework:spring-core', events: from0({ fixed: '5.3.20' }) }),
    ],
  });
  const COMMONS = anOsvRecord({
    id: 'GHSA-aaaa-aaaa-aaaa',
    affected: [anAffected({ ecosystem: 'Maven', name: 'commons-io:commons-io', events: from0({ fixed: '2.7' }) })],
  });
  const OTHER_COMMONS = anOsvRecord({
    id: 'GHSA-bbbb-bbbb-bbbb',
    affected: [
      anAffected({ ecosystem: 'Maven', name: 'org.apache.commons:commons-io', events: from0({ fixed: '9' }) }),
    ],
  });

  it.each(['spring-core/spring-core', 'org.springframework.core/spring-core', 'spring-core'])(
    '%s is looked up by the artifact, with low confidence',
    (name) => {
      expect(matchRecords(`pkg:maven/${name}@5.3.18`, SPRING)).toMatchObject([
        { state: 'affected', confidence: 'low', assumptions: ['maven-group-guessed'], fixedVersions: ['5.3.20'] },
      ]);
    },
  );

  it('is not guessed if the stated one is known to be real', () => {
    const matches = matchRecords('pkg:maven/commons-io/commons-io@2.4', COMMONS, OTHER_COMMONS);

    expect(matches).toMatchObject([{ canonicalId: 'GHSA-aaaa-aaaa-aaaa', confidence: 'high', assumptions: [] }]);
    expect(matches[0]?.evidence).toHaveLength(1);
  });

  it.each([
    ['pkg:maven/org.other/spring-core@5.3.18', 'another group is another artifact'],
    ['pkg:maven/spring-core/spring-core@5.3.20', 'the version is outside of the range'],
  ])('%s has no match: %s', (purl) => {
    expect(matchRecords(purl, SPRING)).toEqual([]);
  });
});
