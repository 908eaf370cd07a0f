/**
 * Days of the Gregorian calendar as numbers, because the core has no clock. After Howard Hinnant,
 * https://howardhinnant.github.io/date_algorithms.html.
 */

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

const DAYS_PER_ERA = 146_097;

/** Years begin in March, so that the leap day is the last day of the year. */
export function toDayNumber(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return era * DAYS_PER_ERA + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
}

/** `2024-02-29`. */
export function toDate(dayNumber: number): string {
  const era = Math.floor(dayNumber / DAYS_PER_ERA);
  const dayOfEra = dayNumber - era * DAYS_PER_ERA;
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

const EPOCH = toDayNumber(1970, 1, 1);

/** Milliseconds since 1970 of a time in UTC as it is stored: `2024-02-29T23:59:59.000Z`, with any number of decimals. */
export function toMilliseconds(instant: string): number {
  const seconds =
    Number(instant.slice(11, 13)) * 3_600 + Number(instant.slice(14, 16)) * 60 + Number(instant.slice(17, -1));
  return (parseDay(instant) - EPOCH) * DAY_MS + seconds * 1_000;
}

/** The number of the day of `2024-02-29`, or of a time on it. */
export function parseDay(text: string): number {
  return toDayNumber(Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10)));
}
