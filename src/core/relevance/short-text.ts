/** Names come from documents and may be of any length: a sentence that quotes one has to stay a sentence. */

const CHARACTERS_MAX = 80;

export function shortText(text: string): string {
  return text.length <= CHARACTERS_MAX ? text : `${text.slice(0, CHARACTERS_MAX - 1).toWellFormed()}…`;
}
