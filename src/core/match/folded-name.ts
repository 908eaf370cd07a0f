/**
 * The second try for a name. Old npm packages have capital letters and some tools lower them, so such a name is also looked up
 * in small letters; it may be another package, which is why a hit is only a weak one.
 */
import type { PackageIdentity } from '../identity/package-identity.ts';

const UPPER = /[A-Z]+/g;

/** Undefined: there is nothing else to try. Letters beyond ASCII stay as they are. */
export function foldedName({ family, name }: Pick<PackageIdentity, 'family' | 'name'>): string | undefined {
  if (family !== 'npm') return undefined;
  const folded = name.replace(UPPER, (letters) => letters.toLowerCase());
  return folded === name ? undefined : folded;
}
