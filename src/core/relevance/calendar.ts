/**
 * Date arithmetic on ISO 8601 texts, without a clock. A day has 24 hours in UTC, and a date without a time is its beginning. The
 * day count follows Howard Hinnant, https://howardhinnant.github.io/date_algorithms.html.
 */
import { parseDay, parseInstant } from '../advisory/instant.ts';

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

const DAYS_PER_ERA = 146_097;

/** Years begin in March, so that the leap day is the last day of the year. */
function toDayNumber(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return era * DAYS_PER_ERA + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
}

function toDate(number: number): string {
  const era = Math.floor(number / DAYS_PER_ERA);
  const dayOfEra = number - era * DAYS_PER_ERA;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  const month = ((fromMarch + 2) % 12) + 1;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return [year, month, day].map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-');
}
