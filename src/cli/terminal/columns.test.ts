import { describe, expect, it } from 'vitest';
import { cutToWidth, padToWidth, widthOf } from './columns.ts';

describe('text width', () => {
  it.each([
    ['', 0],
    ['lodash', 6],
    ['e\u0301', 1],
    ['漢字', 4],
    ['\u{1f600}!', 3],
  ])('%j takes %i columns', (text, width) => {
    expect(widthOf(text)).toBe(width);
  });

  it('is used to pad and truncate texts', () => {
    expect(padToWidth('漢', 4)).toBe('漢  ');
    expect(padToWidth('longer', 3)).toBe('longer');
    expect(cutToWidth('lodash', 6)).toBe('lodash');
    expect(cutToWidth('lodash', 4)).toBe('lod…');
    expect(cutToWidth('漢字漢字', 6)).toBe('漢字…');
  });
});
