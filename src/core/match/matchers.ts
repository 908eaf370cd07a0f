/** The list of matchers; each family of packages belongs to one of them, or is not checked yet. */
import type { Family } from '../identity/package-identity.ts';
import { distroMatcher } from './distro/distro-matcher.ts';
import { languageMatcher } from './language-matcher.ts';
import type { Matcher } from './matcher.ts';

export const MATCHERS: readonly Matcher[] = [languageMatcher, distroMatcher];

const BY_FAMILY: ReadonlyMap<Family, Matcher> = new Map(
  MATCHERS.flatMap((matcher) => matcher.families.map((family): [Family, Matcher] => [family, matcher])),
);

export function matcherFor(family: Family): Matcher | undefined {
  return BY_FAMILY.get(family);
}
