/**
 * Checks whether a record lists a version. Lists have up to several thousand versions and most lookups find nothing, so a list is
 * grouped once by a checksum that equal versions share in every scheme, and only one small group is parsed.
 */
import type { VersionScheme } from './version-scheme.ts';

/** Compares by text, then by meaning: `1.0` is `1.0.0` if the scheme says so, and `1.0+cpu` is a build of a listed `1.0`. */
export function isListed(scheme: VersionScheme, versions: readonly string[], version: string): boolean {
  if (versions.length === 0) return false;
  const group = groupsOf(scheme, versions).get(checksumOf(scheme, version));
  if (group === undefined) return false;
  if (group.includes(version)) return true;

  const parsed = scheme.parse(version);
  if (parsed === undefined) return false;
  return group.some((text) => {
    const listed = scheme.parse(text);
    return listed !== undefined && compareWithListed(scheme, parsed, listed) === 0;
  });
}

/** The local part of `version` is compared only if `listed` has one, too. */
export function compareWithListed(scheme: VersionScheme, version: object, listed: object): number {
  const bare = scheme.withoutLocalPart?.(version);
  if (bare === undefined || scheme.withoutLocalPart?.(listed) !== undefined) return scheme.compare(version, listed);
  return scheme.compare(bare, listed);
}

// Entries live as long as the list.
const grouped = new WeakMap<readonly string[], GroupedVersions>();

interface GroupedVersions {
  readonly scheme: VersionScheme;
  readonly groups: ReadonlyMap<number, readonly string[]>;
}

function groupsOf(scheme: VersionScheme, versions: readonly string[]): GroupedVersions['groups'] {
  const known = grouped.get(versions);
  if (known?.scheme === scheme) return known.groups;
  const groups = Map.groupBy(versions, (text) => checksumOf(scheme, text));
  grouped.set(versions, { scheme, groups });
  return groups;
}

const PLUS = 43;
const ONE = 49;
const NINE = 57;

/**
 * A checksum of the non-zero digits before a plus: zeros may be padding, words have synonyms, and the text after a plus may not
 * count. Different digits can have the same checksum, so it only rules versions out.
 */
function checksumOf(scheme: VersionScheme, version: string): number {
  const text = scheme.withoutLocalText?.(version) ?? version;
  let checksum = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === PLUS) break;
    if (code >= ONE && code <= NINE) checksum = (Math.imul(checksum, 31) + code) | 0;
  }
  return checksum;
}
