import { describe, expect, it } from 'vitest';
import { parseFilterText } from './search-text.ts';

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
