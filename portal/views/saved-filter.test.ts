import { describe, expect, it } from 'vitest';
import { readSavedFilter, toSavedQuery, withSavedFilter } from './saved-filter.ts';

describe('a saved filter', () => {
  it('comes back as it was saved, and holds nothing else of the page', () => {
    const view = { severity: 'critical,high', kev: 'true', sort: 'package', finding: 'x', tab: 'sboms' } as const;

    const query = toSavedQuery(view);

    expect(query).toBe('severity=critical%2Chigh&kev=true&sort=package');
    expect(readSavedFilter(query)).toMatchObject({ severity: 'critical,high', kev: 'true', sort: 'package' });
  });

  it('is read like an address that anybody may have written', () => {
    expect(readSavedFilter('severity=terrible&__proto__=1&q=%00')).not.toMatchObject({ severity: 'terrible' });
  });

  it('takes the place of one of the same name', () => {
    const saved = [
      { name: 'a', query: 'q=1' },
      { name: 'b', query: 'q=2' },
    ];

    expect(withSavedFilter(saved, { name: 'a', query: 'q=3' })).toEqual([{ name: 'a', query: 'q=3' }, saved[1]]);
    expect(withSavedFilter(saved, { name: 'c', query: 'q=3' })).toEqual([...saved, { name: 'c', query: 'q=3' }]);
  });
});
