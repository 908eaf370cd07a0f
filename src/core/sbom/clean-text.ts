/**
 * Cleans text of a document for storage and display: the database accepts neither NUL nor lone surrogates, and control characters
 * must not be shown. The raw document keeps the original text.
 */

const UNFIT = /[\p{Cc}\p{Cs}]/u;
const ALL_UNFIT = /[\p{Cc}\p{Cs}]/gu;

const PLAIN = /^[ -~]*$/;

/** Most texts are plain ASCII, which is fast to detect; looking up Unicode properties takes ten times as long. */
export function isClean(text: string): boolean {
  return PLAIN.test(text) || !UNFIT.test(text);
}

/** Replaces control characters and lone surrogates with U+FFFD; returns clean text unchanged. */
export function cleanText(text: string): string {
  return isClean(text) ? text : text.replace(ALL_UNFIT, '\u{FFFD}');
}

const LINE_BREAK_OR_TAB = /[\t\n\r]/g;

/** Puts free text on one line: line breaks in a description carry no information. */
export function flattenText(text: string): string {
  return text.replace(LINE_BREAK_OR_TAB, ' ');
}

/**
 * Cuts text beyond the limit and appends `…`, so that it is one character longer than any text that was kept whole. It can
 * therefore not be mistaken for a real name or compared as a version.
 */
export function shortenText(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const cut = isHighSurrogate(text.charCodeAt(charactersMax - 1)) ? charactersMax - 1 : charactersMax;
  return `${text.slice(0, cut)}…`.padEnd(charactersMax + 1, '…');
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
