/** Search over headings and text of the documentation, in the browser. */
import { toText, type Block, type Document } from './document.ts';

/** The text between two headings. */
interface Section {
  /** With the heading. */
  readonly path: string;
  readonly page: string;
  /** Empty for the text before the first heading. */
  readonly heading: string;
  readonly text: string;
}

interface DocumentHit extends Section {
  /** The text around the first match. */
  readonly excerpt: string;
}

export const HITS_MAX = 30;
const EXCERPT_CHARACTERS = 160;

export function toSections(documents: readonly Document[]): readonly Section[] {
  return documents.flatMap(({ path, title, blocks }) => {
    const sections = [{ path, page: title, heading: '', parts: [] as string[] }];
    for (const block of blocks) {
      if ('heading' in block)
        sections.push({ path: `${path}#${block.id}`, page: title, heading: toText(block.text), parts: [] });
      else sections.at(-1)?.parts.push(toBlockText(block));
    }
    return sections.map(({ parts, ...section }) => ({ ...section, text: parts.join(' ').replaceAll(/\s+/g, ' ') }));
  });
}

/** Sections that contain all words, those with words in a heading or title first. */
export function searchSections(sections: readonly Section[], query: string): readonly DocumentHit[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  return sections
    .flatMap((section, place) => {
      const [heading, page, text] = [section.heading, section.page, section.text].map((part) => part.toLowerCase());
      const found = words.map((word) => weigh(word, [heading, page, text]));
      if (found.includes(0)) return [];
      return [{ section, place, weight: found.reduce((sum, each) => sum + each, 0) }];
    })
    .toSorted((a, b) => b.weight - a.weight || a.place - b.place)
    .slice(0, HITS_MAX)
    .map(({ section }) => ({ ...section, excerpt: toExcerpt(section.text, words) }));
}

const WEIGHTS = [10, 6, 1];

function weigh(word: string, parts: readonly (string | undefined)[]): number {
  return parts.reduce((sum, part, index) => sum + (part?.includes(word) === true ? (WEIGHTS[index] ?? 0) : 0), 0);
}

function toExcerpt(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const first = words.map((word) => lower.indexOf(word)).find((at) => at !== -1) ?? 0;
  const start = Math.max(0, text.lastIndexOf(' ', Math.max(0, first - 40)));
  const cut = text.slice(start, start + EXCERPT_CHARACTERS).trim();
  return `${start > 0 ? '… ' : ''}${cut}${start + EXCERPT_CHARACTERS < text.length ? ' …' : ''}`;
}

function toBlockText(block: Block): string {
  if ('heading' in block) return toText(block.text);
  if ('paragraph' in block) return toText(block.paragraph);
  if ('pre' in block) return block.pre;
  if ('quote' in block) return block.quote.map(toBlockText).join(' ');
  if ('items' in block) return block.items.map((item) => item.map(toBlockText).join(' ')).join(' ');
  return [block.columns, ...block.rows].map((cells) => cells.map(toText).join(' ')).join(' ');
}
