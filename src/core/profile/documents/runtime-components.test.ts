import { describe, expect, it } from 'vitest';
import { findRuntimeComponents } from './runtime-components.ts';

describe('findRuntimeComponents', () => {
  it.each([
    ['deb', 'nodejs', '18.19.0+dfsg-6~deb12u2', [{ name: 'node', version: '18.19.0' }]],
    ['generic', 'node', '24.1.0', [{ name: 'node', version: '24.1.0' }]],
    ['deb', 'openjdk-17-jre-headless', '17.0.8+7-1~deb12u1', [{ name: 'java', version: '17.0.8' }]],
    ['rpm', 'java-17-openjdk-headless', '1:17.0.9.0.9-1.el9', [{ name: 'java', version: '17.0.9.0.9' }]],
    ['apk', 'openjdk21-jre-base', '21.0.2_p13-r1', [{ name: 'java', version: '21.0.2_p13' }]],
    ['deb', 'python3.11-minimal', '3.11.2-6', [{ name: 'python', version: '3.11.2' }]],
    ['apk', 'python3', '3.12.1-r0', [{ name: 'python', version: '3.12.1' }]],
    ['rpm', 'python39', '3.9.16-1.module+el8', [{ name: 'python', version: '3.9.16' }]],
    ['rpm', 'python3-libs', '3.9.18-1.el9', [{ name: 'python', version: '3.9.18' }]],
    ['rpm', 'java-1.8.0-openjdk-headless', '1:1.8.0.392.b08-4.el8', [{ name: 'java', version: '1.8.0.392.b08' }]],
    ['golang', 'stdlib', 'v1.22.3', [{ name: 'go', version: '1.22.3' }]],
    ['golang', 'stdlib', 'go1.22.3', [{ name: 'go', version: '1.22.3' }]],
    ['deb', 'php8.2-cli', '8.2.7-1', [{ name: 'php', version: '8.2.7' }]],
    ['deb', 'dotnet-runtime-8.0', '8.0.1-1', [{ name: 'dotnet', version: '8.0.1' }]],
    ['deb', 'ruby3.1', null, [{ name: 'ruby' }]],
    ['npm', 'node', '20.0.0', []],
    ['pypi', 'python', '3.0', []],
    ['deb', 'python3-requests', '2.28', []],
    ['deb', 'nodejs-doc', '18', []],
    [null, 'python3', '3', []],
  ])('detects the languages of %s %s %s: %j', (purlType, name, version, languages) => {
    expect(findRuntimeComponents([{ purlType, name, version }]).languages).toEqual(languages);
  });

  it.each([
    ['deb', 'bash', true],
    ['deb', 'dash', true],
    ['apk', 'busybox', true],
    ['npm', 'bash', false],
    ['deb', 'bash-completion', false],
  ])('detects %s %s as a shell: %s', (purlType, name, expected) => {
    expect(findRuntimeComponents([{ purlType, name, version: null }]).hasShell).toBe(expected);
  });

  it('lists each language once, sorted', () => {
    const node = { purlType: 'deb', name: 'nodejs', version: '18.0-1' };
    const perl = { purlType: 'deb', name: 'perl-base', version: '5.36-1' };

    expect(findRuntimeComponents([perl, node, node]).languages.map(({ name }) => name)).toEqual(['node', 'perl']);
  });
});
