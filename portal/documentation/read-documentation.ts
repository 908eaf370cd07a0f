/**
 * Reads the documentation for the portal at build time, from the files in docs/. The groups and their order are those of
 * docs/README.md. Links between pages become paths of the portal; links to other files of the repository become plain text,
 * because they are not on this server. HTML is left out.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { marked, type Token, type Tokens } from 'marked';
import {
  toText,
  type Block,
  type Document,
  type Documentation,
  type DocumentGroup,
  type Inline,
} from '../pages/docs/document.ts';

const INDEX = 'README.md';
/** Decisions about the design are for contributors. */
const FOLDERS = ['get-started', 'guides', 'concepts', 'operate', 'reference'];

/** Throws if a page is not listed, or a link does not lead to a page and heading. */
export function readDocumentation(folder: string): Documentation {
  const files = [INDEX, ...FOLDERS.flatMap((name) => readdirSync(join(folder, name)).map((file) => `${name}/${file}`))]
    .filter((file) => file.endsWith('.md'))
    .toSorted();
  const documents = files.map((file) => toDocument(file, readFileSync(join(folder, file), 'utf8'), files));
  const groups = toGroups(documents.find(({ path }) => path === '/docs'));
  const listed = new Set(groups.flatMap(({ pages }) => pages.map(({ path }) => path)));
  const missing = documents.filter(({ path }) => path !== '/docs' && !listed.has(path)).map(({ path }) => path);
  if (missing.length > 0) throw new Error(`docs/README.md does not list ${missing.join(', ')}.`);
  const broken = findBrokenLinks(documents);
  if (broken.length > 0) throw new Error(`The documentation has broken links: ${broken.join(', ')}.`);
  return { groups, documents };
}

interface Source {
  /** Relative to docs/. */
  readonly file: string;
  readonly files: readonly string[];
  /** Number of headings with each id. */
  readonly ids: Map<string, number>;
}

function toDocument(file: string, text: string, files: readonly string[]): Document {
  const [first, ...rest] = marked.lexer(text);
  if (first?.type !== 'heading' || first['depth'] !== 1) throw new Error(`docs/${file} does not begin with a title.`);
  const source = { file, files, ids: new Map<string, number>() };
  return { path: toPath(file), title: toText(toInlines(listTokens(first), source)), blocks: toBlocks(rest, source) };
}

function toPath(file: string): string {
  return file === INDEX ? '/docs' : `/docs/${file.slice(0, -'.md'.length)}`;
}

function toBlocks(tokens: readonly Token[], source: Source): Block[] {
  return tokens.flatMap((token): Block[] => {
    const inlines = (): Inline[] => toInlines(listTokens(token), source);
    switch (token.type) {
      case 'heading': {
        const text = inlines();
        const depth = Math.min(4, Math.max(2, (token as Tokens.Heading).depth)) as 2 | 3 | 4;
        return [{ heading: depth, id: toId(toText(text), source.ids), text }];
      }
      case 'paragraph':
      case 'text':
        return [{ paragraph: token.type === 'text' && listTokens(token).length === 0 ? [token.raw] : inlines() }];
      case 'code':
        return [{ pre: (token as Tokens.Code).text }];
      case 'table': {
        const { header, rows } = token as Tokens.Table;
        const toCells = (cells: readonly Tokens.TableCell[]): Inline[][] =>
          cells.map((cell) => toInlines(cell.tokens, source));
        return [{ columns: toCells(header), rows: rows.map(toCells) }];
      }
      case 'list': {
        const { items, ordered } = token as Tokens.List;
        return [{ items: items.map((item) => toBlocks(item.tokens, source)), isOrdered: ordered }];
      }
      case 'blockquote':
        return [{ quote: toBlocks(listTokens(token), source) }];
      default:
        return [];
    }
  });
}

function listTokens(token: Token): readonly Token[] {
  return ('tokens' in token && token.tokens) || [];
}

function toInlines(tokens: readonly Token[], source: Source): Inline[] {
  return tokens.flatMap((token): Inline[] => {
    const inner = (): Inline[] => toInlines(listTokens(token), source);
    switch (token.type) {
      case 'text':
        return listTokens(token).length > 0 ? inner() : [(token as Tokens.Text).text];
      case 'escape':
        return [(token as Tokens.Escape).text];
      case 'codespan':
        return [{ code: (token as Tokens.Codespan).text }];
      case 'strong':
        return [{ bold: inner() }];
      case 'em':
        return [{ italic: inner() }];
      case 'br':
        return [' '];
      case 'link': {
        const to = toTarget((token as Tokens.Link).href, source);
        return to === undefined ? inner() : [{ to, text: inner() }];
      }
      default:
        return [];
    }
  });
}

/** Returns undefined for other files of the repository. */
function toTarget(href: string, { file, files }: Source): string | undefined {
  if (/^https?:\/\//.test(href)) return href;
  const [path = '', heading] = href.split('#', 2);
  const target = path === '' ? file : posix.join(dirname(file), path);
  if (!files.includes(target)) return undefined;
  return `${toPath(target)}${heading === undefined ? '' : `#${heading}`}`;
}

/** Builds heading anchors the way common Markdown renderers do. */
function toId(text: string, ids: Map<string, number>): string {
  const id = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
  const count = ids.get(id) ?? 0;
  ids.set(id, count + 1);
  return count === 0 ? id : `${id}-${count}`;
}

/** Every heading of the index is a group, with the pages that the table below it links to. */
function toGroups(index: Document | undefined): DocumentGroup[] {
  const groups: { title: string; pages: { path: string; title: string }[] }[] = [];
  for (const block of index?.blocks ?? []) {
    if ('heading' in block) groups.push({ title: toText(block.text), pages: [] });
    if (!('rows' in block)) continue;
    const links = block.rows.flatMap(([first = []]) => first.filter((inline) => typeof inline === 'object'));
    const pages = links.flatMap((link) => ('to' in link ? [{ path: link.to, title: toText(link.text) }] : []));
    groups.at(-1)?.pages.push(...pages);
  }
  return groups;
}

function findBrokenLinks(documents: readonly Document[]): string[] {
  const targets = new Set<string>();
  for (const { path, blocks } of documents) {
    targets.add(path);
    for (const block of blocks) if ('heading' in block) targets.add(`${path}#${block.id}`);
  }
  const links = [...JSON.stringify(documents).matchAll(/"to":"(\/docs[^"]*)"/g)].map(([, link = '']) => link);
  return [...new Set(links)].filter((link) => !targets.has(link));
}
