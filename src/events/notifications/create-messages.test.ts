import { describe, expect, it } from 'vitest';
import type { Band } from '../../core/vocabulary/priority.ts';
import { isWanted, toDigestTime } from './create-messages.ts';

describe('the filter of a rule', () => {
  const finding = { findingId: 'f', serviceId: 's' };
  const upload = { findingId: null, serviceId: 's' };
  const warning = { findingId: null, serviceId: null };

  it.each<
    [string, Band | null, string[] | null, typeof finding | typeof upload | typeof warning, Band | null, boolean]
  >([
    ['every event without conditions', null, null, finding, null, true],
    ['a finding of the minimum priority', 'P1', null, finding, 'P1', true],
    ['a more urgent finding', 'P1', null, finding, 'P0', true],
    ['no finding that is less urgent', 'P1', null, finding, 'P2', false],
    ['no finding without a priority', 'P4', null, finding, null, false],
    ['an event without a finding at any priority', 'P0', null, upload, null, true],
    ['an event of a version with the tag', null, ['prod', 'x'], upload, null, true],
    ['no event of a version without the tag', null, ['x'], upload, null, false],
    ['an event of the organization with any tags', null, ['x'], warning, null, true],
    ['no finding that meets only one condition', 'P1', ['x'], finding, 'P0', false],
  ])('accepts %s', (_, minPriority, tags, event, priority, expected) => {
    expect(isWanted({ minPriority, tags }, event, { priority, tags: ['prod'] })).toBe(expected);
  });
});

describe('the time of a digest', () => {
  it.each([
    ['2026-11-18T06:59:59.999Z', '2026-11-18T07:00:00.000Z'],
    ['2026-11-18T07:00:00.000Z', '2026-11-19T07:00:00.000Z'],
    ['2026-12-31T23:00:00.000Z', '2027-01-01T07:00:00.000Z'],
  ])('after %s is %s', (now, time) => {
    expect(toDigestTime(now, 7)).toBe(time);
  });
});
