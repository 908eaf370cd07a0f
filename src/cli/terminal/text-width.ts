/** The number of terminal columns of a text: some characters take two, and combining marks take none. */

const MARK = /\p{M}/u;
/**
 * Approximates the wide characters of Unicode (https://www.unicode.org/reports/tr11/): Hangul, Han, Kana, full-width forms,
 * emoji.
 */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += widthOfCharacter(character);
  return width;
}

export function padToWidth(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** Truncates a text that is too wide, and marks it as truncated. */
export function cutToWidth(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let cut = '';
  let taken = 1;
  for (const character of text) {
    taken += widthOfCharacter(character);
    if (taken > width) break;
    cut += character;
  }
  return `${cut}…`;
}

function widthOfCharacter(character: string): number {
  if (MARK.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}
