import { describe, expect, it } from 'vitest';
import {
  addFilters,
  completeFilter,
  parseFilterText,
  parseSavedFilter,
  toSavedQuery,
  withSavedFilter,
} from './parse-filters.ts';

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
    expect(parseFilterText(text)).toEqual({ filters, rest, pending: '' });
  });
});

describe('parseFilterText while the last word is typed', () => {
  it.each([
    ['lodash', {}, 'lodash', ''],
    ['lodash ', {}, 'lodash', ''],
    ['sev', {}, '', 'sev'],
    ['severity:', {}, '', 'severity:'],
    ['severity:crit', {}, '', 'severity:crit'],
    ['severity:critical', { severity: 'critical' }, '', ''],
    ['severity:critical,', {}, '', 'severity:critical,'],
    ['severity:critical,high', { severity: 'critical,high' }, '', ''],
    ['lodash kev:true', { kev: 'true' }, 'lodash', ''],
    ['lodash kev:t', {}, 'lodash', 'kev:t'],
    ['package:lod', {}, '', 'package:lod'],
    ['package:lodash ', { package: 'lodash' }, '', ''],
    ['kev:true lod', { kev: 'true' }, 'lod', ''],
    ['epssMin:0', {}, '', 'epssMin:0'],
    ['band:P0', { band: 'P0' }, '', ''],
    ['pkg:npm/lodash', {}, 'pkg:npm/lodash', ''],
    ['severity:terrible', {}, '', 'severity:terrible'],
    ['severity:terrible ', {}, 'severity:terrible', ''],
    ['log4j log4j', {}, 'log4j log4j', ''],
    ['se', {}, 'se', ''],
    ['__proto__:x', {}, '__proto__:x', ''],
    [':', {}, ':', ''],
    ['', {}, '', ''],
  ])('parses %j', (text, filters, rest, pending) => {
    expect(parseFilterText(text, false)).toEqual({ filters, rest, pending });
  });
});

describe('completeFilter', () => {
  it.each([
    ['sev', ['severity:']],
    ['SEV', ['severity:']],
    ['lodash se', ['severity:']],
    [
      'severity:',
      ['severity:critical', 'severity:high', 'severity:medium', 'severity:low', 'severity:none', 'severity:unknown'],
    ],
    ['severity:h', ['severity:high']],
    ['severity:high,c', ['severity:high,critical']],
    ['kev:', ['kev:true', 'kev:false']],
    ['band:p0', ['band:P0']],
    ['package:', []],
    ['nothing:', []],
    ['', []],
    ['lodash ', []],
  ])('completes %j', (text, words) => {
    expect(completeFilter(text).map(({ word }) => word)).toEqual(words);
  });
});

describe('addFilters', () => {
  it('adds values where several are accepted, and replaces others', () => {
    const view = { severity: 'high', kev: 'true', q: 'x' };

    expect(addFilters(view, { severity: 'critical', kev: 'false' })).toEqual({
      severity: 'critical,high',
      kev: 'false',
    });
    expect(addFilters({}, { severity: 'low' })).toEqual({ severity: 'low' });
  });
});
