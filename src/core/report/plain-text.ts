/**
 * Texts of strangers, fit for a sentence of ours: names come from documents, titles from advisories, and either may hold what
 * moves a cursor, turns the direction of writing, or becomes a link where the sentence is shown.
 */

const TEXT_CHARACTERS_MAX = 300;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/** On one line, at most `charactersMax` long. */
export function toPlainText(text: string, charactersMax: number = TEXT_CHARACTERS_MAX): string {
  // Cut before and after: looking at four megabytes for three hundred characters is no use.
  const clean = text
    .slice(0, charactersMax + 1)
    .replaceAll(UNPRINTABLE, '\ufffd')
    // The texts of SARIF know links of the form [words](address).
    .replaceAll('](', '] (');
  return clean.length <= charactersMax ? clean : `${clean.slice(0, charactersMax - 1).toWellFormed()}…`;
}
