/** The list of matchers; each family of packages belongs to one of them, or is not checked yet. */
import type { Family } from '../identity/package-identity.ts';
import { distroMatcher } from './distro-matcher.ts';
import { languageMatcher } from './language-matcher.ts';
import type { Matcher } from './matcher.ts';

export const MATCHERS: readonly Matcher[] = [languageMatcher, distroMatcher];

export function matcherFor(family: Family): Matcher | undefined {
  return MATCHERS.find(({ families }) => families.includes(family));
}
