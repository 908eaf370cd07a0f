/** Ambiguous names that must not be taken for a package: without a purl, with only a CPE, or of another kind. */
import { affected, cannotAssess, casesOf, check, component, notAffected } from '../build-case.ts';
import { ALWAYS, entry, fixedIn, record } from '../build-record.ts';
import type { PublishedRecord } from '../labeled-case.ts';

/** The name in every ecosystem where it could be published. */
function everywhere(name: string): PublishedRecord {
  const ecosystems = [
    'npm',
    'PyPI',
    'RubyGems',
    'crates.io',
    'NuGet',
    'Hex',
    'Go',
    'Debian:12',
    'Alpine:v3.19',
    'Wolfi',
    'Bitnami',
    'ConanCenter',
  ];
  return record(
    'CVE-2099-0120',
    ...ecosystems.map((ecosystem) => entry(ecosystem, name, ALWAYS)),
    entry('Packagist', `${name}/${name}`, ALWAYS),
  );
}

const NAMES = [
  'php',
  'mysql',
  'gitlab',
  'go',
  'docker',
  'git',
  'python',
  'ruby',
  'busybox',
  'ssl_client',
  'kernel-headers',
  'log4j-api',
  'protobuf',
  'zlib',
];

const unnamed = NAMES.flatMap((name) => [
  check(
    `${name} without a purl is not a known package`,
    component(undefined, { name, version: '1.0.0' }),
    everywhere(name),
    cannotAssess('no-identity'),
  ),
  check(
    `a CPE alone does not make ${name} a package`,
    component(undefined, {
      type: 'application',
      name,
      version: '1.0.0',
      cpe: `cpe:2.3:a:acme:${name.replace('-', '_')}:1.0.0:*:*:*:*:*:*:*`,
    }),
    everywhere(name),
    cannotAssess('no-identity'),
  ),
]);

const others = [
  check(
    'a famous name without a purl is no package of npm',
    component(undefined, { name: 'lodash', version: '4.17.20' }),
    everywhere('lodash'),
    cannotAssess('no-identity'),
  ),
  check(
    'a group does not replace a purl',
    component(undefined, { group: 'org.apache.logging.log4j', name: 'log4j-core', version: '2.14.1' }),
    record('CVE-2021-44228', entry('Maven', 'org.apache.logging.log4j:log4j-core', fixedIn('2.15.0'))),
    cannotAssess('no-identity'),
  ),
  check(
    'a CPE of wildcards only is nothing',
    component(undefined, { name: 'x', cpe: 'cpe:2.3:a:*:*:*:*:*:*:*:*:*:*' }),
    everywhere('x'),
    cannotAssess('no-identity'),
  ),
  check(
    'a word of a tool that means nothing selects nothing',
    component(undefined, { name: 'lodash', version: '4.17.20', properties: { 'syft:package:type': 'binary' } }),
    everywhere('lodash'),
    cannotAssess('no-identity'),
  ),
  check(
    'an image is a container of packages and none itself',
    'pkg:oci/debian@sha256%3Aabc?tag=12',
    everywhere('debian'),
    cannotAssess('unsupported-type'),
  ),
  check(
    'an image of Docker is no package',
    'pkg:docker/library/python@3.12',
    everywhere('python'),
    cannotAssess('unsupported-type'),
  ),
  check(
    'a model is no package',
    'pkg:huggingface/acme/model@1.0',
    everywhere('model'),
    cannotAssess('unsupported-type'),
  ),
  check(
    'a package of Arch Linux has no advisories here',
    'pkg:alpm/arch/zlib@1:1.3-1',
    everywhere('zlib'),
    cannotAssess('unsupported-type'),
  ),
  check(
    'a tag of installed software is no package',
    'pkg:swid/Acme/zlib@1.0?tag_id=1',
    everywhere('zlib'),
    cannotAssess('unsupported-type'),
  ),
  check(
    'a package of Conda is not the one of PyPI',
    'pkg:conda/python@3.11.4?channel=main',
    everywhere('python'),
    cannotAssess('unsupported-type'),
  ),
  check(
    'an unregistered type is not a package',
    'pkg:acme/zlib@1.0',
    everywhere('zlib'),
    cannotAssess('unsupported-type'),
  ),
  check(
    'a generic package is no package of an ecosystem',
    'pkg:generic/zlib@1.2.11',
    everywhere('zlib'),
    cannotAssess('unsupported-type'),
  ),
  check(
    'an operating system is no package',
    component(undefined, { type: 'operating-system', name: 'debian', version: '12' }),
    everywhere('debian'),
    cannotAssess('not-a-package'),
  ),
  check(
    'a file is no package',
    component(undefined, { type: 'file', name: '/usr/bin/git' }),
    everywhere('git'),
    cannotAssess('no-identity'),
  ),
  check(
    'in a document that says little the one component that is known is still checked',
    [component(undefined, { name: 'php', version: '8.0.0' }), 'pkg:npm/php@1.0.0'],
    record('CVE-2099-0121', entry('npm', 'php', fixedIn('2.0.0'))),
    [cannotAssess('no-identity'), affected({ of: 1 })],
  ),
];

const GEMS = ['matrix', 'delegate', 'observer', 'logger'];

const gems = casesOf(
  'RubyGems',
  GEMS.map((name) =>
    check(
      `the gem ${name} is none of the other things of that name`,
      `pkg:gem/${name}@0.4.2`,
      record('CVE-2099-0122', entry('npm', name, ALWAYS), entry('PyPI', name, ALWAYS), entry('Go', name, ALWAYS)),
      notAffected(),
    ),
  ),
);

export const cleanNameCases = [...casesOf('none', unnamed, others), ...gems];
