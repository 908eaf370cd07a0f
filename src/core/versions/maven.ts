/**
 * Maven version order, as `ComparableVersion` of Maven 3.9 has it, apart from the circles in which that one goes.
 * https://maven.apache.org/pom.html#version-order-specification
 */
import { LIMITS } from '../limits.ts';
import { compareNumbers, compareTexts, hasDigit } from './digits.ts';
import { signOf, toMavenTokens, type MavenToken } from './maven-tokens.ts';
import type { VersionScheme } from './version-scheme.ts';

interface MavenVersion {
  readonly tokens: readonly MavenToken[];
  /** For each place: do the tokens from there on make the version older (-1) or newer (1) than if it ended there? */
  readonly sides: readonly number[];
}

export const maven: VersionScheme<MavenVersion> = { id: 'maven', parse, compare };

function parse(text: string): MavenVersion | undefined {
  if (text.length > LIMITS.componentVersionCharactersMax) return undefined;
  // Maven orders "latest" and a placeholder that nobody filled in, too, but such an order says nothing.
  if (!hasDigit(text) || text.includes('${')) return undefined;

  const tokens = toMavenTokens(text.trim().toLowerCase());
  return { tokens, sides: toSides(tokens) };
}

/**
 * With Maven, 1-0-alpha < 1 < 1-sp < 1-0-alpha. To be an order, the sides come first here: what is older than the version that
 * ends at this place, then that version, then what is newer than it. Within one side Maven's rules hold as they are; across
 * the sides they say the same, except inside of such a circle.
 */
function compare(a: MavenVersion, b: MavenVersion): number {
  for (let at = 0; ; at += 1) {
    const left = a.tokens[at];
    const right = b.tokens[at];
    const difference = (a.sides[at] ?? 0) - (b.sides[at] ?? 0);
    if (difference !== 0) return difference;
    // Only what has ended is on neither side, so both have.
    if (left === undefined || right === undefined) return 0;

    const order = compareTokens(left, right);
    if (order !== 0) return order;
  }
}

// At one place a qualifier is older than a nested list, which is older than a number.
const KINDS = { qualifier: 0, list: 1, number: 2 } as const;

function compareTokens(a: MavenToken, b: MavenToken): number {
  if (a.kind !== b.kind) return KINDS[a.kind] - KINDS[b.kind];
  if (a.kind === 'number') return compareNumbers(a.text, b.text);
  return a.rank - b.rank || compareTexts(a.text, b.text);
}

function toSides(tokens: readonly MavenToken[]): number[] {
  const sides: number[] = [];
  let side = 0;
  for (const token of tokens.toReversed()) {
    side = signOf(token) || side;
    sides.push(side);
  }
  return sides.reverse();
}
