/** Formats times for users: relative, with the exact time in UTC next to it. The current time is an argument. */

const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The clocks of server and browser differ, so an instant in the future counts as just now. */
export function toAge(instant: string, nowMs: number): string {
  const ageMs = nowMs - Date.parse(instant);
  if (Number.isNaN(ageMs)) return 'at an unknown time';
  if (ageMs < MINUTE_MS) return 'just now';
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)} min ago`;
  if (ageMs < 2 * DAY_MS) return toUnits(ageMs / HOUR_MS, 'hour');
  if (ageMs < 730 * DAY_MS) return toUnits(ageMs / DAY_MS, 'day');
  return toUnits(ageMs / (365 * DAY_MS), 'year');
}

function toUnits(amount: number, unit: string): string {
  const whole = Math.floor(amount);
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`;
}

/** Time until something happens automatically: `in 5 min`. */
export function toWait(instant: string, nowMs: number): string {
  const waitMs = Date.parse(instant) - nowMs;
  if (Number.isNaN(waitMs) || waitMs < MINUTE_MS) return 'soon';
  if (waitMs < 2 * HOUR_MS) return `in ${Math.ceil(waitMs / MINUTE_MS)} min`;
  return waitMs < 2 * DAY_MS ? `in ${Math.ceil(waitMs / HOUR_MS)} hours` : `in ${Math.ceil(waitMs / DAY_MS)} days`;
}

/** `2026-11-15 02:10 UTC` */
export function toInstant(instant: string): string {
  const ms = Date.parse(instant);
  if (Number.isNaN(ms)) return 'unknown time';
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Duration as `0.8 s` or `2 min 5 s`; undefined while one end is missing. */
export function toDuration(start: string | null, end: string | null): string | undefined {
  if (start === null || end === null) return undefined;
  const seconds = Math.max(0, Date.parse(end) - Date.parse(start)) / 1000;
  if (Number.isNaN(seconds)) return undefined;
  if (seconds < 0.05) return 'less than 0.1 s';
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}
