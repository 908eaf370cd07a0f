/** Shortens names for sentences. They come from documents and may have any length. */

const CHARACTERS_MAX = 80;

export function shortenName(text: string): string {
  return text.length <= CHARACTERS_MAX ? text : `${text.slice(0, CHARACTERS_MAX - 1).toWellFormed()}…`;
}
