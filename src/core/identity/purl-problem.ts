/** What is odd about a purl: from a blank too many to a text that names nothing. */
export type PurlProblem =
  | 'not-a-purl'
  | 'too-long'
  | 'no-name'
  | 'dot-segment'
  | 'unfit-character'
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
  | 'unwanted-namespace';

/** Gathered while a purl is read. */
export type PurlProblems = Set<PurlProblem>;

// U+FFFD says that a character was lost on the way, so a name that holds it is not what it seems.
const UNFIT = /[\p{Cc}\p{Cs}\uFFFD]/u;

// Nearly all are plain ASCII, which is seen at once.
const PLAIN = /^[ -~]*$/;

/** Whether a part of a purl holds a character that no name, version or value has. */
export function isUnfit(text: string): boolean {
  return !PLAIN.test(text) && UNFIT.test(text);
}
