/** Rows of a table for the terminal, each cell as wide as the widest of its column. */
export function toColumns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) => `${toLine(row, widths)}\n`).join('');
}

function toLine(row: readonly string[], widths: readonly number[]): string {
  return row
    .map((cell, at) => cell.padEnd(widths[at] ?? 0))
    .join('  ')
    .trimEnd();
}
