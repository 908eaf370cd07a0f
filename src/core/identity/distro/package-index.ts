/**
 * Parses the package index of a distribution, which maps packages to their source packages and states the versions that the
 * archive offers: `Packages` of Debian and Ubuntu, `APKINDEX` of Alpine. Both consist of blocks of `Name: value` lines; the source is omitted if it has the name of the package.
 * https://www.debian.org/doc/debian-policy/ch-controlfields.html, https://wiki.alpinelinux.org/wiki/Apk_spec
 */
import { LIMITS } from '../../limits.ts';
import { rulesOf } from '../ecosystems/ecosystem.ts';
import { findDistro } from './find-distro.ts';
import { toPackageKey } from '../package-key.ts';

/** Families with a supported index. */
const INDEXED_FAMILIES = ['Debian', 'Ubuntu', 'Alpine'] as const;
type IndexedFamily = (typeof INDEXED_FAMILIES)[number];

export interface IndexedRelease {
  readonly family: IndexedFamily;
  readonly release: string;
}

export interface IndexedPackage {
  /** The package key by which components are looked up. */
  readonly key: string;
  readonly sourceName: string;
  /** Both are empty if the package has the version of its source. */
  readonly version: string;
  readonly sourceVersion: string;
  /** The version of the source that the archive offers, under the name that advisories use. */
  readonly archived?: { readonly key: string; readonly version: string };
  readonly archive?: PackageArchive;
}

/** A repository of a distribution, as it was when its index was read. */
export interface PackageArchive {
  /** Unique among the loaded indexes. */
  readonly id: number;
  /** `bookworm-security/main` */
  readonly name: string;
  /** ISO 8601, UTC. */
  readonly asOf: string;
}

// `dists/<suite>/<component>/binary-<architecture>/Packages.gz`, `<branch>/<repository>/<architecture>/APKINDEX.tar.gz`.
const DEB_PATH = /\/dists\/([^/]+(?:\/updates)?\/[^/]+)\/binary-[^/]+\/[^/]+$/;
const APK_PATH = /\/([^/]+\/[^/]+)\/[^/]+\/APKINDEX[^/]*$/;

/** Names the archive of an index by the path of its address; outside an archive, by its file name. */
export function nameArchive(pathname: string): string {
  return (DEB_PATH.exec(pathname) ?? APK_PATH.exec(pathname))?.[1] ?? pathname.slice(pathname.lastIndexOf('/') + 1);
}

/** Parses `Debian:12`, `Ubuntu:22.04`, `Alpine:v3.19`. Returns undefined if it is not a release of an indexed family. */
export function parseIndexedRelease(text: string): IndexedRelease | undefined {
  const colon = text.indexOf(':');
  const family = INDEXED_FAMILIES.find((each) => each === text.slice(0, Math.max(colon, 0)));
  const distro = family && findDistro(`${family} ${text.slice(colon + 1).replace(/^v/, '')}`);
  if (family === undefined || distro?.family !== family || distro.release === undefined) return undefined;
  return { family, release: distro.release };
}

interface Fields {
  readonly name: string;
  readonly version: string;
  readonly source: string;
}

const DEB_FIELDS: Fields = { name: 'Package: ', version: 'Version: ', source: 'Source: ' };
const APK_FIELDS: Fields = { name: 'P:', version: 'V:', source: 'o:' };
// `gcc-12 (12.2.0-14)`: the version is given only if it differs from that of the package.
const SOURCE = /^([^ ]+)(?: \(([^)]+)\))?$/;
const REBUILD = /\+b[0-9]{1,6}$/;
// PostgreSQL cannot store NUL, which would make the whole index fail.
const CONTROL = /\p{Cc}/u;

/** Returns a function that takes one line at a time and returns a package at the blank line that ends its block. */
export function createIndexParser({ family, release }: IndexedRelease): (line: string) => IndexedPackage | undefined {
  const fields = family === 'Alpine' ? APK_FIELDS : DEB_FIELDS;
  let block = { name: '', version: '', source: '' };
  return (line) => {
    if (line.trim() !== '') {
      for (const field of ['name', 'version', 'source'] as const)
        if (line.startsWith(fields[field])) block[field] = line.slice(fields[field].length).trim();
      return undefined;
    }
    const { name, version, source } = block;
    block = { name: '', version: '', source: '' };
    return toPackage({ family, release }, { name, version, source });
  };
}

function toPackage({ family, release }: IndexedRelease, { name, version, source }: Fields): IndexedPackage | undefined {
  const [, sourceName = name, stated = ''] = SOURCE.exec(source) ?? [];
  const key = toPackageKey(family, release, name);
  const isUsable =
    [name, sourceName].every((text) => text.length <= LIMITS.componentNameCharactersMax) &&
    [version, stated].every((text) => text.length <= LIMITS.componentVersionCharactersMax) &&
    !CONTROL.test(sourceName + version + stated);
  if (key === undefined || !isUsable) return undefined;
  const own = version.replace(REBUILD, '');
  const isSame = stated === '' || stated === own;
  // A signed kernel has a separate source package with its own versions; the version of `linux` is that of the package.
  const renamed = rulesOf(family)?.distribution?.findSource(sourceName)?.name;
  const archivedKey = toPackageKey(family, release, renamed ?? sourceName);
  const archivedVersion = isSame || renamed !== undefined ? own : stated;
  return {
    key,
    sourceName,
    version: isSame ? '' : version,
    sourceVersion: isSame ? '' : stated,
    ...(archivedKey !== undefined &&
      archivedVersion !== '' && { archived: { key: archivedKey, version: archivedVersion } }),
  };
}
