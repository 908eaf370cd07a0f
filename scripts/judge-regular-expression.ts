/**
 * Asks `recheck` whether a regular expression can backtrack. Uses its pure JavaScript backend, because there is no native one for
 * Linux on arm64 and both platforms must agree. Expressions it cannot parse (the `v` flag, inline modifiers) pass only in shapes
 * that cannot backtrack.
 */
import { checkSync } from 'recheck';

// The work is limited by counts, so that a slow machine gives the same result; the time limit is the last resort.
const BOUNDS = { attackTimeout: null, incubationTimeout: null, seedingTimeout: null, timeout: 600_000 };

/** Returns `undefined` if the expression is safe, otherwise a sentence that describes the problem. */
export function findProblem(source: string, flags: string): string | undefined {
  process.env['RECHECK_SYNC_BACKEND'] = 'pure';
  const answer = checkSync(source, flags, BOUNDS);
  if (answer.status === 'safe') return undefined;
  if (answer.status === 'vulnerable')
    return `It can backtrack (${answer.complexity.summary}) on ${answer.attack.pattern}.`;
  if (answer.error.kind === 'timeout') return 'It could not be analyzed in time: make it simpler.';
  return isHarmlessByShape(source)
    ? undefined
    : `It cannot be analyzed (${reasonOf(answer.error)}) and has quantifiers.`;
}

/** Accepts expressions without a quantifier, or with just one repeated character: `[\p{L}--[a-z]]+`, `^\p{L}+$`. */
export function isHarmlessByShape(source: string): boolean {
  const pieces = toPieces(source);
  if (!pieces.includes('quantifier')) return true;
  const shape = pieces.join(' ');
  return (
    shape === 'character quantifier' ||
    shape === 'start character quantifier' ||
    shape === 'start character quantifier end'
  );
}

type Piece = 'character' | 'quantifier' | 'start' | 'end' | 'open' | 'other';

const ESCAPE_WITH_BRACES = /^\\[pPuk](?:\{[^}]*\}|<[^>]*>)/;
const COUNTED = /^\{[0-9]+(?:,[0-9]*)?\}/;

function toPieces(source: string): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < source.length;) {
    const [piece, length] = pieceAt(source.slice(at), pieces.at(-1));
    if (piece !== undefined) pieces.push(piece);
    at += length;
  }
  return pieces;
}

/** Returns the piece at the start of `rest` and its length; a lazy mark belongs to its quantifier and is not a piece. */
function pieceAt(rest: string, before: Piece | undefined): [Piece | undefined, number] {
  const [first = ''] = rest;
  const counted = COUNTED.exec(rest)?.[0].length;
  if (first === '\\') return ['character', ESCAPE_WITH_BRACES.exec(rest)?.[0].length ?? 2];
  if (first === '[') return ['character', classLength(rest)];
  if (first === '?' && before === 'quantifier') return [undefined, 1];
  if (first === '?' && before === 'open') return ['other', 1];
  if (first === '*' || first === '+' || first === '?') return ['quantifier', 1];
  if (counted !== undefined) return ['quantifier', counted];
  if (first === '^') return ['start', 1];
  if (first === '$') return ['end', 1];
  if (first === '(') return ['open', 1];
  return [first === ')' || first === '|' ? 'other' : 'character', 1];
}

// Classes can nest under the `v` flag.
function classLength(rest: string): number {
  let depth = 0;
  for (let at = 0; at < rest.length; at += 1) {
    if (rest[at] === '\\') at += 1;
    else if (rest[at] === '[') depth += 1;
    else if (rest[at] === ']') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return rest.length;
}

function reasonOf(error: { readonly kind: string; readonly message?: string }): string {
  return error.message ?? error.kind;
}
