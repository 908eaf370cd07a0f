import { sql, type RawBuilder } from 'kysely';

/** Returns a LIKE pattern that finds a text anywhere, with `%`, `_` and `\` in the text taken literally. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/** Whether a column contains a text in any letter case. Unlike `ilike`, this changes the case of the text only once. */
export function contains(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return sql<boolean>`lower(${column}) like lower(${likePattern(text)}::text)`;
}

/** Whether a column starts with a text in any letter case. */
export function startsWith(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return sql<boolean>`lower(${column}) like lower(${startPattern(text)}::text)`;
}

/** Like `likePattern`, but matches only the start of a text. */
export function startPattern(text: string): string {
  return likePattern(text).slice(1);
}
