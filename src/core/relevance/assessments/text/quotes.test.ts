import { describe, expect, it } from 'vitest';
import { aText } from '../../../../../test/support/readings.ts';
import { findQuote, foldTexts } from './quotes.ts';

const find = (quote: string, ...texts: readonly Parameters<typeof aText>[0][]) =>
  findQuote(quote, foldTexts(texts.map(aText), { id: 'CVE-2026-1', name: 'lib' }));

describe('findQuote', () => {
  it.each([
    ['in a text', 'needs the XML parser', { details: 'It needs the XML parser.' }],
    ['in a title', 'needs the XML parser', { title: 'Needs? It needs the XML parser', details: '' }],
    ['across a break', 'needs the XML parser', { details: 'It needs\n  the XML\tparser.' }],
    ['across invisible characters', 'needs the XML parser', { details: 'It needs the X\u200bML parser.' }],
    ['of eight characters', 'XML only', { details: 'XML only' }],
  ])('finds a quote %s', (_, quote, text) => {
    expect(find(quote, text)?.quote).toBe(quote);
  });

  it.each([
    ['too short', 'XML onl', { details: 'XML only' }],
    ['made long by spaces', '   XML    ', { details: '   XML    ' }],
    ['of the title and the text together', 'title details', { title: 'title', details: 'details' }],
    ['with left out words', 'needs the parser', { details: 'It needs the XML parser.' }],
    ['empty', '', { details: '' }],
  ])('does not find a quote that is %s', (_, quote, text) => {
    expect(find(quote, text)).toBeUndefined();
  });

  it('returns the same record whatever the order of the texts is', () => {
    const texts = [
      { recordId: 'b', details: 'the XML parser' },
      { recordId: 'a', details: 'the XML parser' },
    ];

    expect(find('the XML parser', ...texts)?.record.recordId).toBe('a');
    expect(find('the XML parser', ...texts.toReversed())?.record.recordId).toBe('a');
  });
});
