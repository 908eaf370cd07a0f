/**
 * The key under which advisories are indexed and components look them up. The parts are joined with U+001F because PostgreSQL
 * text cannot contain NUL; control characters are not allowed in a part, so that no name can pretend to be another family or
 * release.
 */
import type { Family } from '../vocabulary/package.ts';

const SEPARATOR = '\u001F';
const CONTROL = /\p{Cc}/u;

/**
 * Returns undefined for an invalid name. Example: `toPackageKey('Debian', '12', 'openssl')`; the release of a language ecosystem
 * is empty.
 */
export function toPackageKey(family: Family, release: string, name: string): string | undefined {
  if (name === '' || CONTROL.test(name) || CONTROL.test(release)) return undefined;
  return [family, release, name].join(SEPARATOR);
}

/** Returns the prefix that all keys of a release have, and no others. */
export function toKeyPrefix({ family, release }: { readonly family: string; readonly release: string }): string {
  return [family, release, ''].join(SEPARATOR);
}
