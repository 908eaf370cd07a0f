/**
 * Normalizes the timestamps of feeds to one form that sorts by time as text: `2024-01-31T23:59:59.000000Z`. Feeds write no
 * fraction, three or six digits, so that as plain text `00Z` would sort after `00.5Z`.
 */

const RFC_3339 =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,9}))?(?:[Zz]|[+-]00:00)$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
// Go's zero time (`0001-01-01`) means "not set", and no advisory is older than 1970.
const YEAR_MIN = 1970;

/** Returns undefined if the text is not a valid UTC time, or is before 1970. */
export function parseInstant(text: string): string | undefined {
  const parts = RFC_3339.exec(text);
  if (parts === null) return undefined;
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '', fraction = ''] = parts;
  if (Number(year) < YEAR_MIN || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const days = DAYS[Number(month) - 1];
  if (days === undefined) return undefined;
  const isLeapDay = month === '02' && day === '29' && isLeapYear(Number(year));
  if (Number(day) < 1 || (Number(day) > days && !isLeapDay)) return undefined;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 6).padEnd(6, '0')}Z`;
}

const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

/** Returns the day (`2024-01-31`), or undefined if it is not a valid date. */
export function parseDay(text: string): string | undefined {
  return DAY.test(text) && parseInstant(`${text}T00:00:00Z`) !== undefined ? text : undefined;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
