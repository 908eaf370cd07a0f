/**
 * One line of comma-separated values. Spreadsheets run what begins like a formula, so a text of strangers that does is led by an
 * apostrophe, which they show as the text alone.
 * https://www.rfc-editor.org/rfc/rfc4180, https://owasp.org/www-community/attacks/CSV_Injection
 */

export type CsvValue = string | number | boolean | null;

const LINE_END = '\r\n';

/** The names of columns are ours, and need no quotes. */
export function toCsvHead(names: readonly string[]): string {
  return `${names.join(',')}${LINE_END}`;
}

export function toCsvRow(values: readonly CsvValue[]): string {
  return `${values.map(toCell).join(',')}${LINE_END}`;
}

// Also the wide forms, which some spreadsheets read as the narrow ones.
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

function toCell(value: CsvValue): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}
