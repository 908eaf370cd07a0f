/**
 * One line of comma-separated values. Spreadsheets execute cells that begin like a formula, so such untrusted text gets a leading
 * apostrophe, which spreadsheets hide.
 * https://www.rfc-editor.org/rfc/rfc4180, https://owasp.org/www-community/attacks/CSV_Injection
 */

export type CsvValue = string | number | boolean | null;

const LINE_END = '\r\n';

/** Column names are constants and need no quotes. */
export function toCsvHead(names: readonly string[]): string {
  return `${names.join(',')}${LINE_END}`;
}

export function toCsvRow(values: readonly CsvValue[]): string {
  return `${values.map(toCell).join(',')}${LINE_END}`;
}

// Includes the full-width forms, which some spreadsheets treat like the ASCII ones.
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

function toCell(value: CsvValue): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}
