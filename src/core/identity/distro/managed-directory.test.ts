import { describe, expect, it } from 'vitest';
import { findManagedFamily, toPathFromRoot } from './managed-directory.ts';

describe('findManagedFamily', () => {
  it.each([
    ['/usr/lib/python3/dist-packages/six-1.16.0.egg-info/PKG-INFO', 'PyPI'],
    ['/usr/lib/python2.7/dist-packages/six-1.8.0.egg-info/PKG-INFO', 'PyPI'],
    ['/usr/lib/python3.9/site-packages/setuptools-53.0.0.dist-info/METADATA', 'PyPI'],
    ['usr/lib64/python3.6/site-packages/libcomps-0.1.18-py3.6.egg-info/PKG-INFO', 'PyPI'],
    ['/usr/share/nodejs/semver/package.json', 'npm'],
    ['/usr/lib/node_modules/npm/package.json', 'npm'],
    ['/usr/share/java/commons-io.jar', 'Maven'],
    ['/usr/share/maven-repo/commons-io/commons-io/2.11.0/commons-io-2.11.0.jar', 'Maven'],
    ['./usr/share/rubygems-integration/all/specifications/rake-13.0.6.gemspec', 'RubyGems'],
    ['/usr/share/gems/specifications/bundler-2.2.33.gemspec', 'RubyGems'],
    ['/usr/lib64/ruby/gems/2.5.0/specifications/gem2rpm-0.10.1.gemspec', 'RubyGems'],
    ['/usr/local/lib/python3.9/site-packages/six.dist-info/METADATA', undefined],
    ['/usr/local/lib/python3.9/dist-packages/six.dist-info/METADATA', undefined],
    ['/usr/local/share/nodejs/semver/package.json', undefined],
    ['/app/usr/share/nodejs/semver/package.json', undefined],
    ['/usr/lib/python3/dist-packages', undefined],
    ['/usr/lib/python3/site-packages.bak/x', undefined],
    ['/opt/venv/lib/python3.9/site-packages/six.dist-info/METADATA', undefined],
    ['/var/lib/gems/3.0.0/specifications/rake.gemspec', undefined],
    ['/usr/share/javascript/x', undefined],
    ['', undefined],
  ])('maps %s to %s', (path, family) => {
    expect(findManagedFamily(path)).toBe(family);
  });
});

describe('toPathFromRoot', () => {
  it.each(['usr/bin/node', '/usr/bin/node', './usr/bin/node', '//usr/bin/node'])('normalizes %s', (path) => {
    expect(toPathFromRoot(path)).toBe('usr/bin/node');
  });

  it.each(['../usr', '.usr', 'usr'])('leaves %s unchanged', (path) => {
    expect(toPathFromRoot(path)).toBe(path);
  });
});
