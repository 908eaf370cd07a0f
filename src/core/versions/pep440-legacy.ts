/**
 * The order of setuptools before PEP 440, for versions that still need it: PyPI and its advisories contain `0.9-stable` and
 * `7.2.0-12.1`. A version becomes a list of strings that are compared as text.
 * https://github.com/pypa/packaging/blob/21.3/packaging/version.py
 */
import { compareTexts } from './digits.ts';

export type LegacyKey = readonly string[];

// The capture group makes `split` keep the matched pieces.
const PIECES = /([0-9]+|[a-z]+|\.|-)/;
const NUMBER = /^[0-9]/;
const NUMBER_WIDTH = 8;
const ZERO = '0'.repeat(NUMBER_WIDTH);

const REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  ['pre', 'c'],
  ['preview', 'c'],
  ['rc', 'c'],
  ['dev', '@'],
  ['-', 'final-'],
]);

/** `version` is in lower case. */
export function toLegacyKey(version: string): LegacyKey {
  const parts: string[] = [];
  for (const piece of version.split(PIECES)) {
    if (piece === '' || piece === '.') continue;
    if (NUMBER.test(piece)) parts.push(piece.padStart(NUMBER_WIDTH, '0'));
    else pushWord(parts, `*${REPLACEMENTS.get(piece) ?? piece}`);
  }
  pushWord(parts, '*final');
  return parts;
}

export function compareLegacy(a: LegacyKey, b: LegacyKey): number {
  for (const [at, part] of a.entries()) {
    const other = b[at];
    if (other === undefined) return 1;
    const difference = compareTexts(part, other);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

// The asterisk sorts words before numbers.
function pushWord(parts: string[], word: string): void {
  if (word < '*final') dropLast(parts, '*final-');
  dropLast(parts, ZERO);
  parts.push(word);
}

function dropLast(parts: string[], part: string): void {
  while (parts.at(-1) === part) parts.pop();
}
