import { describe, expect, it } from 'vitest';
import { toAge, toDuration, toInstant, toWait } from './time.ts';

const NOW = Date.parse('2026-11-15T12:00:00.000Z');

describe('toAge', () => {
  it.each([
    ['2026-11-15T11:59:31.000Z', 'just now'],
    ['2026-11-15T11:58:59.000Z', '1 min ago'],
    ['2026-11-15T11:00:01.000Z', '59 min ago'],
    ['2026-11-15T11:00:00.000Z', '1 hour ago'],
    ['2026-11-13T13:00:00.000Z', '47 hours ago'],
    ['2026-11-13T12:00:00.000Z', '2 days ago'],
    ['2025-11-15T12:00:00.000Z', '365 days ago'],
    ['2021-11-15T12:00:00.000Z', '5 years ago'],
  ])('describes %s as "%s"', (instant, text) => {
    expect(toAge(instant, NOW)).toBe(text);
  });

  it('treats a future instant as now, because clocks differ', () => {
    expect(toAge('2026-11-15T12:05:00.000Z', NOW)).toBe('just now');
  });

  it('returns no age for an invalid instant', () => {
    expect(toAge('soon', NOW)).toBe('at an unknown time');
  });
});

describe('toWait', () => {
  it.each([
    ['2026-11-15T11:00:00.000Z', 'soon'],
    ['2026-11-15T12:00:59.000Z', 'soon'],
    ['2026-11-15T12:04:30.000Z', 'in 5 min'],
    ['2026-11-15T14:00:00.000Z', 'in 2 hours'],
    ['2026-11-18T12:00:00.000Z', 'in 3 days'],
    ['later', 'soon'],
  ])('describes %s as "%s"', (instant, text) => {
    expect(toWait(instant, NOW)).toBe(text);
  });
});

describe('toInstant', () => {
  it.each([
    ['2026-11-15T02:10:59.123Z', '2026-11-15 02:10 UTC'],
    ['2026-11-15T02:10:00+02:00', '2026-11-15 00:10 UTC'],
    ['', 'unknown time'],
  ])('formats %j as %s', (instant, text) => {
    expect(toInstant(instant)).toBe(text);
  });
});

describe('toDuration', () => {
  it.each([
    ['2026-11-15T12:00:00.000Z', '2026-11-15T12:00:00.820Z', '0.8 s'],
    ['2026-11-15T12:00:00.000Z', '2026-11-15T12:02:05.900Z', '2 min 5 s'],
    ['2026-11-15T12:00:01.000Z', '2026-11-15T12:00:00.000Z', 'less than 0.1 s'],
    [null, '2026-11-15T12:00:00.000Z', undefined],
    ['2026-11-15T12:00:00.000Z', null, undefined],
  ])('from %s to %s is %s', (start, end, text) => {
    expect(toDuration(start, end)).toBe(text);
  });
});
