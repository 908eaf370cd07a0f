/**
 * Text of a document that is kept: fit for the database, which takes neither NUL nor half a surrogate pair, and fit to be shown,
 * which no control character is. What was replaced or cut off is still in the raw document.
 */

const UNFIT = /[\p{Cc}\p{Cs}]/u;
const ALL_UNFIT = /[\p{Cc}\p{Cs}]/gu;

const PLAIN = /^[ -~]*$/;

/** Most texts are plain ASCII, which is seen at once; properties of Unicode take ten times as long to look up. */
export function isClean(text: string): boolean {
  return PLAIN.test(text) || !UNFIT.test(text);
}

/** Control characters and lone surrogates become U+FFFD; a clean text comes back as it is. */
export function cleanText(text: string): string {
  return isClean(text) ? text : text.replace(ALL_UNFIT, '\u{FFFD}');
}

const LINE_BREAK_OR_TAB = /[\t\n\r]/g;

/** Text that people wrote, on one line: a description has breaks by nature, and losing them is no loss. */
export function flattenText(text: string): string {
  return text.replace(LINE_BREAK_OR_TAB, ' ');
}

/**
 * A text beyond the limit is cut there and ends in `…`, which makes it one character longer than any that was kept whole: nobody
 * can take it for a real name or compare it as a version.
 */
export function shortenText(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const cut = isHighSurrogate(text.charCodeAt(charactersMax - 1)) ? charactersMax - 1 : charactersMax;
  return `${text.slice(0, cut)}…`.padEnd(charactersMax + 1, '…');
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
