/** Problems of a purl, from surrounding white space to text that is not a purl. */
export type PurlProblem =
  | 'not-a-purl'
  | 'too-long'
  | 'no-name'
  | 'dot-segment'
  | 'invalid-character'
  | 'bad-escape'
  | 'bad-qualifier'
  | 'duplicate-qualifier'
  | 'surrounding-space'
  | 'upper-case-scheme'
  | 'slash-after-scheme'
  | 'upper-case-type'
  | 'empty-segment'
  | 'unescaped-at'
  | 'unescaped-character'
  | 'no-namespace'
  | 'unexpected-namespace';

/** Collected while a purl is parsed. */
export type PurlProblems = Set<PurlProblem>;

// U+FFFD means that a character was lost in transit, so a name that contains it is not reliable.
const INVALID_CHARACTER = /[\p{Cc}\p{Cs}\uFFFD]/u;

// Nearly all texts are plain ASCII, which is checked first because it is fast.
const PLAIN = /^[ -~]*$/;

/** Whether a part of a purl contains a character that no name, version or value can have. */
export function hasInvalidCharacter(text: string): boolean {
  return !PLAIN.test(text) && INVALID_CHARACTER.test(text);
}
