import { describe, expect, it } from 'vitest';
import { findSourcePackage, parseToolProperties, parseImageFacts } from './tool-properties.ts';

type Properties = readonly (readonly [name: string, value: string])[];

function read(properties: Properties) {
  return parseToolProperties({ properties: properties.map(([name, value]) => ({ name, value })) });
}

describe('parseToolProperties', () => {
  it.each<[string, string, string]>([
    ['packageType', 'syft:package:type', 'deb'],
    ['packageType', 'sbomer:package:type', 'rpm'],
    ['packageType', 'package:type', 'maven'],
    ['packageType', 'aquasecurity:trivy:PkgType', 'node-pkg'],
    ['epoch', 'syft:metadata:epoch', '1'],
    ['epoch', 'sbomer:metadata:epoch', '2'],
    ['module', 'syft:metadata:modularityLabel', 'nodejs:18:8100020250506132245:489197e6'],
    ['module', 'aquasecurity:trivy:Modularitylabel', 'nodejs:12:820'],
    ['module', 'hermeto:rpm_modularity_label', 'nodejs:18:1:2'],
    ['systemName', 'syft:distro:id', 'debian'],
    ['systemVersion', 'syft:distro:versionID', '12'],
  ])('parses %s from %s', (fact, name, value) => {
    expect(Object.fromEntries(read([[name, value]]).texts)).toEqual({ [fact]: value });
  });

  it('uses the order of the table for properties of several tools', () => {
    const properties = [
      ['aquasecurity:trivy:PkgType', 'debian'],
      ['syft:package:type', 'deb'],
      ['syft:package:type', 'rpm'],
    ] as const;

    expect(read(properties).texts.get('packageType')).toBe('deb');
    expect(read([properties[1], properties[0]]).texts.get('packageType')).toBe('deb');
  });

  it.each<[string, Properties, object | undefined]>([
    [
      'sbomer for Debian',
      [
        ['sbomer:metadata:source', 'glibc'],
        ['sbomer:metadata:sourceVersion', '2.31-13'],
      ],
      { name: 'glibc', version: '2.31-13' },
    ],
    ['sbomer for Alpine', [['sbomer:metadata:originPackage', 'busybox']], { name: 'busybox', version: undefined }],
    [
      'sbomer for rpm',
      [['sbomer:metadata:sourceRpm', 'zlib-1.2.11-40.el9.src.rpm']],
      { name: 'zlib', version: '1.2.11-40.el9' },
    ],
    ['an unknown tool', [['syft:metadata:sourceVersion', '1']], undefined],
  ])('finds the source package in properties of %s', (_, properties, source) => {
    expect(findSourcePackage(read(properties))).toEqual(source);
  });

  it.each<[Properties, object | undefined]>([
    [[['cdx:gomod:build:env:GOOS', 'linux']], { os: ['linux'], arch: [] }],
    [
      [
        ['cdx:gomod:build:env:GOOS', 'windows'],
        ['cdx:gomod:build:env:GOARCH', 'amd64'],
      ],
      { os: ['windows'], arch: ['amd64'] },
    ],
    [
      [
        ['cdx:npm:package:constraint:os', 'darwin'],
        ['cdx:npm:package:constraint:os', 'win32'],
        ['cdx:npm:package:constraint:cpu', 'x64,arm64'],
      ],
      { os: ['darwin', 'windows'], arch: ['amd64', 'arm64'] },
    ],
    [[['syft:metadata:architecture', 'amd64']], { os: [], arch: ['amd64'] }],
    [[['cdx:npm:package:constraint:os', '!win32']], undefined],
    [[['syft:metadata:architecture', 'all']], undefined],
    [[['cdx:npm:package:path', 'node_modules/x']], undefined],
  ])('parses the target platform: %j', (properties, platform) => {
    expect(read(properties).platform).toEqual(platform);
  });

  it.each<[Properties, string | undefined]>([
    [[['cdx:npm:package:development', 'true']], 'development'],
    [[['cdx:npm:package:development', 'false']], undefined],
    [[['cdx:composer:package:isDevRequirement', 'true']], 'development'],
    [[['cdx:maven:package:test', 'true']], 'test'],
    [[['cdx:maven:package:test', 'false']], undefined],
    [[['cdx:maven:component_scope', 'test']], 'test'],
    [[['cdx:maven:component_scope', 'compile']], undefined],
    [[['cdx:pipenv:category', 'develop']], 'development'],
    [
      [
        ['cdx:pipenv:category', 'develop'],
        ['cdx:pipenv:category', 'default'],
      ],
      undefined,
    ],
    [[['cdx:poetry:group', 'dev']], 'development'],
    [[['cdx:poetry:group', 'test']], 'test'],
    [
      [
        ['cdx:poetry:group', 'test'],
        ['cdx:poetry:group', 'dev'],
      ],
      'development',
    ],
    [
      [
        ['cdx:poetry:group', 'main'],
        ['cdx:poetry:group', 'dev'],
      ],
      undefined,
    ],
    [
      [
        ['cdx:poetry:group', 'gpu'],
        ['cdx:poetry:group', 'dev'],
      ],
      undefined,
    ],
    [[['GradleProfileName', 'testRuntimeClasspath']], 'test'],
    [[['GradleProfileName', 'releaseRuntimeClasspath']], undefined],
    [[['gitlab:dependency_scanning:category', 'development']], 'development'],
    [[['gitlab:dependency_scanning:category', 'production']], undefined],
    [[['hermeto:pip:package:build-dependency', 'true']], 'build'],
    [[], undefined],
  ])('parses %j as the scope %s', (properties, scope) => {
    expect(read(properties).scope).toBe(scope);
    expect(read(properties.toReversed()).scope).toBe(scope);
  });

  it('pairs the paths of syft with their layers, in numeric order', () => {
    const { locations } = read([
      ['syft:location:10:path', '/c'],
      ['syft:location:0:layerID', 'sha256:1'],
      ['syft:location:0:path', '/a'],
      ['syft:location:1:layerID', 'sha256:2'],
      ['sbomer:location:2:path', '/b'],
      ['syft:location:x:path', '/d'],
      ['syft:location:0:accessPath', '/e'],
    ]);

    expect(locations).toEqual([
      { path: '/a', layer: 'sha256:1' },
      { path: '/b', layer: undefined },
      { path: '/c', layer: undefined },
    ]);
  });

  it.each(['cdx:npm:package:path', 'SrcFile', 'internal:SrcFile', 'location', 'codesource'])(
    'parses the location in %s',
    (name) => {
      expect(
        read([
          [name, '/a'],
          [name, '/b'],
        ]).locations,
      ).toEqual([
        { path: '/a', layer: undefined },
        { path: '/b', layer: undefined },
      ]);
    },
  );

  it.each([
    undefined,
    null,
    'x',
    { 'syft:package:type': 'deb' },
    [null, 1, 'x', [], {}, { name: 1 }, { name: 'syft:package:type' }],
  ])('ignores properties that are %j', (properties) => {
    const { texts, cpes, locations, scope } = parseToolProperties({ properties });

    expect({ texts: texts.size, cpes, locations, scope }).toEqual({
      texts: 0,
      cpes: [],
      locations: [],
      scope: undefined,
    });
  });
});

const [FIRST, SECOND] = ['1', '2'].map((digit) => `sha256:${digit.repeat(64)}`);
const BASE = 'org.opencontainers.image.base.name';

function properties(...pairs: readonly (readonly [string, unknown])[]): object {
  return { properties: pairs.map(([name, value]) => ({ name, value })) };
}

describe('parseImageFacts', () => {
  it('parses the layers that Trivy lists, in order', () => {
    const component = properties(['aquasecurity:trivy:DiffID', SECOND], ['aquasecurity:trivy:DiffID', FIRST]);

    expect(parseImageFacts({ component })).toEqual({ layers: [SECOND, FIRST], baseName: undefined });
  });

  it.each([
    ['Trivy', { component: properties([`aquasecurity:trivy:Labels:${BASE}`, 'debian:12']) }],
    ['syft', properties([`syft:image:labels:${BASE}`, 'debian:12'])],
  ])('parses the base image from labels written by %s', (_, metadata) => {
    expect(parseImageFacts(metadata)).toEqual({ layers: [], baseName: 'debian:12' });
  });

  it.each([
    ['no metadata', undefined],
    ['other properties', properties(['aquasecurity:trivy:ImageID', FIRST])],
    ['no digest', { component: properties(['aquasecurity:trivy:DiffID', 'latest'], ['aquasecurity:trivy:DiffID', 7]) }],
    ['an unknown name', properties([`syft:image:labels:${BASE}`, 'a'.repeat(100_000)])],
    ['a name with control characters', properties([`syft:image:labels:${BASE}`, 'debian\u001b[2J'])],
  ])('returns nothing for %s', (_, metadata) => {
    expect(parseImageFacts(metadata)).toBeUndefined();
  });
});
