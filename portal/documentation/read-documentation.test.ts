import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { seedTree, type SeededTree } from '../../test/support/seeded-tree.ts';
import { readDocumentation } from './read-documentation.ts';

let tree: SeededTree | undefined;
afterEach(() => {
  tree?.remove();
  tree = undefined;
});

const PAGES = ['get-started/start', 'guides/one', 'concepts/c', 'operate/o', 'reference/r'];
const INDEX = `# Documentation\n\n## Guides\n\n| Page | |\n|---|---|\n${PAGES.map((page) => `| [P](${page}.md) | x |\n`).join('')}`;

function read(text: string, more: Record<string, string> = {}) {
  const others = Object.fromEntries(PAGES.map((page) => [`${page}.md`, '# Page\n']));
  tree = seedTree({ 'README.md': INDEX, ...others, 'guides/one.md': text, ...more });
  const { documents } = readDocumentation(tree.root);
  return documents.find(({ path }) => path === '/docs/guides/one')?.blocks ?? [];
}

describe('readDocumentation', () => {
  it('keeps headings, text, code, tables and lists', () => {
    const blocks = read(
      '# T\n\n## Set up `x`\n\nA **b** `c<d>` &.\n\n```sh\nrun <x>\n```\n\n| A | B |\n|---|---|\n| 1 | [2](#set-up-x) |\n\n1. one\n',
    );

    expect(blocks).toEqual([
      { heading: 2, id: 'set-up-x', text: ['Set up ', { code: 'x' }] },
      { paragraph: ['A ', { bold: ['b'] }, ' ', { code: 'c<d>' }, ' &.'] },
      { pre: 'run <x>' },
      { columns: [['A'], ['B']], rows: [[['1'], [{ to: '/docs/guides/one#set-up-x', text: ['2'] }]]] },
      { items: [[{ paragraph: ['one'] }]], isOrdered: true },
    ]);
  });

  it.each([
    ['a block', '<script>alert(1)</script>', []],
    ['a picture', '<picture>\n<img src="x">\n</picture>', []],
    ['inline', 'A <b onclick="x">b</b> c', [{ paragraph: ['A ', 'b', ' c'] }]],
    ['a link that runs a script', '[x](javascript:alert(1))', [{ paragraph: ['x'] }]],
    ['a data link', '[x](data:text/html,y)', [{ paragraph: ['x'] }]],
    ['an image', 'A ![x](http://evil.example/x.png)', [{ paragraph: ['A '] }]],
  ])('lets no HTML through: %s', (_, text, expected) => {
    expect(read(`# T\n\n${text}\n`)).toEqual(expected);
  });

  it('turns links to pages into paths, and links to other files into text', () => {
    const [paragraph] = read('# T\n\n[a](../get-started/start.md) [b](../../src/x.ts) [c](https://example.com/)\n');

    expect(paragraph).toEqual({
      paragraph: [
        { to: '/docs/get-started/start', text: ['a'] },
        ' ',
        'b',
        ' ',
        { to: 'https://example.com/', text: ['c'] },
      ],
    });
  });

  it('refuses a link to a heading that does not exist, and a page that is not listed', () => {
    expect(() => read('# T\n\n[x](../get-started/start.md#none)\n')).toThrow(
      /broken links: \/docs\/get-started\/start#none/,
    );
    expect(() => read('# T\n', { 'guides/two.md': '# Two\n' })).toThrow(/does not list \/docs\/guides\/two/);
  });

  it('reads the documentation of this repository, in which every link works', () => {
    const { groups, documents } = readDocumentation(join(import.meta.dirname, '../../docs'));

    expect(groups.map(({ title }) => title)).toEqual(['Get started', 'Guides', 'Reference', 'Operate', 'Concepts']);
    expect(documents.length).toBeGreaterThan(50);
    expect(documents.every(({ title, blocks }) => title !== '' && blocks.length > 0)).toBe(true);
    expect(JSON.stringify(documents)).not.toMatch(/"to":"(?!\/docs|https?:)/);
  });
});
