/**
 * Tables for the terminal: fitted to its width, with the word of the first column colored. Cells are untrusted, so only printable
 * characters are printed.
 */
import { toPlainText } from '../../core/text/plain-text.ts';
import { cutToWidth, toColumns, widestOf } from './columns.ts';

export interface TerminalFacts {
  /** Undefined if there is no terminal; nothing is truncated then. */
  readonly width: number | undefined;
  readonly colors: boolean;
}

export const NO_TERMINAL: TerminalFacts = { width: undefined, colors: false };

export function findTerminal(): TerminalFacts {
  const { stdout } = process;
  // `hasColors` respects NO_COLOR and the type of the terminal.
  return stdout.isTTY ? { width: stdout.columns, colors: stdout.hasColors() } : NO_TERMINAL;
}

export interface TableLayout {
  readonly head: readonly string[];
  /** Columns that can be truncated with their minimum widths, in the order in which they shrink. */
  readonly elastic: ReadonlyMap<number, number>;
}

const CELL_CHARACTERS_MAX = 200;

export function toTable(
  { head, elastic }: TableLayout,
  rows: readonly (readonly string[])[],
  { width, colors }: TerminalFacts,
): string {
  const plain = rows.map((row) => row.map((cell) => toPlainText(cell, CELL_CHARACTERS_MAX)));
  const all = [head, ...plain];
  const [first = '', ...lines] = toColumns(width === undefined ? all : fitRows(all, elastic, width)).split('\n');
  return [first, ...lines.map((line, at) => (colors ? colorLine(line, rows[at]?.[0]) : line))].join('\n');
}

/** If the terminal is still too narrow, it wraps the lines. */
function fitRows(
  rows: readonly (readonly string[])[],
  elastic: ReadonlyMap<number, number>,
  width: number,
): readonly (readonly string[])[] {
  const widths = (rows[0] ?? []).map((_, column) => widestOf(rows, column));
  let excess = widths.reduce((sum, each) => sum + each + 2, -2) - width;
  for (const [column, least] of elastic) {
    const given = Math.max(0, Math.min(excess, (widths[column] ?? 0) - least));
    widths[column] = (widths[column] ?? 0) - given;
    excess -= given;
  }
  return rows.map((row) => row.map((cell, column) => cutToWidth(cell, widths[column] ?? 0)));
}

const COLORS: ReadonlyMap<string, string> = new Map([
  ['malicious', '1;31'],
  ['critical', '1;31'],
  ['high', '31'],
  ['medium', '33'],
  ['low', '36'],
  ['failed', '1;31'],
  ['fixed', '32'],
  ['introduced', '31'],
]);

/** Colors only known words of the first column, none of which comes from a document. */
function colorLine(line: string, word: string | undefined): string {
  return word !== undefined && COLORS.has(word) && line.startsWith(word)
    ? `${paint(word, COLORS.get(word) ?? '')}${line.slice(word.length)}`
    : line;
}

function paint(text: string, color: string): string {
  return `\u001b[${color}m${text}\u001b[0m`;
}
