/**
 * Points in time as feeds write them, in one form whose texts sort like the times: `2024-01-31T23:59:59.000000Z`. Feeds write
 * no fraction, three or six digits, which as plain text would sort `00Z` after `00.5Z`.
 */

const RFC_3339 =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,9}))?(?:[Zz]|[+-]00:00)$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
// The zero time of Go (`0001-01-01`) stands for "not set", and nothing was published before there were advisories.
const YEAR_MIN = 1970;

/** Undefined: no time in UTC, or one that the calendar does not have, or one before 1970. */
export function readInstant(text: string): string | undefined {
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

/** `2024-01-31`; undefined for what the calendar does not have. */
export function readDay(text: string): string | undefined {
  return DAY.test(text) && readInstant(`${text}T00:00:00Z`) !== undefined ? text : undefined;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
