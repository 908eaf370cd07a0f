/**
 * Maven version order, like `ComparableVersion` of Maven 3.9, except where that comparison is not transitive.
 * https://maven.apache.org/pom.html#version-order-specification
 */
import { LIMITS } from '../../limits.ts';
import { compareText } from '../../text/compare-text.ts';
import { compareNumbers, hasDigit } from '../tokens/digits.ts';
import { signOf, toMavenTokens, type MavenToken } from '../tokens/maven-tokens.ts';
import type { VersionScheme } from '../version-scheme.ts';

interface MavenVersion {
  readonly tokens: readonly MavenToken[];
  /** For each position: whether the tokens from there on make the version older (-1) or newer (1) than if it ended there. */
  readonly sides: readonly number[];
}

export const maven: VersionScheme<MavenVersion> = { id: 'maven', parse, compare };

function parse(text: string): MavenVersion | undefined {
  if (text.length > LIMITS.componentVersionCharactersMax) return undefined;
  // Maven also orders "latest" and unresolved placeholders, but that order is meaningless.
  if (!hasDigit(text) || text.includes('${')) return undefined;

  const tokens = toMavenTokens(text.trim().toLowerCase());
  return { tokens, sides: toSides(tokens) };
}

/**
 * In Maven, 1-0-alpha < 1 < 1-sp < 1-0-alpha. To get a total order, the sides are compared first: versions older than the version
 * that ends at this position, then that version, then newer ones. Within one side Maven's rules apply unchanged; across sides the
 * result is the same, except inside such a cycle.
 */
function compare(a: MavenVersion, b: MavenVersion): number {
  for (let at = 0; ; at += 1) {
    const left = a.tokens[at];
    const right = b.tokens[at];
    const difference = (a.sides[at] ?? 0) - (b.sides[at] ?? 0);
    if (difference !== 0) return difference;
    // Only an ended version is on neither side, so both have ended.
    if (left === undefined || right === undefined) return 0;

    const order = compareTokens(left, right);
    if (order !== 0) return order;
  }
}

// At the same position a qualifier is older than a nested list, which is older than a number.
const KINDS = { qualifier: 0, list: 1, number: 2 } as const;

function compareTokens(a: MavenToken, b: MavenToken): number {
  if (a.kind !== b.kind) return KINDS[a.kind] - KINDS[b.kind];
  if (a.kind === 'number') return compareNumbers(a.text, b.text);
  return a.rank - b.rank || compareText(a.text, b.text);
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
