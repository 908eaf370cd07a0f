const TEXT_CHARACTERS_MAX = 300;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/**
 * Makes untrusted text safe inside a sentence, on one line, at most `charactersMax` long. Names come from documents, titles from
 * advisories, and both may contain characters that move a cursor, change the writing direction, or create a link.
 */
export function toPlainText(text: string, charactersMax: number = TEXT_CHARACTERS_MAX): string {
  // Truncated before and after cleaning, to avoid processing megabytes of text for a few hundred characters.
  const clean = text
    .slice(0, charactersMax + 1)
    .replaceAll(UNPRINTABLE, '\ufffd')
    // SARIF messages support links of the form [text](url).
    .replaceAll('](', '] (');
  return clean.length <= charactersMax ? clean : `${clean.slice(0, charactersMax - 1).toWellFormed()}…`;
}
