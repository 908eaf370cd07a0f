/** Returns a LIKE pattern that finds a text anywhere, with `%`, `_` and `\` in the text taken literally. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/** Like `likePattern`, but matches only the start of a text. */
export function startPattern(text: string): string {
  return likePattern(text).slice(1);
}
