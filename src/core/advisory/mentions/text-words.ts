/**
 * Splits text into lower-case words. Punctuation that ends a phrase becomes a word of its own, so that no phrase is matched
 * across it. The text is scanned once without backtracking, so the time is linear for any input.
 */

const PART_OF_WORD = 1;
const SIGN = 2;

/** Each ends a phrase. */
const STOPS: ReadonlySet<string> = new Set(['.', ';', ':', '!', '?', '\n']);
/** Indexed by character code, for the first 128; all other characters separate words. */
const KINDS: Uint8Array = toKinds();

export function toWords(text: string): readonly string[] {
  const words: string[] = [];
  let start = -1;
  const lower = text.toLowerCase();
  for (let i = 0; i < lower.length; i += 1) {
    const kind = KINDS[lower.charCodeAt(i)];
    if (kind === PART_OF_WORD) {
      if (start === -1) start = i;
      continue;
    }
    if (start !== -1) words.push(lower.slice(start, i));
    start = -1;
    if (kind === SIGN) words.push(lower.charAt(i));
  }
  if (start !== -1) words.push(lower.slice(start));
  return words;
}

export function isStop(word: string | undefined): boolean {
  return word === undefined || STOPS.has(word);
}

function toKinds(): Uint8Array {
  const kinds = new Uint8Array(128);
  for (const character of 'abcdefghijklmnopqrstuvwxyz0123456789_+-') kinds[character.charCodeAt(0)] = PART_OF_WORD;
  // Characters that are part of phrases, and those that end them.
  for (const character of [',', '/', '&', '(', ')', ...STOPS]) kinds[character.charCodeAt(0)] = SIGN;
  return kinds;
}
