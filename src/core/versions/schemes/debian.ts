/**
 * Debian and Ubuntu version order: [epoch:]upstream[-revision], as compared by dpkg.
 * https://www.debian.org/doc/debian-policy/ch-controlfields.html#version
 */
import { LIMITS } from '../../limits.ts';
import { compareNumbers, isDigit, isNumber, trimZeros } from '../version-tokens.ts';
import type { VersionScheme } from '../version-scheme.ts';

interface DebianVersion {
  readonly epoch: string;
  readonly upstream: string;
  readonly revision: string;
}

export const debian: VersionScheme<DebianVersion> = { id: 'debian', parse, compare };

// For other first characters dpkg only warns and orders "unknown" above everything, which would hide advisories.
const UPSTREAM = /^[0-9][A-Za-z0-9.+~:-]*$/;
const REVISION = /^[A-Za-z0-9.+~]+$/;

function parse(text: string): DebianVersion | undefined {
  if (text.length > LIMITS.componentVersionCharactersMax) return undefined;
  const bare = text.trim();
  const colon = bare.indexOf(':');
  const epoch = colon === -1 ? '0' : bare.slice(0, colon);
  if (!isNumber(epoch)) return undefined;

  const rest = bare.slice(colon + 1);
  const dash = rest.lastIndexOf('-');
  const upstream = dash === -1 ? rest : rest.slice(0, dash);
  const revision = dash === -1 ? '0' : rest.slice(dash + 1);
  if (!UPSTREAM.test(upstream) || !REVISION.test(revision)) return undefined;
  return { epoch: trimZeros(epoch), upstream, revision };
}

function compare(a: DebianVersion, b: DebianVersion): number {
  return compareNumbers(a.epoch, b.epoch) || comparePart(a.upstream, b.upstream) || comparePart(a.revision, b.revision);
}

// Text runs and digit runs alternate, text first; either may be empty.
function comparePart(a: string, b: string): number {
  if (a === b) return 0;
  let atA = 0;
  let atB = 0;
  while (atA < a.length || atB < b.length) {
    let weight = weightAt(a, atA);
    let difference = weight - weightAt(b, atB);
    while (difference === 0 && weight !== END_OF_RUN) {
      atA += 1;
      atB += 1;
      weight = weightAt(a, atA);
      difference = weight - weightAt(b, atB);
    }
    if (difference !== 0) return difference;

    const endA = endOfDigits(a, atA);
    const endB = endOfDigits(b, atB);
    difference = compareNumbers(trimZeros(a.slice(atA, endA)), trimZeros(b.slice(atB, endB)));
    if (difference !== 0) return difference;
    atA = endA;
    atB = endB;
  }
  return 0;
}

const END_OF_RUN = 0;
const TILDE = 126;
const OTHERS_AFTER_LETTERS = 256;

// The tilde sorts before everything, even the end of a run, so 1.0~rc1 < 1.0; letters sort before all other characters.
function weightAt(text: string, at: number): number {
  if (at >= text.length) return END_OF_RUN;
  const code = text.charCodeAt(at);
  if (isDigit(code)) return END_OF_RUN;
  if (code === TILDE) return -1;
  return isLetter(code) ? code : code + OTHERS_AFTER_LETTERS;
}

function isLetter(code: number): boolean {
  const lowerCase = code | 32;
  return lowerCase >= 97 && lowerCase <= 122;
}

function endOfDigits(text: string, start: number): number {
  let end = start;
  while (isDigit(text.charCodeAt(end))) end += 1;
  return end;
}
