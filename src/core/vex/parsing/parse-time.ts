/** Time of a statement as given in the document, but never later than its receipt: otherwise nothing could replace it. */
import { toDate, toDayNumber } from '../../calendar.ts';
import { textIn } from './untrusted-fields.ts';
import type { VexDraft } from './vex-document.ts';

/** The first of the members with a valid time; undefined if there is none. */
export function parseTime(
  value: unknown,
  { names, path }: { readonly names: readonly string[]; readonly path: string },
  { receivedAt, warnings }: Pick<VexDraft, 'receivedAt' | 'warnings'>,
): string | undefined {
  for (const name of names) {
    const text = textIn(value, name);
    if (text === undefined) continue;
    const instant = parseTimestamp(text);
    if (instant === undefined) {
      warnings.add('timestamp-invalid', `${path}/${name}`);
      continue;
    }
    if (instant <= receivedAt) return instant;
    warnings.add('timestamp-future', `${path}/${name}`);
    return receivedAt;
  }
  return undefined;
}

const RFC_3339 =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt ]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,9}))?([Zz]|[+-][0-9]{2}:[0-9]{2})?$/;
const MINUTES_PER_DAY = 24 * 60;
const EPOCH = toDayNumber(1970, 1, 1);

/**
 * Accepts any offset or none, which is taken as UTC, and returns a form that sorts as text: `2024-01-31T23:59:59.000Z`. Undefined:
 * not a valid date, or before 1970.
 */
export function parseTimestamp(text: string): string | undefined {
  const parts = RFC_3339.exec(text.trim());
  if (parts === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  const offset = parseOffset(parts[8] ?? 'Z');
  if (hour > 23 || minute > 59 || second > 59 || offset === undefined) return undefined;
  const dayNumber = toDayNumber(year, month, day);
  // A day that is not in the calendar, such as February 30, is printed as another one.
  if (toDate(dayNumber) !== parts.slice(1, 4).join('-')) return undefined;
  const minutes = dayNumber * MINUTES_PER_DAY + hour * 60 + minute - offset;
  if (dayNumber < EPOCH || minutes < EPOCH * MINUTES_PER_DAY) return undefined;
  const date = toDate(Math.floor(minutes / MINUTES_PER_DAY));
  const ofDay = minutes % MINUTES_PER_DAY;
  const time = [Math.floor(ofDay / 60), ofDay % 60, second].map((part) => String(part).padStart(2, '0')).join(':');
  return `${date}T${time}.${(parts[7] ?? '').slice(0, 3).padEnd(3, '0')}Z`;
}

function parseOffset(text: string): number | undefined {
  if (text === 'Z' || text === 'z') return 0;
  const [hours = 0, minutes = 0] = text.slice(1).split(':').map(Number);
  if (hours > 23 || minutes > 59) return undefined;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
