import { describe, expect, it } from 'vitest';
import { schemeFor } from '../../versions/schemes/scheme-for.ts';
import { DISTRIBUTIONS } from '../distro/distributions.ts';
import { findDistro } from '../distro/find-distro.ts';
import { ECOSYSTEMS, findLanguageRules, parseOsvEcosystem, rulesOf } from './ecosystem.ts';

describe('ECOSYSTEMS', () => {
  it('lists each family once, and each purl type of a language once', () => {
    const types = ECOSYSTEMS.filter(({ distribution }) => distribution === undefined).flatMap((each) => each.purlTypes);

    expect(new Set(ECOSYSTEMS.map(({ family }) => family)).size).toBe(ECOSYSTEMS.length);
    expect(new Set(types).size).toBe(types.length);
  });

  it.each(ECOSYSTEMS)('finds $family by its name', (rules) => {
    expect(rulesOf(rules.family)).toBe(rules);
    expect(parseOsvEcosystem(rules.family)?.rules).toBe(rules);
  });

  it('has rules with the same purl type for every distribution', () => {
    for (const { family, purlType } of DISTRIBUTIONS) expect(rulesOf(family)?.purlTypes).toEqual([purlType]);
  });

  it.each(ECOSYSTEMS)('gives $family a version scheme that exists', ({ scheme }) => {
    expect(schemeFor(scheme).id).toBe(scheme);
  });
});

describe('findLanguageRules', () => {
  it.each([
    ['npm', 'npm'],
    ['golang', 'Go'],
    ['cargo', 'crates.io'],
    ['composer', 'Packagist'],
    ['cocoapods', 'SwiftURL'],
    ['github', 'GitHub Actions'],
    ['vscode-extension', 'VSCode'],
    ['generic', 'Linux'],
    ['deb', undefined],
    ['rpm', undefined],
    ['oci', undefined],
    ['docker', undefined],
    ['huggingface', undefined],
    ['swid', undefined],
    ['alpm', undefined],
    ['__proto__', undefined],
  ])('maps %s to %s', (type, family) => {
    expect(findLanguageRules(type)?.family).toBe(family);
  });
});

describe('parseOsvEcosystem', () => {
  it.each([
    ['npm', 'npm', ''],
    ['PyPI', 'PyPI', ''],
    ['Maven', 'Maven', ''],
    ['Maven:https://repo.example.org/', 'Maven', ''],
    ['Debian:12', 'Debian', '12'],
    ['Debian:6.0', 'Debian', '6.0'],
    ['Debian', 'Debian', ''],
    ['Ubuntu:22.04:LTS', 'Ubuntu', '22.04'],
    ['Go', 'Go', ''],
    ['Packagist:https://packages.drupal.org/8', 'Packagist', ''],
  ])('parses %s as %s and release %j', (text, family, release) => {
    expect(parseOsvEcosystem(text)).toMatchObject({ family, release });
  });

  it.each(['', 'NPM', 'Android', 'constructor', '__proto__'])('rejects %j', (text) => {
    expect(parseOsvEcosystem(text)).toBeUndefined();
  });
});

describe('parseOsvEcosystem', () => {
  it.each<[string, string, string | undefined, string]>([
    ['Debian:12', '12', undefined, 'debian-12.5'],
    ['Amazon Linux:2023', '2023', undefined, 'amzn-2023'],
    ['Amazon Linux:2:kernel-5.15', '2', 'kernel-5.15', 'amazon-2 (Karoo)'],
    ['Oracle Linux:9', '9', undefined, 'ol-9.4'],
    ['Fedora:41', '41', undefined, 'fedora-41'],
    ['Ubuntu:22.04:LTS', '22.04', undefined, 'ubuntu-22.04'],
    ['Ubuntu:23.10', '23.10', undefined, 'mantic'],
    ['Ubuntu:Pro:18.04:LTS', '18.04', 'pro', 'ubuntu-18.04'],
    ['Ubuntu:Pro:FIPS:20.04:LTS', '20.04', 'pro:fips', 'ubuntu-20.04'],
    ['Alpine:v3.19', 'v3.19', undefined, 'alpine-3.19.1'],
    ['Alpine:edge', 'edge', undefined, 'alpine-edge'],
    ['Wolfi', '', undefined, 'wolfi'],
    ['Chainguard', '', undefined, 'chainguard'],
    ['Red Hat:enterprise_linux:9::baseos', '9', undefined, 'rhel-9.4'],
    ['Red Hat:enterprise_linux:8::appstream', '8', undefined, 'redhat-8.7'],
    ['Red Hat:rhel_eus:9.2::appstream', '9', 'eus:9.2', 'red hat enterprise linux-9.2 EUS'],
    ['Red Hat:rhel_aus:8.4::appstream', '8', 'aus:8.4', 'rhel-8.4'],
    ['Red Hat:rhel_e4s:8.2', '8', 'e4s:8.2', 'rhel-8.2'],
    ['Red Hat:rhel_tus:8.6::appstream', '8', 'tus:8.6', 'rhel-8.6'],
    ['Red Hat:rhel_els:7', '7', 'els:7', 'rhel-7.9'],
    ['Red Hat:rhel_els:7::server', '7', 'els:7', 'rhel-7.9'],
    ['AlmaLinux:9', '9', undefined, 'alma-9.3'],
    ['Rocky Linux:8', '8', undefined, 'rocky-8.7'],
    ['SUSE:Linux Enterprise Server 15 SP3', '15.3', 'Linux Enterprise Server', 'sles-15.3'],
    [
      'SUSE:Linux Enterprise Module for Basesystem 15 SP3',
      '15.3',
      'Linux Enterprise Module for Basesystem',
      'sles-15.3',
    ],
    ['SUSE:Linux Enterprise Server 12 SP5-LTSS', '12.5', 'Linux Enterprise Server-LTSS', 'sles-12.5'],
    ['SUSE:Linux Enterprise Server 12 SP2-BCL', '12.2', 'Linux Enterprise Server-BCL', 'sles-12.2'],
    ['openSUSE:Leap 15.5', '15.5', undefined, 'opensuse-leap-15.5'],
    ['openSUSE:Tumbleweed', 'Tumbleweed', undefined, 'opensuse-tumbleweed'],
    ['Azure Linux:3', '3', undefined, 'azurelinux-3.0'],
    ['Photon OS:4.0', '4.0', undefined, 'photon-4.0'],
    ['openEuler:22.03-LTS-SP3', '22.03-LTS-SP3', undefined, 'openeuler-22.03 (LTS-SP3)'],
    ['Mageia:9', '9', undefined, 'mageia-9'],
  ])('parses %s as release %j in the channel %s, like the component release %s', (text, release, channel, distro) => {
    const found = parseOsvEcosystem(text);

    expect([found?.release, found?.channel]).toEqual([release, channel]);
    expect(findDistro(distro)).toMatchObject({ family: found?.family, release });
  });

  it.each([
    'Red Hat:openshift:4.12::el9',
    'Red Hat:rhel_satellite:6.11::el8',
    'SUSE:Manager Server 4.3',
    'SUSE:Linux Enterprise Micro 5.5',
    'SUSE:Linux Enterprise Live Patching 15 SP3',
    'openSUSE:Leap Micro 5.5',
  ])('keeps %s apart from every release', (text) => {
    expect(parseOsvEcosystem(text)?.release).toBe(text.slice(text.indexOf(':') + 1));
  });
});

describe('normalizeName', () => {
  it.each([
    ['npm', 'JSONStream', 'JSONStream'],
    ['npm', '@types/node', '@types/node'],
    ['PyPI', 'Zope.Interface', 'zope-interface'],
    ['PyPI', 'a__b--c..d', 'a-b-c-d'],
    ['PyPI', '\u212Aelvin', '\u212Aelvin'],
    ['Maven', 'org.Apache:Log4J', 'org.Apache:Log4J'],
    ['Debian', 'libstdc++6', 'libstdc++6'],
    ['Go', 'github.com/BurntSushi/toml', 'github.com/burntsushi/toml'],
    ['Go', '\u212A.example/x', '\u212A.example/x'],
    ['crates.io', 'Serde_JSON', 'serde_json'],
    ['NuGet', 'Newtonsoft.Json', 'newtonsoft.json'],
    ['RubyGems', 'RedCloth', 'RedCloth'],
    ['Packagist', 'Drupal/Core', 'drupal/core'],
    ['SwiftURL', 'https://github.com/Apple/Swift-NIO.git', 'github.com/apple/swift-nio'],
    ['GitHub Actions', 'Actions/Toolkit/packages/cache', 'actions/toolkit'],
    ['VSCode', 'ms-python/Python', 'ms-python.python'],
    ['CRAN', 'readxl', 'readxl'],
    ['Linux', 'Kernel', 'Kernel'],
  ])('for %s turns %s into %s', (family, name, normalized) => {
    expect(parseOsvEcosystem(family)?.rules.normalizeName(name)).toBe(normalized);
  });
});
