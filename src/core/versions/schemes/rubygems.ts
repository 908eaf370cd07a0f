/**
 * Ruby's version order, like `Gem::Version`: runs of digits and runs of letters, where any letter makes a prerelease. The
 * platform of a gem (`1.15.0-x86_64-linux`) is not part of its version and must be removed before.
 * https://guides.rubygems.org/patterns/#prerelease-gems
 */
import { LIMITS } from '../../limits.ts';
import { compareTokens, isDigit, trimZeros, type RankedToken } from '../version-tokens.ts';
import type { VersionScheme } from '../version-scheme.ts';

interface RubygemsVersion {
  readonly segments: readonly RankedToken[];
}

export const rubygems: VersionScheme<RubygemsVersion> = { id: 'rubygems', parse, compare };

const VERSION = /^[0-9]+(?:\.[0-9A-Za-z]+)*(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;
const SEGMENT = /[0-9]+|[A-Za-z]+/g;

function parse(text: string): RubygemsVersion | undefined {
  if (text.length > LIMITS.componentVersionCharactersMax) return undefined;
  const bare = text.trim();
  if (!VERSION.test(bare)) return undefined;

  // A dash means prerelease; RubyGems replaces it with a word that is compared like any other.
  const segments = (bare.replaceAll('-', '.pre.').match(SEGMENT) ?? []).map(toSegment);
  const firstWord = segments.findIndex(({ numeric }) => !numeric);
  const release = firstWord === -1 ? segments : segments.slice(0, firstWord);
  const prerelease = segments.slice(release.length);
  return { segments: [...withoutLastZeros(release), ...withoutLastZeros(prerelease)] };
}

// A missing number is zero, and a word is older than the end of a version.
const NUMBER_RANK = 0;
const WORD_RANK = -1;

function toSegment(text: string): RankedToken {
  if (isDigit(text.charCodeAt(0))) return { rank: NUMBER_RANK, text: trimZeros(text), numeric: true };
  return { rank: WORD_RANK, text, numeric: false };
}

function withoutLastZeros(segments: readonly RankedToken[]): readonly RankedToken[] {
  return segments.slice(0, segments.findLastIndex(({ text }) => text !== '') + 1);
}

function compare(a: RubygemsVersion, b: RubygemsVersion): number {
  return compareTokens(a.segments, b.segments);
}
