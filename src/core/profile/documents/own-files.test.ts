import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../limits.ts';
import { findOwnFiles } from './own-files.ts';

describe('findOwnFiles', () => {
  it.each([
    ['/var/lib/dpkg/status'],
    ['/var/lib/dpkg/info/libc6:amd64.list'],
    ['/var/lib/dpkg/status.d/base'],
    ['/usr/share/doc/libc6/copyright'],
    ['/lib/apk/db/installed'],
    ['lib/apk/db/installed'],
    ['/usr/lib/sysimage/rpm/rpmdb.sqlite'],
    ['/var/lib/rpm/Packages'],
    ['/app/package-lock.json'],
    ['/app/yarn.lock'],
    ['/app/Gemfile.lock'],
    ['/usr/lib/python3/dist-packages/six-1.16.0.dist-info/METADATA'],
    ['/usr/lib/python3/dist-packages/six-1.16.0.dist-info'],
    ['/usr/lib/python3/dist-packages/six-1.16.0.egg-info/PKG-INFO'],
    ['/usr/lib/ruby/gems/3.1.0/specifications/rake-13.0.6.gemspec'],
    ['C:\\app\\a.dll'],
    ['/'],
    [''],
  ])('excludes %s, which is only a record of a package manager', (location) => {
    expect(findOwnFiles([location], true)).toEqual([]);
  });

  it.each([
    [['/app/node_modules/ms/package.json'], ['/app/node_modules/ms/package.json']],
    [['usr/bin/node'], ['/usr/bin/node']],
    [['./usr/bin/node'], ['/usr/bin/node']],
    [['/app/a.jar'], ['/app/a.jar']],
    [['/app/a.jar:BOOT-INF/lib/b.jar'], ['/app/a.jar']],
    [['/app/a.jar:BOOT-INF/lib/b.jar:META-INF/maven/c/pom.xml'], ['/app/a.jar']],
    [['/app/a.war!/WEB-INF/lib/b.jar'], ['/app/a.war']],
    [['app/a.war/WEB-INF/lib/b.jar'], ['/app/a.war', '/app/a.war/WEB-INF/lib/b.jar']],
    [['/usr/share/perl5/Foo::Bar.pm'], ['/usr/share/perl5/Foo::Bar.pm']],
    [['/usr/share/doc/a/README'], ['/usr/share/doc/a/README']],
    [
      ['/b', '/a', '/b', '/var/lib/dpkg/status'],
      ['/a', '/b'],
    ],
  ])('returns for %j: %j', (locations, expected) => {
    expect(findOwnFiles(locations, true)).toEqual(expected);
  });

  it('returns nothing for sources, whose paths differ from those of the running service', () => {
    expect(findOwnFiles(['/app/index.js'], false)).toEqual([]);
  });

  it('returns nothing if the list was truncated', () => {
    const locations = Array.from({ length: LIMITS.detailsPerListMax }, (_, i) => `/app/${i}.js`);

    expect(findOwnFiles(locations.slice(1), true)).toHaveLength(LIMITS.detailsPerListMax - 1);
    expect(findOwnFiles(locations, true)).toEqual([]);
  });
});
