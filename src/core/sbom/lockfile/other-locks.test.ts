import { describe, expect, it } from 'vitest';
import { listLinks, listLocked } from '../../../../test/support/lockfiles.ts';

describe('readComposerLock', () => {
  it('reads both lists, and branches and folders as unchecked', () => {
    const text = JSON.stringify({
      packages: [
        {
          name: 'Acme/Web',
          version: 'v1.2.0',
          require: { php: '>=8', 'acme/log': '*', 'psr/log-implementation': '*' },
        },
        { name: 'acme/log', version: 'dev-main' },
        { name: 'acme/local', version: '1.0', dist: { type: 'path', url: '../local' } },
      ],
      'packages-dev': [{ name: 'acme/test', version: '1.0' }],
    });

    expect(listLocked('composer', text)).toEqual([
      'acme/local@1.0 required direct no-identity',
      'acme/log@dev-main required floating-ref',
      'acme/test@1.0 development direct',
      'acme/web@v1.2.0 required direct',
    ]);
  });
});

describe('readNugetLock', () => {
  it('reads every framework, and what its runtimes add', () => {
    const text = JSON.stringify({
      version: 1,
      dependencies: {
        'net8.0': {
          'Acme.Web': { type: 'Direct', requested: '[1.0, )', resolved: '1.2.0', dependencies: { 'acme.log': '1.0' } },
          'Acme.Log': { type: 'Transitive', resolved: '1.0.0' },
          shop: { type: 'Project', dependencies: { 'Acme.Web': '[1.2.0, )' } },
        },
        'net8.0/linux-x64': {
          'Acme.Native': { type: 'Transitive', resolved: '1.0.0', dependencies: { 'Acme.Log': '1.0' } },
        },
      },
    });

    expect(listLocked('nuget', text)).toEqual([
      'acme.log@1.0.0 unknown transitive',
      'acme.native@1.0.0 unknown',
      'acme.web@1.2.0 unknown direct',
      'shop unknown direct not-a-package',
    ]);
    expect(listLinks('nuget', text)).toContain('Acme.Native > Acme.Log');
  });
});

describe('readGradleLock', () => {
  it('reads configurations as scopes', () => {
    const text = [
      '# This is a Gradle generated file for dependency locking.',
      'org.acme:web:1.2.0=compileClasspath,testRuntimeClasspath',
      'org.acme:check:1.0=integrationTestRuntimeClasspath,testRuntimeClasspath',
      'empty=annotationProcessor',
    ].join('\n');

    expect(listLocked('gradle', text)).toEqual(['org.acme:check@1.0 test', 'org.acme:web@1.2.0 required']);
  });
});

describe('readMixLock', () => {
  it('reads packages of Hex and repositories', () => {
    const text = [
      '%{',
      '  "web": {:hex, :acme_web, "1.2.0", "00", [:mix], [{:log, "~> 1.0", [hex: :log, repo: "hexpm", optional: false]}, {:absent, "1", [optional: true]}], "hexpm", "00"},',
      '  "log": {:hex, :log, "1.0.0", "00", [:mix], [], "hexpm", "00"},',
      '  "forked": {:git, "https://example.com/forked.git", "1a2b3c", [branch: "main"]},',
      '}',
    ].join('\n');

    expect(listLocked('mix', text)).toEqual([
      'acme_web@1.2.0 unknown direct',
      'forked@https://example.com/forked.git#1a2b3c unknown direct floating-ref',
      'log@1.0.0 unknown',
    ]);
    expect(listLinks('mix', text)).toContain('acme_web > log');
  });
});

describe('readPubspecLock', () => {
  it('reads direct packages with their scope', () => {
    const aPackage = (name: string, dependency: string, source: string): string =>
      `  ${name}:\n    dependency: ${dependency}\n    description:\n      name: ${name}\n      url: "https://pub.dev"\n      resolved-ref: 1a2b3c\n    source: ${source}\n    version: "1.10"\n`;
    const text = `packages:\n${aPackage('http', '"direct main"', 'hosted')}${aPackage('lints', '"direct dev"', 'hosted')}${aPackage('path', 'transitive', 'hosted')}${aPackage('flutter', '"direct main"', 'sdk')}${aPackage('forked', 'transitive', 'git')}sdks:\n  dart: ">=3.0.0"\n`;

    expect(listLocked('pubspec', text)).toEqual([
      'flutter@1.10 required no-identity',
      'forked@https://pub.dev#1a2b3c unknown floating-ref',
      'http@1.10 required',
      'lints@1.10 development',
      'path@1.10 unknown',
    ]);
  });
});
