/**
 * The second lookup of a name. Old npm packages have capital letters and some tools lower them, so such a name is also looked up
 * in lower case. It may be another package, so a match has a low confidence.
 */
import type { PackageIdentity } from '../../identity/package-identity.ts';

const UPPER = /[A-Z]+/g;

/** Returns undefined if there is no other name to try. Only ASCII letters are folded. */
export function foldedName({ family, name }: Pick<PackageIdentity, 'family' | 'name'>): string | undefined {
  if (family !== 'npm') return undefined;
  const folded = name.replace(UPPER, (letters) => letters.toLowerCase());
  return folded === name ? undefined : folded;
}
