/** Ownership of components by system packages, in each format. */
import { describe, expect, it } from 'vitest';
import { aCycloneDx, anSpdx } from '../../../test/support/documents.ts';
import { edgesOf, ownershipsOf } from '../../../test/support/inventories.ts';
import { parseCycloneDx } from './cyclonedx/parse-cyclonedx.ts';
import { parseSpdx2 } from './spdx/parse-spdx2.ts';
import { parseSpdx3 } from './spdx/parse-spdx3.ts';

const DEB = 'pkg:deb/debian/python3-rpm@4.18.0-3?arch=amd64&distro=debian-12';
const APK = 'pkg:alpine/npm@8.10.0-r0?distro=alpine-3.16.2';
const RPM = 'pkg:rpm/redhat/python3-rpm@4.16.1.3-25.el9';
const PYPI = 'pkg:pypi/rpm@4.18.0';

function aPackage(id: string, purl: string | undefined, changes: Record<string, unknown> = {}): object {
  const externalRefs = purl === undefined ? [] : [{ referenceType: 'purl', referenceLocator: purl }];
  return { SPDXID: id, name: id, externalRefs, ...changes };
}

function relate(first: string, relationshipType: string, second: string, comment?: string): object {
  return { spdxElementId: first, relationshipType, relatedSpdxElement: second, comment };
}

const OVERLAP = 'ownership-by-file-overlap: indicates that the parent package claims ownership of a child package';

describe('owners in SPDX 2', () => {
  it.each([
    ['Syft', relate('os', 'OTHER', 'lang', OVERLAP), []],
    ['an operating system package that contains it', relate('os', 'CONTAINS', 'lang'), ['os > lang']],
    ['a package that is contained', relate('lang', 'CONTAINED_BY', 'os'), ['os > lang']],
  ])('are stated by %s', (_, relationship, edges) => {
    const packages = [aPackage('os', DEB), aPackage('lang', PYPI)];

    const inventory = parseSpdx2(anSpdx({ packages, relationships: [relationship] }), '');

    expect(ownershipsOf(inventory)).toEqual(['os > lang']);
    expect(edgesOf(inventory)).toEqual(edges);
  });

  it.each([DEB, APK, RPM])('can be packages such as %s', (purl) => {
    const packages = [aPackage('lang', PYPI), aPackage('os', purl)];

    const inventory = parseSpdx2(anSpdx({ packages, relationships: [relate('os', 'CONTAINS', 'lang')] }), '');

    expect(ownershipsOf(inventory)).toEqual(['os > lang']);
  });

  it('need no purl if a tool states the package type', () => {
    const sourceInfo = 'acquired package info from DPKG DB: /var/lib/dpkg/status';
    const packages = [aPackage('os', undefined, { sourceInfo }), aPackage('lang', PYPI)];

    const inventory = parseSpdx2(anSpdx({ packages, relationships: [relate('os', 'OTHER', 'lang', OVERLAP)] }), '');

    expect(ownershipsOf(inventory)).toEqual(['os > lang']);
  });

  it.each<[string, string | undefined, string | undefined, object]>([
    ['images', 'pkg:oci/shop@sha256:1', PYPI, relate('a', 'CONTAINS', 'b')],
    ['packages of languages', 'pkg:npm/npm@8', 'pkg:npm/ini@1', relate('a', 'CONTAINS', 'b')],
    ['packages of the system around others of the system', DEB, RPM, relate('a', 'CONTAINS', 'b')],
    ['a dependency', DEB, PYPI, relate('a', 'DEPENDS_ON', 'b')],
    ['a dependent', DEB, PYPI, relate('b', 'DEPENDENCY_OF', 'a')],
    ['anything with another comment', DEB, PYPI, relate('a', 'OTHER', 'b', 'evident-by: ...')],
    ['themselves', DEB, PYPI, relate('a', 'CONTAINS', 'a')],
  ])('are not %s', (_, first, second, relationship) => {
    const packages = [aPackage('a', first), aPackage('b', second)];

    expect(ownershipsOf(parseSpdx2(anSpdx({ packages, relationships: [relationship] }), ''))).toEqual([]);
  });

  it.each([
    ['relationships', {}, [relate('os', 'CONTAINS', 'file')]],
    ['its own list', { hasFiles: ['file', 7] }, []],
  ])('are found by the file that contained the component, listed in %s', (_, changes, relationships) => {
    const sourceInfo =
      'acquired package info from installed python package manifest file: /usr/lib/python3/dist-packages/rpm.egg-info, /x';
    const packages = [aPackage('os', DEB, changes), aPackage('lang', PYPI, { sourceInfo }), aPackage('b', PYPI)];
    const files = [
      { SPDXID: 'file', fileName: './usr/lib/python3/dist-packages/rpm.egg-info' },
      { SPDXID: 'other', fileName: '/usr/bin/rpm' },
      { fileName: '/x' },
      null,
    ];

    const inventory = parseSpdx2(anSpdx({ packages, files, relationships }), '');

    expect(ownershipsOf(inventory)).toEqual(['os > lang']);
    expect(inventory.edges).toHaveLength(0);
  });

  it('are limited for one file', () => {
    const sourceInfo = 'acquired package info from go module information: /usr/bin/x';
    const owners = Array.from({ length: 100 }, (_, n) => `os-${n}`);
    const packages = [
      ...owners.map((id) => aPackage(id, DEB)),
      ...Array.from({ length: 100 }, (_, n) => aPackage(`lang-${n}`, `pkg:golang/a@v1.0.${n}`, { sourceInfo })),
    ];
    const files = ['file', 'again'].map((SPDXID) => ({ SPDXID, fileName: '/usr/bin/x' }));
    const relationships = owners.flatMap((id) => [relate(id, 'CONTAINS', 'file'), relate(id, 'CONTAINS', 'again')]);

    expect(ownershipsOf(parseSpdx2(anSpdx({ packages, files, relationships }), ''))).toHaveLength(400);
  });

  it.each([
    ['relationships', {}, [relate('lang', 'CONTAINS', 'file'), relate('lang', 'CONTAINS', 'other')]],
    ['its own list', { hasFiles: ['file', 'other'] }, []],
  ])(
    'are unknown for Trivy, so the managed file of a component becomes its location: %s',
    (_, changes, relationships) => {
      const packages = [aPackage('lang', PYPI, changes), aPackage('os', DEB)];
      const files = [
        { SPDXID: 'file', fileName: 'usr/lib/python3/dist-packages/rpm.egg-info' },
        { SPDXID: 'other', fileName: 'usr/lib/python3/dist-packages/other.egg-info' },
      ];

      const inventory = parseSpdx2(anSpdx({ packages, files, relationships }), '');

      expect(inventory.components[0]?.details?.locations).toEqual([
        { path: '/usr/lib/python3/dist-packages/rpm.egg-info' },
      ]);
      expect(ownershipsOf(inventory)).toEqual([]);
    },
  );

  it('do not own packages that were found in the database of the package manager', () => {
    const found = 'acquired package info from RPM DB: /var/lib/rpm/rpmdb.sqlite';
    const packages = [aPackage('rpm-libs', RPM, { sourceInfo: found }), aPackage('rpm', RPM, { sourceInfo: found })];
    const files = [{ SPDXID: 'file', fileName: '/var/lib/rpm/rpmdb.sqlite' }];
    const relationships = [relate('rpm', 'CONTAINS', 'file')];

    expect(ownershipsOf(parseSpdx2(anSpdx({ packages, files, relationships }), ''))).toEqual([]);
  });
});

describe('owners in SPDX 3', () => {
  function aDocument(...relationships: readonly object[]): object {
    const purl = (name: string, software_packageUrl: string): object => ({
      type: 'software_Package',
      spdxId: name,
      name,
      software_packageUrl,
    });
    // Relationships may come before their elements.
    return { '@graph': [...relationships, purl('lang', PYPI), purl('os', DEB)] };
  }

  it.each([
    ['contains', undefined, ['os > lang']],
    ['other', OVERLAP, []],
  ])('are stated by the relationship %s', (relationshipType, comment, edges) => {
    const relationship = { type: 'Relationship', relationshipType, comment, from: 'os', to: ['lang'] };

    const inventory = parseSpdx3(aDocument(relationship), '');

    expect(ownershipsOf(inventory)).toEqual(['os > lang']);
    expect(edgesOf(inventory)).toEqual(edges);
  });

  it.each([
    { relationshipType: 'dependsOn', from: 'os', to: ['lang'] },
    { relationshipType: 'contains', from: 'lang', to: ['os'] },
    { relationshipType: 'other', from: 'os', to: ['lang'] },
  ])('are not stated by %j', (relationship) => {
    expect(ownershipsOf(parseSpdx3(aDocument({ type: 'Relationship', ...relationship }), ''))).toEqual([]);
  });
});

describe('owners in CycloneDX', () => {
  function aComponent(ref: string, purl: string, components: readonly object[] = []): object {
    return { 'bom-ref': ref, type: 'library', name: ref, purl, components };
  }

  it('own components nested in them, at any depth', () => {
    const inner = aComponent('lang', PYPI, [aComponent('deep', 'pkg:pypi/deep@1')]);
    const components = [aComponent('image', 'pkg:oci/a@1', [aComponent('os', DEB, [inner])])];

    const inventory = parseCycloneDx(aCycloneDx({ components }), '');

    expect(ownershipsOf(inventory)).toEqual(['os > lang', 'os > deep']);
    expect(edgesOf(inventory)).toEqual(['image > os', 'os > lang', 'lang > deep']);
  });

  it('do not include packages that only depend on a component', () => {
    const components = [aComponent('os', DEB), aComponent('lang', PYPI)];
    const dependencies = [{ ref: 'os', dependsOn: ['lang'] }];

    expect(ownershipsOf(parseCycloneDx(aCycloneDx({ components, dependencies }), ''))).toEqual([]);
  });
});
