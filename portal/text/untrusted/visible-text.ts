/**
 * Text from documents and advisories is untrusted: invisible characters and direction overrides are shown as code points, so that
 * names that look the same are the same.
 */

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** `a\u{202E}b` for a name that contains U+202E. */
export function toVisibleText(text: string): string {
  return text.replace(INVISIBLE, (character) => `\\u{${character.codePointAt(0)?.toString(16).toUpperCase() ?? ''}}`);
}

const LATIN = /\p{Script=Latin}/u;
const LOOKS_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}]/u;

/** True if Latin letters are mixed with a script that has look-alikes, as in `аxios` with a Cyrillic first letter. */
export function hasMixedScripts(text: string): boolean {
  return LATIN.test(text) && LOOKS_LATIN.test(text);
}

/** Cuts the middle, because both ends of a name tell more. */
export function cutMiddle(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const head = Math.ceil((charactersMax - 1) / 2);
  const tail = charactersMax - 1 - head;
  return `${text.slice(0, head).replace(/[\uD800-\uDBFF]$/, '')}…${text.slice(-tail).replace(/^[\uDC00-\uDFFF]/, '')}`;
}

const UNFIT = /[^\w.-]+/g;
const NAME_CHARACTERS_MAX = 120;

/**
 * Makes a file name for a download: characters that are special to a file system or shell become a dash. Keeps the end of a long
 * name, which has the file type.
 */
export function toFileName(name: string): string {
  return (
    name
      .replace(UNFIT, '-')
      .replace(/^[.-]+/, '')
      .slice(-NAME_CHARACTERS_MAX) || 'findings'
  );
}
