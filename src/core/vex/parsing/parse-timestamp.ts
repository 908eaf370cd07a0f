/**
 * Parses times in VEX documents, with any offset or none, and formats them so that they sort as text: `2024-01-31T23:59:59.000Z`.
 * The core has no clock, so the calendar is computed here.
 */

const RFC_3339 =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt ]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,9}))?([Zz]|[+-][0-9]{2}:[0-9]{2})?$/;
const YEAR_MIN = 1970;
const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Undefined: not a valid date, or before 1970. A time without an offset is taken as UTC. */
export function parseTimestamp(text: string): string | undefined {
  const parts = RFC_3339.exec(text.trim());
  if (parts === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  const offset = parseOffset(parts[8] ?? 'Z');
  if (year < YEAR_MIN || hour > 23 || minute > 59 || second > 59 || offset === undefined) return undefined;
  if (day < 1 || day > daysIn(year, month)) return undefined;
  const minutes = (toDays(year, month, day) * 24 + hour) * 60 + minute - offset;
  if (minutes < 0) return undefined;
  return `${printMinutes(minutes)}:${pad(second)}.${(parts[7] ?? '').slice(0, 3).padEnd(3, '0')}Z`;
}

function parseOffset(text: string): number | undefined {
  if (text === 'Z' || text === 'z') return 0;
  const [hours = 0, minutes = 0] = text.slice(1).split(':').map(Number);
  if (hours > 23 || minutes > 59) return undefined;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

function daysIn(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (DAYS_IN_MONTH[month - 1] ?? 0);
}

/** Days since 1970-01-01. */
function toDays(year: number, month: number, day: number): number {
  let days = day - 1;
  for (let before = 1; before < month; before += 1) days += daysIn(year, before);
  const past = year - 1;
  return days + (past - 1969) * 365 + leapYearsUpTo(past) - leapYearsUpTo(1969);
}

function printMinutes(minutes: number): string {
  let left = Math.floor(minutes / (24 * 60));
  let year = YEAR_MIN;
  while (left >= daysOf(year)) {
    left -= daysOf(year);
    year += 1;
  }
  let month = 1;
  while (left >= daysIn(year, month)) {
    left -= daysIn(year, month);
    month += 1;
  }
  const ofDay = minutes % (24 * 60);
  return `${String(year).padStart(4, '0')}-${pad(month)}-${pad(left + 1)}T${pad(Math.floor(ofDay / 60))}:${pad(ofDay % 60)}`;
}

function daysOf(year: number): number {
  return isLeapYear(year) ? 366 : 365;
}

function leapYearsUpTo(year: number): number {
  return Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
