import { describe, expect, it } from 'vitest';
import { parseLibraryLinks } from './library-links.ts';

describe('parseLibraryLinks', () => {
  it('parses pairs relative to the native folder', () => {
    const text = '[{"source":"native/lib/libpq.so.5.18","target":"native/lib/libpq.so.5"}]';

    expect(parseLibraryLinks(text)).toEqual([{ target: 'lib/libpq.so.5.18', link: 'lib/libpq.so.5' }]);
  });

  it.each([
    '{}',
    '[null]',
    '[1]',
    '[{"source":"native/lib/a"}]',
    '[{"source":"native/lib/a","target":"lib/b"}]',
    '[{"source":"native/../../a","target":"native/lib/b"}]',
    '[{"source":"native/lib/a","target":"native//etc/b"}]',
  ])('returns no link for %s', (text) => {
    expect(parseLibraryLinks(text)).toEqual([]);
  });
});
