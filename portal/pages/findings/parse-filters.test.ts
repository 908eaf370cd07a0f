import { describe, expect, it } from 'vitest';
import { parseFilterText, parseSavedFilter, toSavedQuery, withSavedFilter } from './parse-filters.ts';

describe('saved filter', () => {
  it('is restored as it was saved, without other parameters of the page', () => {
    const view = { severity: 'critical,high', kev: 'true', sort: 'package', finding: 'x', tab: 'sboms' } as const;

    const query = toSavedQuery(view);

    expect(query).toBe('severity=critical%2Chigh&kev=true&sort=package');
    expect(parseSavedFilter(query)).toMatchObject({ severity: 'critical,high', kev: 'true', sort: 'package' });
  });

  it('is validated like an untrusted URL', () => {
    expect(parseSavedFilter('severity=terrible&__proto__=1&q=%00')).not.toMatchObject({ severity: 'terrible' });
  });

  it('replaces one with the same name', () => {
    const saved = [
      { name: 'a', query: 'q=1' },
      { name: 'b', query: 'q=2' },
    ];

    expect(withSavedFilter(saved, { name: 'a', query: 'q=3' })).toEqual([{ name: 'a', query: 'q=3' }, saved[1]]);
    expect(withSavedFilter(saved, { name: 'c', query: 'q=3' })).toEqual([...saved, { name: 'c', query: 'q=3' }]);
  });
});

describe('parseFilterText', () => {
  it.each([
    ['lodash', {}, 'lodash'],
    ['kev:true severity:critical', { kev: 'true', severity: 'critical' }, ''],
    ['KEV:true  lodash  direct:false', { kev: 'true', direct: 'false' }, 'lodash'],
    ['severity:critical,high x', { severity: 'critical,high' }, 'x'],
    ['severity:terrible', {}, 'severity:terrible'],
    ['pkg:npm/lodash', {}, 'pkg:npm/lodash'],
    ['package:log4j-core', { package: 'log4j-core' }, ''],
    ['org.apache:log4j', {}, 'org.apache:log4j'],
    ['q:x', {}, 'q:x'],
    [':', {}, ':'],
  ])('parses %j', (text, filters, rest) => {
    expect(parseFilterText(text)).toEqual({ filters, rest });
  });
});
