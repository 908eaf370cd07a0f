import { describe, expect, it } from 'vitest';
import type { CommandAnswer, CommandRequest } from './command.ts';
import { findManager, spellName } from './package-manager.ts';
import { writeCommands, writeSystemCommands } from './write-commands.ts';
import type { Family } from '../../vocabulary/package.ts';

const UPGRADE = { kind: 'upgrade', isOnLine: true } as const;
const OVERRIDE = { kind: 'override', isOnLine: true } as const;

function textsOf({ commands }: CommandAnswer): string[] {
  return commands.map(({ manager, text }) => `${manager}: ${text}`);
}

describe('writeCommands', () => {
  it.each<[Family, string, string, readonly string[]]>([
    [
      'npm',
      '@babel/core',
      '7.1.0',
      [
        `npm: npm install '@babel/core@7.1.0'`,
        `pnpm: pnpm add '@babel/core@7.1.0'`,
        `yarn: yarn add '@babel/core@7.1.0'`,
      ],
    ],
    [
      'PyPI',
      'zope.interface',
      '1!5.0',
      [`pip: pip install 'zope.interface==1!5.0'`, `poetry: poetry add 'zope.interface==1!5.0'`],
    ],
    ['PyPI', 'torch', '2.0+cpu', [`pip: pip install 'torch==2.0'`, `poetry: poetry add 'torch==2.0'`]],
    [
      'Go',
      'github.com/Azure/go-autorest',
      '1.2.3',
      [`go: go get 'github.com/Azure/go-autorest@v1.2.3' && go mod tidy`],
    ],
    ['Go', 'x.y/z', 'v2.0.0+incompatible', [`go: go get 'x.y/z@v2.0.0+incompatible' && go mod tidy`]],
    ['crates.io', 'tokio', '1.38.1', [`cargo: cargo update -p 'tokio' --precise '1.38.1'`]],
    ['NuGet', 'Newtonsoft.Json', '13.0.1', [`nuget: dotnet add package 'Newtonsoft.Json' --version '13.0.1'`]],
    ['Packagist', 'symfony/http-kernel', 'v4.4.50', [`composer: composer require 'symfony/http-kernel:v4.4.50' -W`]],
    ['RubyGems', 'nokogiri', '1.15.0-x86_64-linux', [`bundler: bundle update 'nokogiri' --conservative`]],
    ['Hex', 'plug', '1.10.4', [`mix: {:plug, "~> 1.10.4"}`, `mix: mix deps.update 'plug'`]],
    ['Pub', 'http', '0.13.3', [`pub: dependencies:\n  http: "^0.13.3"`, `pub: dart pub upgrade 'http'`]],
  ])('upgrades %s %s to %s', (family, name, version, texts) => {
    expect(textsOf(writeCommands(family, { ...UPGRADE, name, version }))).toEqual(texts);
  });

  it.each<[Family, string, string, readonly string[]]>([
    [
      'npm',
      'a',
      '1.0.0',
      [
        'npm: {\n  "overrides": {\n    "a": "1.0.0"\n  }\n}',
        'pnpm: overrides:\n  "a": "1.0.0"',
        'yarn: {\n  "resolutions": {\n    "a": "1.0.0"\n  }\n}',
      ],
    ],
    ['PyPI', 'a', '1.0', ['pip: a==1.0', `poetry: poetry add 'a==1.0'`]],
    ['Go', 'x.y/z', '1.0.0', ['go: require x.y/z v1.0.0', `go: go get 'x.y/z@v1.0.0' && go mod tidy`]],
    ['crates.io', 'a', '1.0.0', [`cargo: cargo update -p 'a' --precise '1.0.0'`]],
    ['NuGet', 'A', '1.0.0', ['nuget: <PackageVersion Include="A" Version="1.0.0" />']],
    ['Packagist', 'a/b', '1.0.0', [`composer: composer require 'a/b:1.0.0' -W`]],
    ['RubyGems', 'a', '1.0', [`bundler: gem 'a', '>= 1.0'`, `bundler: bundle update 'a' --conservative`]],
    ['Hex', 'a', '1.0.0', ['mix: {:a, "~> 1.0.0", override: true}', `mix: mix deps.update 'a'`]],
    ['Pub', 'a', '1.0.0', ['pub: dependency_overrides:\n  a: "1.0.0"', `pub: dart pub upgrade 'a'`]],
  ])('writes overrides for %s', (family, name, version, texts) => {
    expect(textsOf(writeCommands(family, { ...OVERRIDE, name, version }))).toEqual(texts);
  });

  it('writes Maven and Gradle files with classifier and type', () => {
    const request: CommandRequest = { ...UPGRADE, name: 'g.h:a', version: '1.0', classifier: 'linux', type: 'zip' };
    const [maven, gradle] = writeCommands('Maven', request).commands;

    expect(maven?.text).toBe(
      '<dependency>\n  <groupId>g.h</groupId>\n  <artifactId>a</artifactId>\n  <version>1.0</version>\n  <type>zip</type>\n  <classifier>linux</classifier>\n</dependency>',
    );
    expect(maven?.note).toMatch(/property/);
    expect(gradle?.text).toBe('implementation("g.h:a:1.0:linux@zip")');
  });

  it('pins a transitive Maven artifact in dependency management', () => {
    const [maven, gradle] = writeCommands('Maven', { ...OVERRIDE, name: 'g:a', version: '1.0' }).commands;

    expect(maven?.text.split('\n')).toEqual([
      '<dependencyManagement>',
      '  <dependencies>',
      '    <dependency>',
      '      <groupId>g</groupId>',
      '      <artifactId>a</artifactId>',
      '      <version>1.0</version>',
      '    </dependency>',
      '  </dependencies>',
      '</dependencyManagement>',
    ]);
    expect(gradle?.text).toBe('dependencies {\n  constraints {\n    implementation("g:a:1.0")\n  }\n}');
  });

  it('omits the type jar, because Gradle would exclude the dependencies of the artifact', () => {
    const [maven, gradle] = writeCommands('Maven', { ...UPGRADE, name: 'g:a', version: '1.0', type: 'jar' }).commands;

    expect(maven?.text).not.toContain('type');
    expect(gradle?.text).toBe('implementation("g:a:1.0")');
  });

  it('keeps the classifier for a Maven override and omits it for Gradle', () => {
    const request: CommandRequest = { ...OVERRIDE, name: 'g:a', version: '1.0', classifier: 'linux', type: 'jar' };
    const [maven, gradle] = writeCommands('Maven', request).commands;

    expect(maven?.text).toContain('<classifier>linux</classifier>');
    expect(gradle?.text).toContain('implementation("g:a:1.0")');
  });

  it('changes Cargo.toml when the lock file cannot reach the target', () => {
    const request: CommandRequest = { kind: 'upgrade', isOnLine: false, name: 'a', version: '2.0.0' };

    expect(textsOf(writeCommands('crates.io', request))).toEqual([`cargo: cargo add 'a@2.0.0'`]);
  });

  it.each(['stdlib', 'toolchain'])('recommends a rebuild for Go itself: %s', (name) => {
    expect(writeCommands('Go', { ...UPGRADE, name, version: '1.22.3' })).toMatchObject({
      commands: [],
      commandReason: 'none',
      sentence: expect.stringContaining('Rebuild'),
    });
  });

  it.each([
    ['x.y/z', '1.9.0', undefined],
    ['x.y/z', '2.0.0+incompatible', undefined],
    ['x.y/z/v2', '2.1.0', undefined],
    ['gopkg.in/yaml.v3', '3.0.1', undefined],
    ['x.y/z', '2.1.0', expect.stringContaining('path')],
    ['x.y/z/v2', '3.0.0', expect.stringContaining('path')],
  ])('warns for %s %s if the module path has another major version', (name, version, note) => {
    expect(writeCommands('Go', { ...UPGRADE, name, version }).commands[0]?.note).toEqual(note);
  });

  it('puts the detected package manager first', () => {
    const { commands } = writeCommands(
      'npm',
      { ...UPGRADE, name: 'a', version: '1.0.0' },
      findManager(['/app/pnpm-lock.yaml']),
    );

    expect(commands.map(({ manager }) => manager)).toEqual(['pnpm', 'npm', 'yarn']);
  });

  it.each([
    [['/app/yarn.lock'], ['npm'], 'yarn'],
    [[], ['poetry'], 'poetry'],
    [[], ['node-pkg', 'pnpm'], 'pnpm'],
    [['/app/node_modules/a/package.json'], ['node-pkg'], undefined],
  ])('detects the package manager of files %j and types %j', (paths, types, expected) => {
    expect(findManager(paths, types)).toBe(expected);
  });

  it('returns no commands for a family without a package manager', () => {
    expect(writeCommands('Bitnami', { ...UPGRADE, name: 'a', version: '1.0.0' })).toEqual({
      commands: [],
      commandReason: 'none',
    });
  });
});

describe('writeSystemCommands', () => {
  const of = { names: ['libssl3', 'openssl'], version: '3.0.8-r0', isImage: false };

  it.each<[Family, string]>([
    ['Debian', `apt-get install --only-upgrade 'libssl3' 'openssl'`],
    ['Ubuntu', `apt-get install --only-upgrade 'libssl3' 'openssl'`],
    ['Alpine', `apk add --upgrade 'libssl3>=3.0.8-r0' 'openssl>=3.0.8-r0'`],
    ['Wolfi', `apk add --upgrade 'libssl3>=3.0.8-r0' 'openssl>=3.0.8-r0'`],
    ['Red Hat', `dnf upgrade 'libssl3' 'openssl'`],
    ['Rocky Linux', `dnf upgrade 'libssl3' 'openssl'`],
    ['SUSE', `zypper update 'libssl3' 'openssl'`],
    ['Azure Linux', `tdnf update 'libssl3' 'openssl'`],
  ])('writes the upgrade command for %s', (family, text) => {
    expect(writeSystemCommands(family, of).commands.map((command) => command.text)).toEqual([text]);
  });

  it.each<[Family, string]>([
    [
      'Debian',
      `RUN apt-get update && apt-get install -y --only-upgrade 'libssl3' 'openssl' && rm -rf /var/lib/apt/lists/*`,
    ],
    ['Alpine', `RUN apk add --no-cache --upgrade 'libssl3>=3.0.8-r0' 'openssl>=3.0.8-r0'`],
    ['Rocky Linux', `RUN dnf upgrade -y 'libssl3' 'openssl' && dnf clean all`],
    ['openSUSE', `RUN zypper --non-interactive update 'libssl3' 'openssl' && zypper clean`],
  ])('writes a Dockerfile line for %s in an image', (family, text) => {
    const { commands } = writeSystemCommands(family, { ...of, isImage: true });

    expect(commands.map((command) => [command.form, command.text])).toEqual([['dockerfile', text]]);
  });

  it('adds a command with the advisory only if its id is valid', () => {
    const withAdvisory = (advisory: string) =>
      writeSystemCommands('Red Hat', { ...of, names: ['a'], advisory }).commands.map(({ text }) => text);

    expect(withAdvisory('RHSA-2024:1234')).toEqual([`dnf upgrade 'a'`, `dnf upgrade --advisory='RHSA-2024:1234'`]);
    expect(withAdvisory('RHSA-2024:1234; id')).toEqual([`dnf upgrade 'a'`]);
  });
});

describe('spellName', () => {
  it.each<[Family, string, string | null, string]>([
    [
      'Go',
      'github.com/azure/go-autorest',
      'pkg:golang/github.com/Azure/go-autorest@v1.0.0',
      'github.com/Azure/go-autorest',
    ],
    ['NuGet', 'newtonsoft.json', 'pkg:nuget/Newtonsoft.Json@1.0.0', 'Newtonsoft.Json'],
    ['npm', '@babel/core', 'pkg:npm/%40babel/core@1.0.0', '@babel/core'],
    ['Maven', 'g.h:a', 'pkg:maven/g.h/a@1.0', 'g.h:a'],
    ['npm', 'real', 'pkg:npm/alias@npm:real@1.0.0', 'real'],
    ['npm', 'a', null, 'a'],
  ])('spells the %s name %s of %s', (family, name, purl, spelled) => {
    expect(spellName({ family, name }, purl)).toBe(spelled);
  });
});
