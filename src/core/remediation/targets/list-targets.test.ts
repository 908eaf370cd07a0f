import { describe, expect, it } from 'vitest';
import { isSystemPackage, joinFixes, listTargets, type FixedComponent } from './list-targets.ts';

function aFix(
  componentId: string,
  version: string | null,
  purl: string | null = 'pkg:npm/axios@0.21.0',
): FixedComponent {
  return { componentId, purl, version };
}

describe('listTargets', () => {
  it.each<[string, readonly FixedComponent[], readonly string[]]>([
    ['the highest version of a component', [aFix('a', '1.6.8'), aFix('a', '1.7.4'), aFix('a', '0.28.1')], ['1.7.4']],
    ['versions as the ecosystem orders them', [aFix('a', '1.10.0'), aFix('a', '1.9.0')], ['1.10.0']],
    [
      'versions as the distribution orders them',
      [aFix('a', '1:1.0-1', 'pkg:deb/debian/tar@1'), aFix('a', '2.0-1', 'pkg:deb/debian/tar@1')],
      ['1:1.0-1'],
    ],
    [
      'the version that most components need first',
      [aFix('a', '0.28.1'), aFix('b', '1.7.4'), aFix('c', '1.7.4')],
      ['1.7.4', '0.28.1'],
    ],
    ['nothing without a known version', [aFix('a', null)], []],
    ['a version without a purl', [aFix('a', '2.0.0', null)], ['2.0.0']],
  ])('returns %s', (_what, fixed, targets) => {
    expect(listTargets(fixed)).toEqual(targets);
    expect(listTargets(fixed.toReversed())).toEqual(targets);
  });
});

describe('joinFixes', () => {
  const aPackage = (name: string, version: string, isSystem: boolean) => ({
    package: name,
    versions: [version],
    isSystem,
  });

  it('joins packages of an operating system with the same fixed version', () => {
    const fixes = [
      aPackage('libc6', '2.31-13', true),
      aPackage('axios', '1.7.4', false),
      aPackage('libc-bin', '2.31-13', true),
      aPackage('other', '1.7.4', false),
    ];

    expect(joinFixes(fixes).map((each) => each.map((fix) => fix.package))).toEqual([
      ['libc6', 'libc-bin'],
      ['axios'],
      ['other'],
    ]);
  });

  it('keeps packages without a known version apart', () => {
    const unknown = ['a', 'b'].map((name) => ({ package: name, versions: [], isSystem: true }));

    expect(joinFixes(unknown)).toHaveLength(2);
  });

  it.each([
    ['pkg:deb/debian/tar@1', true],
    ['pkg:npm/tar@1', false],
    [null, false],
  ])('knows whether %s is installed by an operating system', (purl, isSystem) => {
    expect(isSystemPackage(purl)).toBe(isSystem);
  });
});
