/**
 * Escapes untrusted text for Markdown: a name or a title is shown as it is, creates no link, image or HTML, mentions no user, and
 * stays on its line. Everything except letters, digits and harmless characters between them is escaped, for all Markdown
 * dialects.
 */
import { toPlainText } from './plain-text.ts';

const SPECIAL = /[\\`*_{}[\]()<>#!|~&$@]/g;
// Text that begins with www or a URL scheme becomes a link in many dialects without any markup.
const ADDRESS = /(www)\.|(https?|ftp)\b/gi;

export function toMarkdownText(text: string, charactersMax?: number): string {
  const plain = toPlainText(text, charactersMax);
  return plain
    .replaceAll(SPECIAL, (character) => ESCAPES[character] ?? `\\${character}`)
    .replaceAll(ADDRESS, (found, www: string | undefined) => (www === undefined ? `${found}\u2060` : `${www}\u2060.`));
}

/** Characters for which a backslash is not enough: they start a mention, an issue reference, HTML or an entity. */
const ESCAPES: Readonly<Record<string, string>> = {
  '@': '&#64;',
  '#': '&#35;',
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
};

/** As inline code, where no other markup is interpreted. */
export function toMarkdownCode(text: string, charactersMax?: number): string {
  const plain = toPlainText(text, charactersMax).replaceAll('`', "'").replaceAll('|', '¦').trim();
  return plain === '' ? '(none)' : `\`${plain}\``;
}

// Line breaks are kept: the text is a block.
const UNPRINTABLE_IN_BLOCK = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
const BACKTICKS = /`+/g;

/**
 * A fenced block of lines to copy, unchanged. The fence is longer than any run of backticks in the text, so that the text cannot
 * close it.
 */
export function toMarkdownFence(text: string, language = ''): string {
  const clean = text.replaceAll(UNPRINTABLE_IN_BLOCK, '\ufffd');
  const longest = Math.max(2, ...(clean.match(BACKTICKS) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${clean}\n${fence}`;
}
