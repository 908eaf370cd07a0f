import { describe, expect, it } from 'vitest';
import { toSchedule } from './jobs.ts';

describe('toSchedule', () => {
  it.each([
    [5, '*/5 * * * *'],
    [30, '*/30 * * * *'],
    [60, '17 * * * *'],
    [240, '17 */4 * * *'],
  ])('converts %i minutes to %s', (minutes, schedule) => {
    expect(toSchedule(minutes)).toBe(schedule);
  });
});
