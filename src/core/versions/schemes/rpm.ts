/**
 * Version order of Red Hat, SUSE and related distributions: [epoch:]version[-release], as compared by rpm.
 * https://rpm-software-management.github.io/rpm/man/rpm-version.7
 */
import { LIMITS } from '../../limits.ts';
import {
  compareNumbers,
  compareOptional,
  compareTokens,
  hasDigit,
  isDigit,
  isNumber,
  trimZeros,
  type RankedToken,
} from '../version-tokens.ts';
import type { VersionScheme } from '../version-scheme.ts';

interface RpmVersion {
  /**
   * Undefined if the text has none. It compares as zero here, but the tool may have dropped it, which the matcher has to
   * consider.
   */
  readonly epoch: string | undefined;
  readonly version: readonly RankedToken[];
  /** Undefined if the text has none; every release is newer. */
  readonly release: readonly RankedToken[] | undefined;
}

export const rpm: VersionScheme<RpmVersion> = {
  id: 'rpm',
  parse,
  compare,
  withoutLocalPart: withoutRelease,
  withoutLocalText: versionOf,
};

/**
 * The same order without epochs: for SUSE, whose bounds never have epochs; for names of source files, which drop them; and for an
 * installed package with an unknown epoch, which is compared as if it had the epoch of the bound.
 */
export const rpmWithoutEpochs: VersionScheme<RpmVersion> = { ...rpm, compare: compareWithoutEpochs };

// rpm itself skips other characters, so that `1.0,2` would be 1.0.2.
const PART = /^[A-Za-z0-9._+~^]+$/;

function parse(text: string): RpmVersion | undefined {
  if (text.length > LIMITS.componentVersionCharactersMax) return undefined;
  const bare = text.trim();
  const colon = bare.indexOf(':');
  const epoch = colon === -1 ? undefined : bare.slice(0, colon);
  if (epoch !== undefined && !isNumber(epoch)) return undefined;

  const rest = bare.slice(colon + 1);
  const dash = rest.lastIndexOf('-');
  const version = dash === -1 ? rest : rest.slice(0, dash);
  const release = dash === -1 ? undefined : rest.slice(dash + 1);
  // rpm also orders a word such as "latest", below every number, so that it would be affected by everything.
  if (!PART.test(version) || !hasDigit(version)) return undefined;
  if (release !== undefined && !PART.test(release)) return undefined;
  return {
    epoch: epoch === undefined ? undefined : trimZeros(epoch),
    version: toTokens(version),
    release: release === undefined ? undefined : toTokens(release),
  };
}

function compare(a: RpmVersion, b: RpmVersion): number {
  return compareNumbers(a.epoch ?? '', b.epoch ?? '') || compareWithoutEpochs(a, b);
}

function compareWithoutEpochs(a: RpmVersion, b: RpmVersion): number {
  return compareTokens(a.version, b.version) || compareOptional(a.release, b.release, -1, compareTokens);
}

/** `last_affected: 1.0` includes all releases of 1.0. */
function withoutRelease(version: RpmVersion): RpmVersion | undefined {
  return version.release === undefined ? undefined : { ...version, release: undefined };
}

const PLUS = /\+/g;

/** Returns 1.2.3 for 1:1.2+3-4.el9: the epoch and the release are not always compared, and a plus separates like a dot. */
function versionOf(text: string): string {
  const dash = text.lastIndexOf('-');
  return text.slice(text.indexOf(':') + 1, dash === -1 ? text.length : dash).replace(PLUS, '.');
}

// The tilde sorts before everything, even the end; the caret sorts after the end, but before any other token.
const TILDE: RankedToken = { rank: -1, text: '~', numeric: false };
const CARET: RankedToken = { rank: 1, text: '^', numeric: false };
const LETTERS_RANK = 2;
const DIGITS_RANK = 3;

const TOKEN = /[0-9]+|[A-Za-z]+|[~^]/g;

/** Characters between tokens are only separators: 2_0 = 2.0 = 2..0. */
function toTokens(part: string): RankedToken[] {
  return (part.match(TOKEN) ?? []).map(toToken);
}

function toToken(text: string): RankedToken {
  if (text === TILDE.text) return TILDE;
  if (text === CARET.text) return CARET;
  if (isDigit(text.charCodeAt(0))) return { rank: DIGITS_RANK, text: trimZeros(text), numeric: true };
  return { rank: LETTERS_RANK, text, numeric: false };
}
