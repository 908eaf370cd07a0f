import { describe, expect, it } from 'vitest';
import type { PackageIdentity } from '../../identity/package-identity.ts';
import { namesInLanguage, namesInSystem } from './corresponding-name.ts';
import type { LanguageFamily } from '../../vocabulary/package.ts';

function anIdentity(family: PackageIdentity['family'], name: string, source?: string): PackageIdentity {
  return { family, release: '', name, source: source === undefined ? undefined : { name: source, version: undefined } };
}

/** Returns the rank of the best name that both have. */
function rankOf(family: LanguageFamily, name: string, system: string, source?: string): number | undefined {
  const names = namesInLanguage(anIdentity(family, name));
  const ranks = namesInSystem(anIdentity('Debian', system, source), family)
    .filter(({ core }) => names.includes(core))
    .map(({ rank }) => rank);
  return ranks.length === 0 ? undefined : Math.min(...ranks);
}

describe('corresponding names', () => {
  it.each<[LanguageFamily, string, string, string | undefined, number]>([
    ['PyPI', 'rpm', 'python3-rpm', 'rpm', 0],
    ['PyPI', 'requests', 'python-requests', undefined, 0],
    ['PyPI', 'requests', 'py3-requests', undefined, 0],
    ['PyPI', 'pip', 'python3.11-pip', undefined, 0],
    ['PyPI', 'setuptools', 'platform-python-setuptools', undefined, 0],
    ['PyPI', 'six', 'python311-six', undefined, 0],
    ['PyPI', 'python-dateutil', 'python3-dateutil', undefined, 0],
    ['PyPI', 'systemd-python', 'python3-systemd', undefined, 0],
    ['PyPI', 'pyyaml', 'python3-yaml', 'pyyaml', 0],
    ['PyPI', 'zope-interface', 'python3-zope.interface', undefined, 0],
    ['PyPI', 'pygobject', 'python3-gi', 'pygobject', 2],
    ['PyPI', 'cryptography', 'python3-cryptography-vectors', 'python-cryptography', 2],
    ['PyPI', 'mercurial', 'mercurial', undefined, 1],
    ['npm', 'semver', 'node-semver', undefined, 0],
    ['npm', '@babel/core', 'node-babel-core', undefined, 0],
    ['npm', 'npm', 'npm', undefined, 1],
    ['Maven', 'commons-io:commons-io', 'libcommons-io-java', undefined, 0],
    ['Maven', 'commons-io:commons-io', 'apache-commons-io', undefined, 0],
    ['Maven', 'org.jsoup:jsoup', 'jsoup', undefined, 1],
    ['RubyGems', 'rake', 'ruby-rake', undefined, 0],
    ['RubyGems', 'concurrent_ruby', 'rubygem-concurrent-ruby', undefined, 0],
    ['RubyGems', 'gem2rpm', 'ruby2.5-rubygem-gem2rpm', undefined, 0],
  ])('of %s: %s matches %s', (family, name, system, source, rank) => {
    expect(rankOf(family, name, system, source)).toBe(rank);
  });

  it.each<[LanguageFamily, string, string, string | undefined]>([
    ['PyPI', 'requests', 'python3-urllib3', undefined],
    // A program whose source also builds a Python library.
    ['PyPI', 'rpm', 'librpm9', 'rpm'],
    ['npm', '@types/semver', 'node-semver', undefined],
    ['Maven', 'org.apache.logging.log4j:log4j-core', 'libcommons-io-java', undefined],
    ['Maven', 'a:io', 'apache-commons-io', undefined],
    ['RubyGems', 'rake', 'python3-rake', undefined],
  ])('of %s: %s does not match %s', (family, name, system, source) => {
    expect(rankOf(family, name, system, source)).toBeUndefined();
  });

  it('are not known for other languages', () => {
    expect(namesInLanguage(anIdentity('Go', 'github.com/a/b'))).toEqual([]);
    expect(namesInSystem(anIdentity('Debian', 'golang-a'), 'Go')).toEqual([]);
  });

  it.each(['', '-', '---', '@'])('are empty for %j', (name) => {
    expect(namesInLanguage(anIdentity('npm', name))).toEqual([]);
  });
});
