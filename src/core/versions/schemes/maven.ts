/**
 * Maven version order, like `ComparableVersion` of Maven 3.9, except where that comparison is not transitive.
 * https://maven.apache.org/pom.html#version-order-specification
 */
import { LIMITS } from '../../limits.ts';
import { compareText } from '../../text/compare-text.ts';
import { compareNumbers, hasDigit, isDigit, trimZeros } from '../version-tokens.ts';
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

// Maven opens a nested list at every dash and at every change between letters and digits, but
// nothing ever follows such a list in the outer list. The tokens are therefore one flat list, in which a marker means "all that
// follows is nested". This avoids recursion, however deep a hostile version nests.
interface MavenToken {
  readonly kind: 'number' | 'qualifier' | 'list';
  /** Order of a qualifier among the known ones; the release itself has `RELEASE`. */
  readonly rank: number;
  /** Digits without leading zeros, or an unknown qualifier. */
  readonly text: string;
}

const RANKS: ReadonlyMap<string, number> = new Map([
  ['alpha', 0],
  ['beta', 1],
  ['milestone', 2],
  ['rc', 3],
  ['cr', 3],
  ['snapshot', 4],
  ['', 5],
  ['ga', 5],
  ['final', 5],
  ['release', 5],
  ['sp', 6],
]);
const RELEASE = 5;
const UNKNOWN = 7;

/** A single letter is an abbreviation of one of these, but only directly before a digit. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ['a', 'alpha'],
  ['b', 'beta'],
  ['m', 'milestone'],
]);

const ZERO: MavenToken = { kind: 'number', rank: 0, text: '' };
const LIST: MavenToken = { kind: 'list', rank: 0, text: '' };
const DOT = 46;
const DASH = 45;

/** `version` is in lower case. */
function toMavenTokens(version: string): MavenToken[] {
  const tokens: MavenToken[] = [];
  let start = 0;
  for (let at = 0; at < version.length; at += 1) {
    const code = version.charCodeAt(at);
    if (code === DOT || code === DASH) {
      tokens.push(at === start ? ZERO : toToken(version.slice(start, at)));
      if (code === DASH) tokens.push(LIST);
      start = at + 1;
    } else if (at > start && isDigit(code) !== isDigit(version.charCodeAt(at - 1))) {
      pushBeforeChange(tokens, version.slice(start, at), isDigit(code));
      start = at;
    }
  }
  if (start < version.length) pushLast(tokens, version.slice(start));
  return trimNulls(tokens);
}

/** Whether a token alone makes a version older (-1) or newer (1) than the version without it. */
function signOf({ kind, rank, text }: MavenToken): number {
  if (kind === 'number') return text === '' ? 0 : 1;
  return kind === 'qualifier' ? Math.sign(rank - RELEASE) : 0;
}

function pushBeforeChange(tokens: MavenToken[], text: string, isBeforeDigit: boolean): void {
  if (!isBeforeDigit) tokens.push(toToken(text));
  else pushQualifier(tokens, SHORT.get(text) ?? text);
  tokens.push(LIST);
}

function pushLast(tokens: MavenToken[], text: string): void {
  if (isDigit(text.charCodeAt(0))) tokens.push(toToken(text));
  else pushQualifier(tokens, text);
}

// Only here does a qualifier after a dot count like one after a dash: 1.0.RC1 is 1.0-RC1, but 1.0.RC-1 is not 1.0-RC-1.
function pushQualifier(tokens: MavenToken[], text: string): void {
  if (tokens.length > 0 && tokens.at(-1) !== LIST) tokens.push(LIST);
  tokens.push(toQualifier(text));
}

function toToken(text: string): MavenToken {
  if (!isDigit(text.charCodeAt(0))) return toQualifier(text);
  return { kind: 'number', rank: 0, text: trimZeros(text) };
}

function toQualifier(text: string): MavenToken {
  const rank = RANKS.get(text);
  return { kind: 'qualifier', rank: rank ?? UNKNOWN, text: rank === undefined ? text : '' };
}

/** Removes zeros and release qualifiers at the end and before a nested list, and empty lists. */
function trimNulls(tokens: readonly MavenToken[]): MavenToken[] {
  const kept: MavenToken[] = [];
  for (const token of tokens.toReversed()) {
    const after = kept.at(-1);
    const isNull =
      token.kind === 'list' ? after === undefined : isNullItem(token) && (after === undefined || after === LIST);
    if (!isNull) kept.push(token);
  }
  return kept.reverse();
}

function isNullItem({ kind, rank, text }: MavenToken): boolean {
  return kind === 'number' ? text === '' : rank === RELEASE;
}
