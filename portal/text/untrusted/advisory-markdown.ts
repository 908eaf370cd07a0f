/**
 * Parses the Markdown of an advisory, which is untrusted text. Supports paragraphs, headings, lists, fenced and inline code,
 * emphasis, and links to http and https. Everything else, HTML above all, stays plain text. There is no nesting and every
 * lookahead is bounded, so the work is linear in the length of the text.
 */
import { findWebAddress } from './web-address.ts';

export type Inline =
  | { readonly kind: 'text' | 'strong' | 'emphasis' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string; readonly host: string };

export type Block =
  | { readonly kind: 'paragraph' | 'heading'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'list'; readonly isNumbered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'code'; readonly text: string };

interface ParsedAdvisory {
  readonly blocks: readonly Block[];
  /** Number of characters cut off at the end. */
  readonly cut: number;
}

const CHARACTERS_MAX = 64_000;
const LOOK_AHEAD_MAX = 2_048;
const FENCE = /^ {0,3}(?:```|~~~)/;
const HEADING = /^ {0,3}#{1,6} +/;
const BULLET = /^ {0,6}[-*+] +/;
const NUMBER = /^ {0,6}[0-9]{1,4}[.)] +/;

export function parseAdvisoryText(markdown: string): ParsedAdvisory {
  const shown = markdown.slice(0, CHARACTERS_MAX);
  return { blocks: parseBlocks(shown.split(/\r\n|\r|\n/)), cut: markdown.length - shown.length };
}

interface OpenBlock {
  readonly kind: 'paragraph' | 'bullets' | 'numbers';
  /** A paragraph has one item. */
  readonly items: string[];
}

function parseBlocks(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let open: OpenBlock | undefined;
  let code: string[] | undefined;
  const close = (): void => {
    if (open !== undefined) blocks.push(toBlock(open));
    open = undefined;
  };
  for (const line of lines) {
    if (FENCE.test(line)) {
      close();
      if (code !== undefined) blocks.push({ kind: 'code', text: code.join('\n') });
      code = code === undefined ? [] : undefined;
      continue;
    }
    if (code !== undefined) {
      code.push(line);
      continue;
    }
    const item = parseItem(line);
    if (line.trim() === '') close();
    else if (HEADING.test(line)) {
      close();
      blocks.push({ kind: 'heading', inlines: parseInlines(line.replace(HEADING, '').trim()) });
    } else if (item !== undefined) {
      if (open?.kind !== item.kind) close();
      open ??= { kind: item.kind, items: [] };
      open.items.push(item.text);
    } else if (open === undefined) open = { kind: 'paragraph', items: [line.trim()] };
    else open.items.push(`${open.items.pop() ?? ''} ${line.trim()}`);
  }
  // An unclosed fence extends to the end.
  if (code !== undefined) blocks.push({ kind: 'code', text: code.join('\n') });
  close();
  return blocks;
}

function parseItem(line: string): { kind: 'bullets' | 'numbers'; text: string } | undefined {
  if (BULLET.test(line)) return { kind: 'bullets', text: line.replace(BULLET, '').trim() };
  return NUMBER.test(line) ? { kind: 'numbers', text: line.replace(NUMBER, '').trim() } : undefined;
}

function toBlock({ kind, items }: OpenBlock): Block {
  const inlines = items.map(parseInlines);
  if (kind === 'paragraph') return { kind, inlines: inlines.flat() };
  return { kind: 'list', isNumbered: kind === 'numbers', items: inlines };
}

function parseInlines(text: string): Inline[] {
  const inlines: Inline[] = [];
  let plain = '';
  let at = 0;
  while (at < text.length) {
    const found = parseInline(text, at);
    if (found === undefined) {
      plain += text[at] ?? '';
      at += 1;
      continue;
    }
    if (plain !== '') inlines.push({ kind: 'text', text: plain });
    plain = '';
    inlines.push(found.inline);
    at = found.end;
  }
  if (plain !== '') inlines.push({ kind: 'text', text: plain });
  return inlines;
}

interface InlineMatch {
  readonly inline: Inline;
  readonly end: number;
}

function parseInline(text: string, at: number): InlineMatch | undefined {
  switch (text[at]) {
    case '`':
      return parseSpan(text, at, text.startsWith('``', at) ? '``' : '`', 'code');
    case '*':
      return parseSpan(
        text,
        at,
        text.startsWith('**', at) ? '**' : '*',
        text.startsWith('**', at) ? 'strong' : 'emphasis',
      );
    case '[':
      return parseLink(text, at);
    case 'h':
      return parseBareLink(text, at);
    default:
      return undefined;
  }
}

function parseSpan(
  text: string,
  at: number,
  mark: string,
  kind: 'strong' | 'emphasis' | 'code',
): InlineMatch | undefined {
  const start = at + mark.length;
  const inside = text.slice(start, start + LOOK_AHEAD_MAX);
  const end = inside.indexOf(mark);
  if (end <= 0) return undefined;
  const content = inside.slice(0, end);
  // Asterisks with spaces inside are a multiplication or a list, not emphasis.
  if (kind !== 'code' && content.trim() !== content) return undefined;
  return { inline: { kind, text: content.trim() }, end: start + end + mark.length };
}

/** `[text](https://...)`; other targets stay plain text. */
function parseLink(text: string, at: number): InlineMatch | undefined {
  const inside = text.slice(at + 1, at + 1 + LOOK_AHEAD_MAX);
  const middle = inside.indexOf('](');
  const end = middle === -1 ? -1 : inside.indexOf(')', middle);
  if (middle <= 0 || end === -1) return undefined;
  const address = findWebAddress([inside.slice(middle + 2, end).trim()]);
  if (address === undefined) return undefined;
  return { inline: { kind: 'link', text: inside.slice(0, middle), ...address }, end: at + end + 2 };
}

const BARE = /^https?:\/\/[^\s<>"'`\\^{|}]+/;
/** At the end of a URL, these characters belong to the sentence. */
const TRAILING = '.,;:!?)]*_';

function parseBareLink(text: string, at: number): InlineMatch | undefined {
  if (at > 0 && /\w/.test(text[at - 1] ?? '')) return undefined;
  const [found] = BARE.exec(text.slice(at, at + LOOK_AHEAD_MAX)) ?? [];
  const shown = found && withoutTrailing(found);
  const address = shown === undefined ? undefined : findWebAddress([shown]);
  if (shown === undefined || address === undefined) return undefined;
  return { inline: { kind: 'link', text: shown, ...address }, end: at + shown.length };
}

function withoutTrailing(address: string): string {
  let end = address.length;
  while (end > 0 && TRAILING.includes(address[end - 1] ?? '')) end -= 1;
  return address.slice(0, end);
}
