/**
 * Text in columns of the terminal. The width of a text is not its length: some characters take two columns, and combining marks
 * take none.
 */

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

/** Formats rows as a table, with each column as wide as its widest cell. */
export function toColumns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => widestOf(rows, column)) ?? [];
  return rows.map((row) => `${toLine(row, widths)}\n`).join('');
}

/** Not `Math.max(...)`: there may be more rows than a function can have arguments. */
export function widestOf(rows: readonly (readonly string[])[], column: number): number {
  return rows.reduce((widest, row) => Math.max(widest, widthOf(row[column] ?? '')), 0);
}

function toLine(row: readonly string[], widths: readonly number[]): string {
  return row
    .map((cell, at) => padToWidth(cell, widths[at] ?? 0))
    .join('  ')
    .trimEnd();
}
