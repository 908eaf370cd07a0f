/** The matchers; each family belongs to one of them, or is not checked. */
import { cpeMatcher } from './cpe/cpe-matcher.ts';
import { distroMatcher } from './distro/distro-matcher.ts';
import { gitMatcher } from './git/git-matcher.ts';
import { languageMatcher } from './language/language-matcher.ts';
import type { Matcher } from './match.ts';
import type { Family } from '../vocabulary/package.ts';

export const MATCHERS: readonly Matcher[] = [languageMatcher, distroMatcher, cpeMatcher, gitMatcher];

const BY_FAMILY: ReadonlyMap<Family, Matcher> = new Map(
  MATCHERS.flatMap((matcher) => matcher.families.map((family): [Family, Matcher] => [family, matcher])),
);

export function matcherFor(family: Family): Matcher | undefined {
  return BY_FAMILY.get(family);
}
