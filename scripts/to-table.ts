/** Formats a Markdown table. A bar inside a cell is escaped, or it would start the next cell. */
export function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows.map((row) => row.map(escapeCell))];
  return `${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`;
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** Returns, for example, `1,234`. */
export function inDigits(count: number): string {
  return count.toLocaleString('en');
}
