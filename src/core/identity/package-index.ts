/**
 * The package index of a distribution says from which source package each package was built: `Packages` of Debian and Ubuntu,
 * `APKINDEX` of Alpine. Both are blocks of `Name: value` lines; a source is left out where it has the name of the package.
 * https://www.debian.org/doc/debian-policy/ch-controlfields.html, https://wiki.alpinelinux.org/wiki/Apk_spec
 */
import { LIMITS } from '../limits.ts';
import { findDistro } from './distro/find-distro.ts';
import { toPackageKey } from './package-key.ts';

/** The families whose indexes are read. */
export const INDEXED_FAMILIES = ['Debian', 'Ubuntu', 'Alpine'] as const;
export type IndexedFamily = (typeof INDEXED_FAMILIES)[number];

export interface IndexedRelease {
  readonly family: IndexedFamily;
  readonly release: string;
}

export interface IndexedPackage {
  /** Of the package, as components are looked up. */
  readonly key: string;
  readonly sourceName: string;
  /** Both empty where the package has the version of its source. */
  readonly version: string;
  readonly sourceVersion: string;
}

/** `Debian:12`, `Ubuntu:22.04`, `Alpine:v3.19`. Undefined: no release of an indexed family. */
export function readIndexedRelease(text: string): IndexedRelease | undefined {
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
// `gcc-12 (12.2.0-14)`: the version stands only where it is not that of the package.
const SOURCE = /^([^ ]+)(?: \(([^)]+)\))?$/;
const REBUILD = /\+b[0-9]{1,6}$/;

/** Takes the lines one by one; an empty one ends a block. Undefined: no package ends here. */
export function createIndexReader({ family, release }: IndexedRelease): (line: string) => IndexedPackage | undefined {
  const fields = family === 'Alpine' ? APK_FIELDS : DEB_FIELDS;
  let block = { name: '', version: '', source: '' };
  return (line) => {
    if (line !== '') {
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
    [version, stated].every((text) => text.length <= LIMITS.componentVersionCharactersMax);
  if (key === undefined || !isUsable) return undefined;
  const isSame = stated === '' || stated === version.replace(REBUILD, '');
  return { key, sourceName, version: isSame ? '' : version, sourceVersion: isSame ? '' : stated };
}
