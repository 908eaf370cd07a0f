/** Formats rows as a table for the terminal, with each column as wide as its widest cell. */
import { padToWidth, widthOf } from './text-width.ts';

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
