import { describe, expect, it } from 'vitest';
import {
  parseAiView,
  parseCompareView,
  parseServicesView,
  parseServiceView,
  parseTokensView,
} from '../search-params/page-views.ts';
import { parseComponentView, parseUsedComponentView } from './components/component-view.ts';
import { parseCveView, toInstantOf } from './cve/cve-view.ts';

const ID = '01970000-0000-7000-8000-000000000001';

describe('URL parameters of pages around a version', () => {
  it.each([
    [parseServiceView, { chart: 'time', offset: '100' }, { chart: 'time', offset: 100 }],
    [parseServiceView, { chart: 'pie' }, {}],
    [
      parseServicesView,
      { q: 'shop', tag: ' release ', state: 'failed,queued,lost', severity: 'high,critical', inactiveDays: '30' },
      { q: 'shop', tag: 'release', state: 'queued,failed', severity: 'critical,high', inactiveDays: 30 },
    ],
    [parseServicesView, { state: '__proto__', severity: 'terrible', inactiveDays: '-1', tag: ' ' }, {}],
    [parseServicesView, { inactiveDays: '9999' }, {}],
    [
      parseCompareView,
      { base: 'r44', head: 'r45', cause: 'advisory' },
      { base: 'r44', head: 'r45', cause: 'advisory' },
    ],
    [parseCompareView, { base: '', head: 7, cause: '__proto__' }, { head: '7' }],
    [parseCveView, { asOf: '2026-11-14' }, { asOf: '2026-11-14' }],
    [parseCveView, { asOf: '2026-02-31' }, {}],
    [parseCveView, { asOf: '0001-01-01' }, {}],
    [
      parseUsedComponentView,
      { q: ' log4j ', unchecked: 'true', reason: 'no-version' },
      { q: 'log4j', unchecked: 'true', reason: 'no-version' },
    ],
    [parseUsedComponentView, { ecosystem: '<b>', unchecked: '1' }, {}],
    [parseTokensView, { create: 'true' }, { create: true }],
    [parseAiView, { enable: '1' }, {}],
    [parseComponentView, { in: ID, graph: 'true' }, { in: ID, graph: 'true' }],
    [parseComponentView, { in: 'r45', graph: '1' }, {}],
  ] as const)('%o parses %j as %j', (read, search, view) => {
    expect(read(search)).toEqual(view);
  });

  it('uses the end of the day as the instant', () => {
    expect(toInstantOf('2026-11-14')).toBe('2026-11-14T23:59:59.999Z');
  });
});
