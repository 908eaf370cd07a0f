/**
 * Rows in the text form of COPY, which PostgreSQL reads much faster than statements. Written inside a thread, so that the main
 * thread only hands bytes on. https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS
 */

/** A list of texts is a `text[]`, bytes are a `bytea`, and `{ json }` is a `jsonb`. */
export type CopyValue = string | number | boolean | null | readonly string[] | Uint8Array | { readonly json: unknown };

/** `toCopyLine(['a\tb', 1, null])` gives `a\\tb\t1\t\\N\n`. */
export function toCopyLine(values: readonly CopyValue[]): string {
  return `${values.map(toField).join('\t')}\n`;
}

function toField(value: CopyValue): string {
  if (value === null) return String.raw`\N`;
  if (typeof value === 'string') return escapeField(toStorable(value));
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  // Two backslashes: one of them is for COPY.
  if (value instanceof Uint8Array)
    return String.raw`\\x${Buffer.from(value.buffer, value.byteOffset, value.length).toString('hex')}`;
  if (isList(value)) return escapeField(`{${value.map(toElement).join(',')}}`);
  return escapeField(toJson(value.json));
}

function isList(value: readonly string[] | { readonly json: unknown }): value is readonly string[] {
  return Array.isArray(value);
}

const NEEDS_ESCAPE = /[\\\t\n\r]/;
const ESCAPED = /[\\\t\n\r]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': String.raw`\\`,
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
};

function escapeField(text: string): string {
  return NEEDS_ESCAPE.test(text) ? text.replace(ESCAPED, (character) => ESCAPES[character] ?? character) : text;
}

const QUOTED = /["\\]/g;

function toElement(text: string): string {
  return `"${toStorable(text).replace(QUOTED, String.raw`\$&`)}"`;
}

/** The only texts that PostgreSQL does not hold: those with a NUL or half a character. */
function toStorable(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\u{FFFD}') : wellFormed;
}

function toJson(value: unknown): string {
  const text = JSON.stringify(value);
  // A NUL and half a character are written as escapes, which jsonb refuses; so is much that it takes, but seldom.
  if (!text.includes(String.raw`\u`)) return text;
  return JSON.stringify(value, (_name, member: unknown) => (typeof member === 'string' ? toStorable(member) : member));
}
