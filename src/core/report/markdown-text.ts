/**
 * Texts of strangers inside markdown: a name or a title shows as it is, makes no link, image or HTML, notifies nobody, and stays
 * on its line. What is not a letter, a digit or harmless between them is escaped, whichever dialect reads it.
 */
import { toPlainText } from './plain-text.ts';

const SPECIAL = /[\\`*_{}[\]()<>#!|~&$@]/g;
// An address that begins with www, or with a scheme, becomes a link in many dialects without any mark.
const ADDRESS = /(www)\.|(https?|ftp)\b/gi;

export function toMarkdownText(text: string, charactersMax?: number): string {
  const plain = toPlainText(text, charactersMax);
  return plain
    .replaceAll(SPECIAL, (character) => ESCAPES[character] ?? `\\${character}`)
    .replaceAll(ADDRESS, (found, www: string | undefined) => (www === undefined ? `${found}\u2060` : `${www}\u2060.`));
}

/** Those for which a backslash is not enough: a mention, a reference to an issue, and what begins HTML or an entity. */
const ESCAPES: Readonly<Record<string, string>> = {
  '@': '&#64;',
  '#': '&#35;',
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
};

/** Between backticks, where nothing else is read as a mark. */
export function toMarkdownCode(text: string, charactersMax?: number): string {
  const plain = toPlainText(text, charactersMax).replaceAll('`', "'").replaceAll('|', '¦').trim();
  return plain === '' ? '(none)' : `\`${plain}\``;
}

// Line breaks stay: the text is a block.
const UNPRINTABLE_IN_BLOCK = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
const BACKTICKS = /`+/g;

/** Lines to copy, as they are. The fence is longer than any row of backticks inside, so that nothing inside can end it. */
export function toMarkdownFence(text: string, language = ''): string {
  const clean = text.replaceAll(UNPRINTABLE_IN_BLOCK, '\ufffd');
  const longest = Math.max(2, ...(clean.match(BACKTICKS) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${clean}\n${fence}`;
}
