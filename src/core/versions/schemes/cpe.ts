/**
 * The order of versions in CPE names and in the ranges of NVD, which cover software of every kind: digit and letter runs, with any
 * separators. Words of prereleases are older than the release (1.0-rc1 < 1.0), all other letters are newer (1.0.2 < 1.0.2k, 8.9 <
 * 8.9p1), and a further number is newer than letters (1.0.2k < 1.0.2.1). Zeros at the end count for nothing (1.0 = 1.0.0), nor does
 * build metadata after a plus. The update part of a name is joined with a colon: `1.8.0:update_92`.
 */
import { LIMITS } from '../../limits.ts';
import { compareTokens, trimZeros, type RankedToken } from '../version-tokens.ts';
import type { VersionScheme } from '../version-scheme.ts';

interface CpeVersion {
  readonly tokens: readonly RankedToken[];
}

export const cpe: VersionScheme<CpeVersion> = { id: 'cpe', parse, compare };

/** Java counts 1.8.0_92 (also 8u92, and `1.8.0:update_92` in CPE names) as update 92 of release 8. */
export const jdk: VersionScheme<CpeVersion> = { id: 'jdk', parse: parseJdk, compare, withoutLocalText: toRelease };

/** Ends the text of a bound that is itself not affected, which NVD calls "start excluding". */
export const EXCLUDED = ' (excluded)';

const VERSION = /^v?[0-9]/i;
const RUNS = /[0-9]+|[a-z]+/g;
const DIGIT = /^[0-9]/;
const BUILD = /\+.*$/s;

const PRERELEASES: ReadonlySet<string> = new Set([
  'dev',
  'snapshot',
  'nightly',
  'alpha',
  'beta',
  'milestone',
  'pre',
  'preview',
  'prerelease',
  'cr',
  'rc',
]);
/** Before the end of a version, and in the order of a release cycle. */
const PRERELEASE_RANKS: ReadonlyMap<string, number> = new Map(
  [...PRERELEASES].map((word, position) => [word, position - PRERELEASES.size]),
);
/** Directly after everything that equals the version. */
const AFTER: RankedToken = { rank: 1, text: '', numeric: false };
const WORD_RANK = 2;
const NUMBER_RANK = 3;

function parse(text: string): CpeVersion | undefined {
  if (text.length > LIMITS.componentVersionCharactersMax || !VERSION.test(text.trim())) return undefined;
  const isExcluded = text.endsWith(EXCLUDED);
  const stated = isExcluded ? text.slice(0, -EXCLUDED.length) : text;
  const runs = stated.trim().replace(/^v/i, '').replace(BUILD, '').toLowerCase().match(RUNS) ?? [];
  const tokens = withoutPadding(runs.map(toToken));
  return { tokens: isExcluded ? [...tokens, AFTER] : tokens };
}

// `1.8.0`, `1.8.0_352-b08`, `1.8.0.352.b08`, `1.8.0:update_92`.
const OLD_JDK = /^1\.([5-8])\.0(?:[_.:](?:update_?)?([0-9]{1,4}))?(?:[-.]b[0-9]{1,3})?(?: \(excluded\))?$/i;
// `8u352`, `8u352-b08`, `8:update_382`.
const JDK_UPDATE = /^([5-9])(?:u|:update_?)([0-9]{1,4})(?:-b[0-9]{1,3})?$/i;

function parseJdk(text: string): CpeVersion | undefined {
  return text.length > LIMITS.componentVersionCharactersMax ? undefined : parse(toRelease(text));
}

/** Returns one text for all spellings of an update; a listed version is looked up by its digits. */
function toRelease(text: string): string {
  const [, release, update = '0'] = OLD_JDK.exec(text) ?? JDK_UPDATE.exec(text) ?? [];
  if (release === undefined) return text;
  return `${release}.0.${update}${text.endsWith(EXCLUDED) ? EXCLUDED : ''}`;
}

function toToken(run: string): RankedToken {
  if (DIGIT.test(run)) return { rank: NUMBER_RANK, text: trimZeros(run), numeric: true };
  const rank = PRERELEASE_RANKS.get(run);
  return { rank: rank ?? WORD_RANK, text: rank === undefined ? run : '', numeric: false };
}

/** Removes zeros before a word and at the end. */
function withoutPadding(tokens: readonly RankedToken[]): readonly RankedToken[] {
  const kept: RankedToken[] = [];
  for (const token of tokens) {
    if (!token.numeric) dropZeros(kept);
    kept.push(token);
  }
  dropZeros(kept);
  return kept;
}

function dropZeros(tokens: RankedToken[]): void {
  while (tokens.at(-1)?.numeric === true && tokens.at(-1)?.text === '') tokens.pop();
}

function compare(a: CpeVersion, b: CpeVersion): number {
  return compareTokens(a.tokens, b.tokens);
}
