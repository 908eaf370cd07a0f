import { describe, expect, it } from 'vitest';
import { FILTER_NAMES } from './finding-filters.ts';
import { hasFilters, listIgnored, parseFindingView, toggleOnly, toggleValue } from './finding-view.ts';

describe('parseFindingView', () => {
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
    [{ kev: 'true' }, { kev: 'true' }],
    [{ kev: true }, { kev: 'true' }],
    [{ kev: '1' }, {}],
    [{ epssMin: '0.25' }, { epssMin: '0.25' }],
    [{ epssMin: '25' }, {}],
    [{ sbom: '01970000-0000-7000-8000-000000000001' }, { sbom: '01970000-0000-7000-8000-000000000001' }],
    [{ sbom: 'x' }, {}],
    [{ asOf: '2026-11-15T02:10:00Z' }, { asOf: '2026-11-15T02:10:00Z' }],
    [{ asOf: 'yesterday' }, {}],
    [{ suggested: 'true' }, { suggested: 'true' }],
    [{ reason: 'dev-dependency,vex' }, { reason: 'dev-dependency,vex' }],
    [{ reason: '<script>' }, {}],
    [{ decided: 'false_positive,exploitable,x' }, { decided: 'exploitable,false_positive' }],
    [{ label: 'accepted' }, { label: 'accepted' }],
    [{ band: 'P1,P0,P9' }, { band: 'P0,P1' }],
    [{ dueBefore: '2026-11-22T00:00:00Z' }, { dueBefore: '2026-11-22T00:00:00Z' }],
    [{ dueBefore: 'soon' }, {}],
    [{ sort: 'package' }, { sort: 'package' }],
    [{ sort: 'priority' }, {}],
    [{ sort: '__proto__' }, {}],
    [{ tab: 'findings', q: { nested: true } }, {}],
  ])('parses %j as %j', (search, view) => {
    expect(parseFindingView(search)).toEqual(view);
  });

  it('sets every key, so that no raw parameter shows through', () => {
    expect(Object.keys(parseFindingView({}))).toEqual([...FILTER_NAMES, 'sort']);
  });

  it('parses its own output', () => {
    const view = { q: 'a', severity: 'critical,high', relevance: 'not_relevant', sort: 'package' } as const;

    expect(parseFindingView(view)).toEqual(view);
  });
});

describe('listIgnored', () => {
  it.each([
    ['?severity=terrible&kev=maybe&q=x', ['severity', 'kev']],
    ['?sort=priority', []],
    ['?sort=random', ['sort']],
    ['?unknown=1&severity=high', []],
    ['?severity=', []],
  ])('for %s returns %j', (text, names) => {
    expect(listIgnored(text)).toEqual(names);
  });
});

describe('filter values', () => {
  it.each([
    [undefined, 'high', 'high'],
    ['high', 'high', undefined],
    ['critical', 'high', 'critical,high'],
    ['critical,high', 'critical', 'high'],
  ])('%s with %s toggled become %s', (value, one, toggled) => {
    expect(toggleValue(value, one)).toBe(toggled);
  });

  it('can be reduced to a single value and cleared', () => {
    expect(toggleOnly('low,high', 'high')).toBe('high');
    expect(toggleOnly('high', 'high')).toBeUndefined();
  });

  it('count as filters, while a sort order does not', () => {
    expect(hasFilters({ kev: 'true' })).toBe(true);
    expect(hasFilters(parseFindingView({ sort: 'package' }))).toBe(false);
  });
});
