/**
 * Formats rows for COPY in text format, which PostgreSQL loads much faster than INSERT statements. Runs in a thread, so that the
 * main thread only passes bytes on.
 * https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS
 */

/** A list of texts is a `text[]`, bytes are `bytea`, and `{ json }` is `jsonb`. */
export type CopyValue = string | number | boolean | null | readonly string[] | Uint8Array | { readonly json: unknown };

/** `toCopyLine(['a\tb', 1, null])` returns `a\\tb\t1\t\\N\n`. */
export function toCopyLine(values: readonly CopyValue[]): string {
  return `${values.map(toField).join('\t')}\n`;
}

function toField(value: CopyValue): string {
  if (value === null) return String.raw`\N`;
  if (typeof value === 'string') return escapeField(toStorable(value));
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  // Two backslashes, because COPY consumes one of them.
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

/** Replaces the only characters that PostgreSQL text cannot store: NUL and lone surrogates. */
function toStorable(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\u{FFFD}') : wellFormed;
}

function toJson(value: unknown): string {
  const text = JSON.stringify(value);
  // NUL and lone surrogates are escaped as \u, which jsonb rejects. Other, valid characters are too, but rarely.
  if (!text.includes(String.raw`\u`)) return text;
  return JSON.stringify(value, (_name, member: unknown) => (typeof member === 'string' ? toStorable(member) : member));
}
