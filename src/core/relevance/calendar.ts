/** Date arithmetic on ISO 8601 texts. A day has 24 hours in UTC, and a date without a time is its beginning. */
import { parseDay, parseInstant } from '../advisory/instant.ts';
import { toDate, toDayNumber } from '../calendar.ts';

/** `addDays('2024-02-28T12:00:00.000Z', 2)` is `2024-03-01T12:00:00.000Z`; undefined for an invalid time. */
export function addDays(instant: string, days: number): string | undefined {
  const known = toInstant(instant);
  if (known === undefined) return undefined;
  const [year, month, day] = known.slice(0, 10).split('-').map(Number);
  return `${toDate(toDayNumber(year ?? 0, month ?? 1, day ?? 1) + days)}${known.slice(10, -4)}Z`;
}

/** False if either text is not a valid time. */
export function isBefore(a: string, b: string): boolean {
  const [x, y] = [toInstant(a), toInstant(b)];
  return x !== undefined && y !== undefined && x < y;
}

/** Returns the later of both; an invalid `b` is never later. */
export function laterOf(a: string, b: string): string {
  return isBefore(a, b) ? b : a;
}

/** Normalizes to a form whose texts sort like the times. */
function toInstant(text: string): string | undefined {
  return parseInstant(parseDay(text) === undefined ? text : `${text}T00:00:00Z`);
}
