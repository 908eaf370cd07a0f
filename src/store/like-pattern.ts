/** A LIKE pattern that finds a text anywhere, with the text's own `%`, `_` and `\` taken literally. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/** As `likePattern`, for what a text begins with. */
export function startPattern(text: string): string {
  return likePattern(text).slice(1);
}
