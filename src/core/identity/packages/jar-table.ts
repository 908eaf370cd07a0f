/**
 * Jars without coordinates. A jar without `pom.properties` does not state its group, and some tools list only its file and its
 * hashes. A table of published jars by hash, which can be loaded, gives their coordinates.
 */
import { LIMITS } from '../../limits.ts';
import type { IndexedPackage } from '../distro/package-index.ts';
import { isCoordinate } from '../ecosystems/maven.ts';
import { toAsciiLower } from '../identifier-text.ts';
import { toPackageKey } from '../package-key.ts';
import { pathsOf, type PackageClaims } from './find-packages.ts';

/** Hash lengths in hexadecimal digits, by algorithm; the names are prefixes in keys. */
const LENGTHS: ReadonlyMap<string, number> = new Map([
  ['sha1', 40],
  ['sha256', 64],
]);
const HEXADECIMAL = /^[0-9a-f]+$/;
const JAR = /\.(?:jar|war|ear)$/i;

/** Returns `sha1:..` and `sha256:..` of a component that is a jar, sorted; empty if it is none or states neither. */
export function listJarHashes(claims: PackageClaims): readonly string[] {
  const isJar = [claims.name ?? '', ...pathsOf(claims)].some((text) => JAR.test(text));
  const isMaven = claims.purls.length > 0 || claims.packageType !== undefined;
  if (!isJar && !isMaven) return [];
  const hashes = (claims.details?.hashes ?? []).flatMap(({ algorithm, value }) => toHash(algorithm, value) ?? []);
  return [...new Set(hashes)].toSorted();
}

// `SHA-1` in CycloneDX, `SHA1` in SPDX 2, `sha1` in SPDX 3.
function toHash(algorithm: string, value: string): string | undefined {
  const name = toAsciiLower(algorithm).replaceAll('-', '');
  const digits = toAsciiLower(value);
  return LENGTHS.get(name) === digits.length && HEXADECIMAL.test(digits) ? `${name}:${digits}` : undefined;
}

export function toJarKey(hash: string): string | undefined {
  return toPackageKey('Maven', '', hash);
}

const VERSION = /^[\x21-\x7E]+$/;

/** Parses `<sha1 or sha256>,<group>:<artifact>:<version>`. Returns undefined for any other line. */
export function parseJarLine(line: string): IndexedPackage | undefined {
  const comma = line.indexOf(',');
  const digits = toAsciiLower(line.slice(0, Math.max(comma, 0)));
  const algorithm = [...LENGTHS].find(([, length]) => length === digits.length)?.[0];
  const [group = '', artifact = '', version = '', ...others] = line
    .slice(comma + 1)
    .trimEnd()
    .split(':');
  if (algorithm === undefined || !HEXADECIMAL.test(digits) || others.length > 0) return undefined;
  const sourceName = `${group}:${artifact}`;
  const isUsable =
    isCoordinate(group) &&
    isCoordinate(artifact) &&
    VERSION.test(version) &&
    sourceName.length <= LIMITS.componentNameCharactersMax &&
    version.length <= LIMITS.componentVersionCharactersMax;
  const key = isUsable ? toJarKey(`${algorithm}:${digits}`) : undefined;
  return key === undefined ? undefined : { key, sourceName, version, sourceVersion: version };
}
