import { describe, expect, it } from 'vitest';
import { findStatedSources, hasRpmEpochs, findSharedReleases } from './document-conventions.ts';
import { type PackageClaims, findPackages } from './find-packages.ts';

const debs = (count: number, upstream = ''): string[] =>
  Array.from({ length: count }, (_, n) => `pkg:deb/debian/lib${n}@1.0-1?arch=amd64${upstream}`);

describe('findStatedSources', () => {
  it.each([
    ['a document in which no package states one', debs(40), undefined, []],
    [
      'a document in which a third of the packages state one',
      [...debs(20), ...debs(10, '&upstream=acme')],
      undefined,
      ['deb'],
    ],
    [
      'a document in which a single package of many states one',
      [...debs(40), ...debs(1, '&upstream=acme')],
      undefined,
      [],
    ],
    ['a few packages of an unknown tool', [...debs(1), ...debs(1, '&upstream=acme')], 'acme-sbom 1.0', []],
    ['a few packages listed by Syft', debs(3), 'syft-0.57.0', ['deb']],
    ['a few packages listed by a newer Syft', debs(3), 'syft 1.50.0', ['deb']],
    ['a few packages listed by a Syft that did not state sources yet', debs(3), 'syft 0.32.1', []],
    ['a few packages listed by Trivy', debs(3), 'trivy 0.54.1', ['deb']],
    ['many packages listed by Syft, none with a source', debs(40), 'syft 1.50.0', []],
    ['a source with the name of its package', debs(12).map((purl, n) => `${purl}&upstream=lib${n}`), undefined, []],
    ['no packages of a distribution', ['pkg:npm/left-pad@1.3.0'], 'syft 1.50.0', []],
  ])('evaluates %s', (_case, purls, tool, types) => {
    const components = purls.map((purl) => ({
      purls: [purl],
      group: undefined,
      version: undefined,
      source: undefined,
    }));

    expect([...findStatedSources(components, tool)]).toEqual(types);
  });

  it('recognizes sources in tool properties', () => {
    const components = debs(10).map((purl) => ({
      purls: [purl],
      group: undefined,
      version: undefined,
      source: { name: 'acme', version: undefined },
    }));

    expect([...findStatedSources(components, undefined)]).toEqual(['deb']);
  });
});

function aPackage(claims: Partial<PackageClaims>): PackageClaims {
  return { purls: [], group: undefined, version: undefined, source: undefined, ...claims };
}

describe('hasRpmEpochs', () => {
  it.each<Partial<PackageClaims>>([
    { purls: ['pkg:rpm/redhat/a@1?arch=x86_64&epoch=1'] },
    { purls: ['pkg:rpm/redhat/a@1:1.0-1'] },
    { purls: ['pkg:rpm/redhat/a@1%3A1.0-1'] },
    { purls: ['pkg:rpm/redhat/a@1.0-1'], epoch: '0' },
    { purls: ['pkg:rpm/redhat/a@1.0-1'], version: '2:1.0-1' },
    { packageType: 'rpm', version: '2:1.0-1' },
  ])('finds an epoch in %j', (claims) => {
    expect(hasRpmEpochs([aPackage({}), aPackage(claims)])).toBe(true);
  });

  it.each<Partial<PackageClaims>>([
    {},
    { purls: ['pkg:rpm/redhat/a@1.0-1?arch=x86_64'] },
    { purls: ['pkg:deb/debian/a@1:1.0-1'], version: '1:1.0-1' },
    { purls: ['pkg:npm/a@1?epoch=1'], epoch: '1' },
  ])('finds no epoch in %j', (claims) => {
    expect(hasRpmEpochs([aPackage(claims)])).toBe(false);
  });
});

function debianPackage(version: string, qualifiers = '') {
  return {
    purls: [`pkg:deb/debian/a@${version}${qualifiers}`],
    group: undefined,
    version: undefined,
    source: undefined,
  };
}

describe('findSharedReleases', () => {
  it.each<[string, string[], string | undefined]>([
    ['one package that states it', ['1', '1+deb11u1'], '11'],
    ['packages that agree', ['1+deb11u1', '2+deb11u3', '1'], '11'],
    ['packages that disagree', ['1+deb11u1', '1+deb12u1', '1+deb11u2'], undefined],
    ['packages that do not state it', ['1', '2'], undefined],
  ])('finds the release for %s', (_, versions, release) => {
    expect(findSharedReleases(versions.map((version) => debianPackage(version))).get('Debian')).toBe(release);
  });

  it('ignores language packages', () => {
    expect(findSharedReleases([{ ...debianPackage('1'), purls: ['pkg:npm/a@1'] }]).size).toBe(0);
  });

  it('includes releases stated in purls', () => {
    const releases = findSharedReleases([debianPackage('1', '?distro=debian-12'), debianPackage('1+deb11u1')]);

    expect(releases.size).toBe(0);
  });

  it('is used for packages without other information, and reported as an assumption', () => {
    const sharedReleases = new Map([['Debian', '11']] as const);
    const found = (version: string, qualifiers?: string) =>
      findPackages(debianPackage(version, qualifiers), { sharedReleases }).packages.map(({ identity, assumptions }) => [
        identity.release,
        ...assumptions,
      ]);

    expect(found('1')).toEqual([['11', 'release-from-other-packages']]);
    expect(found('1+deb12u1')).toEqual([['12', 'release-from-version']]);
    expect(found('1', '?distro=debian-12')).toEqual([['12']]);
    expect(found('1', '?distro=sid')).toEqual([]);
  });
});
