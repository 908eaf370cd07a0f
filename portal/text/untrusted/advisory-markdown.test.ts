import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAdvisoryText, type Block, type Inline } from './advisory-markdown.ts';

function textOf(blocks: readonly Block[]): string {
  const toText = (inlines: readonly Inline[]): string => inlines.map(({ text }) => text).join('');
  return blocks
    .map((block) => {
      if (block.kind === 'code') return block.text;
      return block.kind === 'list' ? block.items.map(toText).join('\n') : toText(block.inlines);
    })
    .join('\n');
}

function inlinesOf(markdown: string): readonly Inline[] {
  const [block] = parseAdvisoryText(markdown).blocks;
  return block?.kind === 'paragraph' ? block.inlines : [];
}

describe('parseAdvisoryText', () => {
  it('parses paragraphs, headings, lists and code', () => {
    const { blocks } = parseAdvisoryText('### Impact\nOne\ntwo\n\n- a\n- b\n1. c\n```js\n<script>\n```\nend');

    expect(blocks).toEqual([
      { kind: 'heading', inlines: [{ kind: 'text', text: 'Impact' }] },
      { kind: 'paragraph', inlines: [{ kind: 'text', text: 'One two' }] },
      {
        kind: 'list',
        isNumbered: false,
        items: [[{ kind: 'text', text: 'a' }], [{ kind: 'text', text: 'b' }]],
      },
      { kind: 'list', isNumbered: true, items: [[{ kind: 'text', text: 'c' }]] },
      { kind: 'code', text: '<script>' },
      { kind: 'paragraph', inlines: [{ kind: 'text', text: 'end' }] },
    ]);
  });

  it('parses emphasis, code and links within a line', () => {
    expect(inlinesOf('a **b** *c* `d` [e](https://f.example/) https://g.example/h.')).toEqual([
      { kind: 'text', text: 'a ' },
      { kind: 'strong', text: 'b' },
      { kind: 'text', text: ' ' },
      { kind: 'emphasis', text: 'c' },
      { kind: 'text', text: ' ' },
      { kind: 'code', text: 'd' },
      { kind: 'text', text: ' ' },
      { kind: 'link', text: 'e', href: 'https://f.example/', host: 'f.example' },
      { kind: 'text', text: ' ' },
      { kind: 'link', text: 'https://g.example/h', href: 'https://g.example/h', host: 'g.example' },
      { kind: 'text', text: '.' },
    ]);
  });

  it.each([
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '[x](javascript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](https://user:password@evil.example/)',
    '[x](//evil.example/)',
    '<javascript:alert(1)>',
    '&lt;b&gt;',
    'javascript:alert(1)',
    'xhttps://evil.example',
    '2 * 3 * 4',
    '**',
    '[',
    '``',
  ])('leaves %s unchanged', (markdown) => {
    expect(inlinesOf(markdown)).toEqual([{ kind: 'text', text: markdown }]);
  });

  it('turns an image into a link, so that it is not loaded', () => {
    expect(inlinesOf('![x](https://evil.example/pixel.png)')).toEqual([
      { kind: 'text', text: '!' },
      { kind: 'link', text: 'x', href: 'https://evil.example/pixel.png', host: 'evil.example' },
    ]);
  });

  it('truncates long text and returns the number of characters cut', () => {
    const { blocks, cut } = parseAdvisoryText('x'.repeat(70_000));

    expect(textOf(blocks)).toHaveLength(64_000);
    expect(cut).toBe(6_000);
  });

  it.each(['[', '*', '`', '[](', '**a', '](', 'h', 'https://', '- ', '```\n', '#'])(
    'terminates on input that consists only of %j',
    (piece) => {
      expect(parseAdvisoryText(piece.repeat(64_000 / piece.length)).cut).toBe(0);
    },
  );

  it('links only to http and https, and adds no text', () => {
    const piece = fc.constantFrom(
      '[',
      '](',
      ')',
      '*',
      '**',
      '`',
      '```',
      '\n',
      '- ',
      '# ',
      'a',
      ' ',
      'https://a.b/',
      'javascript:x',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const markdown = pieces.join('');
        const { blocks } = parseAdvisoryText(markdown);
        const inlines = blocks.flatMap((block) => {
          if (block.kind === 'code') return [];
          return block.kind === 'list' ? block.items.flat() : block.inlines;
        });

        for (const inline of inlines) if (inline.kind === 'link') expect(inline.href).toMatch(/^https?:\/\//);
        for (const character of textOf(blocks).replaceAll(/\s/g, '')) expect(markdown).toContain(character);
        expect(textOf(blocks).length).toBeLessThanOrEqual(markdown.length + blocks.length);
      }),
    );
  });
});
