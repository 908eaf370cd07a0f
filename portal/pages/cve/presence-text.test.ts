import { describe, expect, it } from 'vitest';
import type { WireCveHistoryRow } from '../../../src/api/contract/history/history.ts';
import { describeTimeline, listStrips, toPlacePresence, toPresence } from './presence-text.ts';

const row = (name: string, kind?: NonNullable<WireCveHistoryRow['change']>['kind']) => ({
  version: { id: name, name, createdAt: '2026-11-15T02:10:00.000Z' },
  change:
    kind === undefined
      ? null
      : { kind, cause: 'code' as const, evidence: { component: null, records: [], engine: null } },
});

describe('toPresence', () => {
  it.each([
    ['open', 'relevant', 'present'],
    ['open', 'deprioritized', 'present'],
    ['open', 'not_relevant', 'filtered'],
    ['resolved', null, 'absent'],
    ['retracted', null, 'absent'],
    ['absent', null, 'absent'],
    ['not_uploaded', null, 'notUploaded'],
    ['not_analyzed', null, 'unknown'],
  ] as const)('maps %s and %s to %s', (state, relevance, presence) => {
    expect(toPresence({ state, relevance })).toBe(presence);
  });
});

describe('image strips', () => {
  const place = (slot: string, state: 'present' | 'filtered' | 'absent', version = '1') => ({
    name: slot,
    slot: `${slot}:1`,
    image: `${slot}:1`,
    state,
    versions: [version],
  });

  it('lists affected images first, and none if a document is named by its digest', () => {
    const rows = [
      { places: [place('api', 'absent'), place('worker', 'present')] },
      { places: [place('web', 'absent')] },
    ];

    expect(listStrips(rows)).toEqual(['worker', 'api', 'web']);
    expect(listStrips([...rows, { places: [place('sha256:ab', 'present')] }])).toEqual([]);
  });

  it.each([
    [
      { state: 'open', places: [place('api', 'present', '2')] },
      { presence: 'present', versions: ['2'] },
    ],
    [
      { state: 'open', places: [place('web', 'present')] },
      { presence: 'notUploaded', versions: [] },
    ],
    [
      { state: 'not_analyzed', places: [] },
      { presence: 'unknown', versions: [] },
    ],
  ])('shows the presence in an image: %j', (row, expected) => {
    expect(toPlacePresence(row as Parameters<typeof toPlacePresence>[0], 'api')).toEqual(expected);
  });
});

describe('describeTimeline', () => {
  it.each([
    [
      [row('r41', 'introduced'), row('r42', 'resolved'), row('r43'), row('r45', 'reintroduced')],
      'Introduced in r41, fixed in r42, reintroduced in r45.',
    ],
    [[row('1', 'introduced'), row('2', 'changed')], 'Introduced in 1.'],
    [[row('1')], 'No version of this service is affected.'],
  ])('describes %j', (rows, expected) => {
    expect(describeTimeline(rows)).toBe(expected);
  });
});
