import { describe, expect, it } from 'vitest';
import { parseSourcePackage } from './source-package.ts';

describe('parseSourcePackage', () => {
  it.each([
    ['glibc', 'glibc', undefined],
    [' glibc ', 'glibc', undefined],
    ['gcc-12@12.2.0-14', 'gcc-12', '12.2.0-14'],
    ['util-linux@1:2.36.1-8', 'util-linux', '1:2.36.1-8'],
    ['glibc@', 'glibc', undefined],
    ['openssl-1.1.1k-7.el8.src.rpm', 'openssl', '1.1.1k-7.el8'],
    ['java-1.8.0-openjdk-1.8.0.362.b09-2.el8.src.rpm', 'java-1.8.0-openjdk', '1.8.0.362.b09-2.el8'],
    ['kernel-5.14.0-1.nosrc.rpm', 'kernel', '5.14.0-1'],
    ['odd-name.src.rpm', 'odd-name', undefined],
    ['odd.src.rpm', 'odd', undefined],
  ])('parses %j as %s and %s', (text, name, version) => {
    expect(parseSourcePackage(text)).toEqual({ name, version });
  });

  it.each(['', ' ', '@1.0', '.src.rpm'])('finds no name in %j', (text) => {
    expect(parseSourcePackage(text)).toBeUndefined();
  });
});
