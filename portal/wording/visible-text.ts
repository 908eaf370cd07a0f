/**
 * Text from documents and advisories is somebody else's: a character that cannot be seen, or that turns the line around, is
 * shown as its number, so that two names that look alike are alike.
 */

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** `a\u{202E}b` for a name that holds U+202E. */
export function toVisibleText(text: string): string {
  return text.replace(INVISIBLE, (character) => `\\u{${character.codePointAt(0)?.toString(16).toUpperCase() ?? ''}}`);
}

const LATIN = /\p{Script=Latin}/u;
const LOOKS_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}]/u;

/** Latin letters beside those of a script with look-alikes, as in `аxios` with a Cyrillic first letter. */
export function hasMixedScripts(text: string): boolean {
  return LATIN.test(text) && LOOKS_LATIN.test(text);
}

/** Both ends of a name tell more than its middle. */
export function cutMiddle(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const head = Math.ceil((charactersMax - 1) / 2);
  const tail = charactersMax - 1 - head;
  return `${text.slice(0, head).replace(/[\uD800-\uDBFF]$/, '')}…${text.slice(-tail).replace(/^[\uDC00-\uDFFF]/, '')}`;
}
