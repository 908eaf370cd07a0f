/**
 * Ruby's version order, like `Gem::Version`: runs of digits and runs of letters, where any letter makes a prerelease. The
 * platform of a gem (`1.15.0-x86_64-linux`) is not part of its version and must be removed before.
 * https://guides.rubygems.org/patterns/#prerelease-gems
 */
import { LIMITS } from '../../limits.ts';
import { compareText } from '../../text/compare-text.ts';
import { compareNumbers, isDigit, trimZeros } from '../tokens/digits.ts';
import type { VersionScheme } from '../version-scheme.ts';

interface RubygemsVersion {
  readonly segments: readonly Segment[];
}

interface Segment {
  readonly numeric: boolean;
  readonly text: string;
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

function toSegment(text: string): Segment {
  return isDigit(text.charCodeAt(0)) ? { numeric: true, text: trimZeros(text) } : { numeric: false, text };
}

function withoutLastZeros(segments: readonly Segment[]): readonly Segment[] {
  return segments.slice(0, segments.findLastIndex(({ text }) => text !== '') + 1);
}

const ZERO: Segment = { numeric: true, text: '' };

function compare({ segments: a }: RubygemsVersion, { segments: b }: RubygemsVersion): number {
  for (let at = 0; at < a.length || at < b.length; at += 1) {
    const difference = compareSegments(a[at] ?? ZERO, b[at] ?? ZERO);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareSegments(a: Segment, b: Segment): number {
  if (a.numeric !== b.numeric) return a.numeric ? 1 : -1;
  return a.numeric ? compareNumbers(a.text, b.text) : compareText(a.text, b.text);
}
