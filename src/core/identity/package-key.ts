/**
 * The unit of lookup: under its key an advisory speaks of a package, and under the same key a component asks for advisories.
 * The parts are joined with U+001F because PostgreSQL text holds no NUL; no part may hold a control character, so that no name
 * can pretend to be another family or release.
 */
import type { Family } from './package-identity.ts';

const SEPARATOR = '\u001F';
const CONTROL = /\p{Cc}/u;

/** Undefined: a name that no package has. `toPackageKey('Debian', '12', 'openssl')`; the release of a language ecosystem is empty. */
export function toPackageKey(family: Family, release: string, name: string): string | undefined {
  if (name === '' || CONTROL.test(name) || CONTROL.test(release)) return undefined;
  return [family, release, name].join(SEPARATOR);
}

/** What all keys of a release begin with, and no others. */
export function toKeyPrefix({ family, release }: { readonly family: string; readonly release: string }): string {
  return [family, release, ''].join(SEPARATOR);
}
