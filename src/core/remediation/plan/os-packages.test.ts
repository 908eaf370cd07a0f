import { describe, expect, it } from 'vitest';
import type { PackageIdentity } from '../../identity/package-identity.ts';
import {
  findBaseLayer,
  findLayer,
  toLayerOrder,
  groupOsPackages,
  type OsImage,
  type OsPackage,
} from './os-packages.ts';

const AT = '2026-01-01T00:00:00.000000Z';
const IMAGE: OsImage = {
  image: 'web',
  isBuilt: true,
  base: { layer: 'sha256:1', from: 'order' },
  baseName: undefined,
  hasPackageManager: true,
  sharedWith: [],
};

function aPackage(
  name: string,
  changes: Partial<OsPackage> & { readonly source?: string; readonly release?: string } = {},
): OsPackage {
  const { source, release = '12', ...others } = changes;
  const identity: PackageIdentity = {
    family: 'Debian',
    release,
    name,
    source: source === undefined ? undefined : { name: source, version: undefined },
  };
  return { packageId: name, identity, image: 'web', isBuilt: true, layer: 'sha256:1', target: '2.0-1', ...others };
}

function kindsOf(packages: readonly OsPackage[], images: readonly OsImage[] = [IMAGE]): string[] {
  return groupOsPackages(packages, images, AT).map(
    ({ kind, source, binaries }) => `${kind} ${source ?? '*'}: ${binaries.join(' ')}`,
  );
}

describe('groupOsPackages', () => {
  it('groups several binaries of one source into one update', () => {
    expect(kindsOf([aPackage('libssl3', { source: 'openssl' }), aPackage('openssl')])).toEqual([
      'os_update openssl: libssl3 openssl',
    ]);
  });

  it('groups three fixable sources of the base into one rebuild', () => {
    expect(kindsOf([aPackage('a'), aPackage('b'), aPackage('c'), aPackage('d', { target: undefined })])).toEqual([
      'rebuild_base *: a b c d',
    ]);
    expect(kindsOf([aPackage('a'), aPackage('b'), aPackage('d', { target: undefined })])).toEqual([
      'os_update a: a',
      'os_update b: b',
      'os_update d: d',
    ]);
  });

  it('assigns packages with an unknown layer to the base and keeps later layers separate', () => {
    const packages = [
      aPackage('a', { layer: undefined }),
      aPackage('b', { layer: undefined }),
      aPackage('c'),
      aPackage('d', { layer: 'sha256:2' }),
    ];

    expect(kindsOf(packages)).toEqual(['rebuild_base *: a b c', 'os_update d: d']);
  });

  it('keeps images separate and updates packages outside images', () => {
    const inImage = ['a', 'b', 'c'].map((name) => aPackage(name));
    const onMachine = ['a', 'b', 'c'].map((name) => aPackage(name, { image: null, isBuilt: false }));

    expect(kindsOf([...inImage, ...onMachine]).toSorted()).toEqual([
      'os_update a: a',
      'os_update b: b',
      'os_update c: c',
      'rebuild_base *: a b c',
    ]);
  });

  it('rebuilds an image without a name', () => {
    const unnamed = ['a', 'b', 'c'].map((name) => aPackage(name, { image: null }));

    expect(kindsOf(unnamed, [{ ...IMAGE, image: null }])).toEqual(['rebuild_base *: a b c']);
  });

  it('rebuilds an image without a package manager', () => {
    expect(kindsOf([aPackage('a')], [{ ...IMAGE, hasPackageManager: false }])).toEqual(['rebuild_base *: a']);
  });

  it('lists the packages that a rebuild fixes and those it does not', () => {
    const [group] = groupOsPackages(
      [aPackage('a'), aPackage('b'), aPackage('c'), aPackage('d', { target: undefined })],
      [IMAGE],
      AT,
    );

    expect(group).toMatchObject({ fixed: ['a', 'b', 'c'], notFixed: ['d'] });
  });

  it('promises no fix for a release that has ended', () => {
    const [group] = groupOsPackages([aPackage('a', { release: '9' })], [IMAGE], AT);

    expect(group).toMatchObject({ kind: 'move_release', fixed: [], notFixed: ['a'] });
  });

  it('moves a whole machine to another release instead of updating single packages', () => {
    const onMachine = ['a', 'b'].map((name) => aPackage(name, { release: '9', image: null, isBuilt: false }));

    expect(kindsOf(onMachine)).toEqual(['move_release *: a b']);
  });

  it('does not depend on the order of packages', () => {
    const packages = [
      aPackage('a'),
      aPackage('b', { layer: 'sha256:2' }),
      aPackage('c'),
      aPackage('d', { image: null, isBuilt: false }),
    ];

    expect(groupOsPackages(packages.toReversed(), [IMAGE], AT)).toEqual(groupOsPackages(packages, [IMAGE], AT));
  });
});

describe('findLayer', () => {
  it.each([
    [
      'the own file of a package',
      [
        { path: '/var/lib/dpkg/status', layer: '9' },
        { path: '/usr/share/doc/a/copyright', layer: '1' },
      ],
      '1',
    ],
    ['not the database of all packages', [{ path: '/lib/apk/db/installed', layer: '9' }], undefined],
    ['not even without a slash', [{ path: 'var/lib/rpm/rpmdb.sqlite', layer: '9' }], undefined],
    [
      'the first of several',
      [
        { path: '/b', layer: '3' },
        { path: '/a', layer: '2' },
      ],
      '2',
    ],
    ['none without a layer', [{ path: '/a' }], undefined],
  ])('returns %s', (_, locations, expected) => {
    expect(findLayer(locations, ['1', '2', '3'])).toBe(expected);
  });

  it('prefers the layer that the tool states for the package', () => {
    expect(findLayer([{ path: '/a', layer: '1' }], [], '5')).toBe('5');
  });
});

describe('toLayerOrder', () => {
  it.each([
    ['an order', ['2', '1', '3'], ['2', '1', '3']],
    ['the only layer', ['1'], ['1']],
    ['no list that is merely sorted', ['1', '2', '3'], []],
    ['nothing of nothing', [], []],
  ])('accepts %s', (_, layers, expected) => {
    expect(toLayerOrder(layers)).toEqual(expected);
  });
});

describe('findBaseLayer', () => {
  it.each([
    ['labels', ['1', '2'], ['2'], true, { layer: '1', from: 'labels' }],
    ['the order of layers', ['1', '2'], ['2', '2'], false, { layer: '1', from: 'order' }],
    ['the layer with the most packages', [], ['2', '1', '2', undefined], false, { layer: '2', from: 'guess' }],
    ['nothing', [], [undefined], false, { layer: undefined, from: 'unknown' }],
  ])('uses %s', (_, order, layers, hasLabels, expected) => {
    expect(findBaseLayer(order, layers, hasLabels)).toEqual(expected);
  });
});
