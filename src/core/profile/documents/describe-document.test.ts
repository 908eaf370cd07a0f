import { describe, expect, it } from 'vitest';
import { aComponent } from '../../../../test/support/inventories.ts';
import type { AboutDocument, Component, Inventory } from '../../sbom/inventory.ts';
import { LIMITS } from '../../limits.ts';
import { describeDocument, type DocumentTraits, type UploadContext } from './describe-document.ts';

const NOTHING_SENT: UploadContext = { distroOverride: undefined, image: undefined };

function anInventory(components: readonly Component[], changes: Partial<Inventory> = {}): Inventory {
  return {
    subject: aComponent({ ref: 'shop', type: 'application', name: 'shop', purls: [] }),
    components,
    edges: Int32Array.of(),
    ownerships: Int32Array.of(),
    roots: Int32Array.of(-1),
    graph: 'missing',
    distro: undefined,
    tool: undefined,
    serviceCount: 0,
    fileCount: 0,
    claims: [],
    warnings: [],
    ...changes,
  };
}

function traitsOf(
  components: readonly Component[],
  changes: Partial<Inventory> = {},
  sent: Partial<UploadContext> = {},
): DocumentTraits {
  return describeDocument(anInventory(components, changes), { ...NOTHING_SENT, ...sent });
}

function ofPhases(...phases: readonly string[]): AboutDocument {
  return { phases, serialNumber: undefined, version: undefined, isGraphWhole: false, isDated: false };
}

const IMAGE = aComponent({ type: 'container', purls: ['pkg:oci/shop@sha256%3Aab?arch=arm64'] });
const BASH = aComponent({ name: 'bash', version: '5.2.15-2', purls: ['pkg:deb/debian/bash@5.2.15-2?arch=amd64'] });

describe('kind of a document', () => {
  it.each<[string, Partial<Inventory>, Partial<UploadContext>, DocumentTraits['kind']]>([
    ['does not describe itself', {}, {}, 'unknown'],
    ['was made before the build', { about: ofPhases('pre-build') }, {}, 'source'],
    ['was made by the build', { about: ofPhases('build') }, {}, 'build'],
    ['names two phases', { about: ofPhases('build', 'design') }, {}, 'build'],
    ['was made from the artifact', { about: ofPhases('post-build') }, {}, 'deployed'],
    ['was created at runtime', { about: ofPhases('operations') }, {}, 'deployed'],
    ['was uploaded with an image', { about: ofPhases('build') }, { image: 'shop:1' }, 'deployed'],
    ['is about a container', { subject: IMAGE }, {}, 'deployed'],
    ['names a system', { distro: 'debian-12' }, {}, 'deployed'],
  ])('is detected for a document that %s', (_, changes, sent, kind) => {
    expect(traitsOf([], changes, sent).kind).toBe(kind);
  });

  it('is deployed if a component was found in an image layer', () => {
    const inLayer = aComponent({ details: { locations: [{ path: '/app/x.jar', layer: 'sha256:ab' }] } });

    expect(traitsOf([inLayer]).kind).toBe('deployed');
  });
});

describe('container detection', () => {
  it.each<[string, Partial<Inventory>, Partial<UploadContext>, boolean]>([
    ['detects a document that was uploaded with an image', {}, { image: 'shop:1' }, true],
    ['detects the type container', { subject: IMAGE }, {}, true],
    [
      'detects the purl of an image',
      { subject: aComponent({ type: 'package', purls: ['pkg:docker/shop@1'] }) },
      {},
      true,
    ],
    ['does not count an operating system alone', { distro: 'debian-12' }, {}, false],
  ])('%s', (_, changes, sent, isContainer) => {
    expect(traitsOf([], changes, sent).isContainer).toBe(isContainer);
  });

  it('accepts one of several roots of the document', () => {
    const changes = { subject: undefined, roots: Int32Array.of(0, 1) };

    expect(traitsOf([BASH, IMAGE], changes).isContainer).toBe(true);
  });
});

describe('platform of a document', () => {
  it.each<[string, readonly Component[], Partial<Inventory>, readonly string[], readonly string[]]>([
    ['nothing', [], {}, [], []],
    ['packages of the system', [BASH], {}, ['linux'], ['amd64']],
    ['its distribution', [], { distro: 'alpine-3.19' }, ['linux'], []],
    ['a Windows', [], { distro: 'windows-10' }, ['windows'], []],
    ['the image', [], { subject: IMAGE }, [], ['arm64']],
    [
      'the program that it is about',
      [],
      { subject: aComponent({ purls: [], platform: { os: ['darwin'], arch: ['arm64'] } }) },
      ['darwin'],
      ['arm64'],
    ],
    [
      'packages for several processors',
      [BASH, aComponent({ purls: ['pkg:deb/debian/libc6@2.36?arch=i386'] })],
      {},
      ['linux'],
      ['386', 'amd64'],
    ],
    ['a source package', [aComponent({ purls: ['pkg:rpm/redhat/bash@5?arch=src'] })], {}, [], []],
    ['a build tool', [{ ...BASH, scope: 'build' }], {}, [], []],
    ['a package of a language', [aComponent()], {}, [], []],
  ])('is derived from %s', (_, components, changes, os, arch) => {
    expect(traitsOf(components, changes).platform).toEqual({ os, arch });
  });
});

describe('runtimes of a document', () => {
  it('include language runtimes and a shell, but not libraries with their names', () => {
    const traits = traitsOf([
      BASH,
      aComponent({ name: 'nodejs', version: '18.19.0+dfsg-6', purls: ['pkg:deb/debian/nodejs@18.19.0%2Bdfsg-6'] }),
      aComponent({ name: 'std', version: 'go1.22.1', purls: ['pkg:golang/std@1.22.1'] }),
      aComponent({ name: 'python', purls: ['pkg:npm/python@1.0.0'] }),
    ]);

    expect(traits).toMatchObject({
      hasShell: true,
      languages: [
        { name: 'go', version: '1.22.1' },
        { name: 'node', version: '18.19.0' },
      ],
    });
  });

  it('are limited to the maximum number of languages', () => {
    const pythons = Array.from({ length: LIMITS.languagesPerSbomMax + 5 }, (_, n) =>
      aComponent({ name: 'python3', version: `3.${n}`, purls: [`pkg:deb/debian/python3@3.${n}`] }),
    );

    expect(traitsOf(pythons).languages).toHaveLength(LIMITS.languagesPerSbomMax);
  });
});

describe('serial number of a document', () => {
  it('is kept for links from other documents', () => {
    const about = { ...ofPhases(), serialNumber: 'urn:uuid:1', version: 2 };

    expect(traitsOf([], { about })).toMatchObject({ serialNumber: 'urn:uuid:1', version: 2, distro: null });
  });
});
