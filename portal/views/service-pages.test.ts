import { describe, expect, it } from 'vitest';
import { readCompareView } from './compare-view.ts';
import { readComponentView, readUsedComponentView } from './component-view.ts';
import { readCveView, toInstantOf } from './cve-view.ts';
import { readServiceView } from './service-view.ts';
import { readServicesView } from './services-view.ts';

const ID = '01970000-0000-7000-8000-000000000001';

describe('URL parameters of pages around a version', () => {
  it.each([
    [readServiceView, { chart: 'time', offset: '100' }, { chart: 'time', offset: 100 }],
    [readServiceView, { chart: 'pie' }, {}],
    [
      readServicesView,
      { q: 'shop', tag: ' release ', state: 'failed,queued,lost', severity: 'high,critical', quietDays: '30' },
      { q: 'shop', tag: 'release', state: 'queued,failed', severity: 'critical,high', quietDays: 30 },
    ],
    [readServicesView, { state: '__proto__', severity: 'terrible', quietDays: '-1', tag: ' ' }, {}],
    [readServicesView, { quietDays: '9999' }, {}],
    [readCompareView, { base: 'r44', head: 'r45', cause: 'advisory' }, { base: 'r44', head: 'r45', cause: 'advisory' }],
    [readCompareView, { base: '', head: 7, cause: '__proto__' }, { head: '7' }],
    [readCveView, { asOf: '2026-11-14' }, { asOf: '2026-11-14' }],
    [readCveView, { asOf: '2026-02-31' }, {}],
    [readCveView, { asOf: '0001-01-01' }, {}],
    [
      readUsedComponentView,
      { q: ' log4j ', unchecked: 'true', reason: 'no-version' },
      { q: 'log4j', unchecked: 'true', reason: 'no-version' },
    ],
    [readUsedComponentView, { ecosystem: '<b>', unchecked: '1' }, {}],
    [readComponentView, { in: ID, graph: 'true' }, { in: ID, graph: 'true' }],
    [readComponentView, { in: 'r45', graph: '1' }, {}],
  ] as const)('%o parses %j as %j', (read, search, view) => {
    expect(read(search)).toEqual(view);
  });

  it('uses the end of the day as the instant', () => {
    expect(toInstantOf('2026-11-14')).toBe('2026-11-14T23:59:59.999Z');
  });
});
