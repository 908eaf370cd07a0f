import { describe, expect, it } from 'vitest';
import { hasFilters, readFindingView, toggleSeverity } from './finding-view.ts';

describe('readFindingView', () => {
  it.each([
    [{}, {}],
    [{ q: ' log4j ' }, { q: 'log4j' }],
    [{ q: '   ' }, {}],
    [{ q: 'x'.repeat(300) }, { q: 'x'.repeat(200) }],
    [{ severity: 'low,critical,low' }, { severity: 'critical,low' }],
    [{ severity: 'terrible' }, {}],
    [{ severity: 'terrible,high,constructor' }, { severity: 'high' }],
    [{ relevance: 'not_relevant' }, { relevance: 'not_relevant' }],
    [{ relevance: 'everything' }, {}],
    [{ sort: 'package' }, { sort: 'package' }],
    [{ sort: 'severity' }, {}],
    [{ offset: '50' }, { offset: 50 }],
    [{ offset: 100 }, { offset: 100 }],
    [{ offset: '0' }, {}],
    [{ offset: '-50' }, {}],
    [{ offset: '1e3' }, {}],
    [{ offset: '99999999' }, {}],
    [{ tab: 'findings', q: { nested: true } }, {}],
  ])('reads %j as %j', (search, view) => {
    expect(readFindingView(search)).toEqual(view);
  });

  it('names every key, so that nothing raw lies below it', () => {
    expect(Object.keys(readFindingView({}))).toEqual(['q', 'offset', 'severity', 'relevance', 'sort']);
  });

  it('reads what it wrote', () => {
    const view = { q: 'a', severity: 'critical,high', relevance: 'not_relevant', sort: 'package', offset: 50 } as const;

    expect(readFindingView(view)).toEqual(view);
  });
});

describe('toggleSeverity', () => {
  it('chooses one severity and goes back to the first page', () => {
    expect(toggleSeverity({ severity: 'low', offset: 50, q: 'a' }, 'high')).toEqual({ severity: 'high', q: 'a' });
  });

  it('takes the chosen severity off again', () => {
    expect(hasFilters(toggleSeverity({ severity: 'high' }, 'high'))).toBe(false);
  });
});
