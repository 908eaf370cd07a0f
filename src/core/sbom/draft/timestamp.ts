/** Validates the timestamp of a document. It is only displayed, but an invalid one gives a warning. */
import type { WarningList } from './warning-list.ts';

const DATE_TIME =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]{1,9})?(?:Z|[+-][0-9]{2}:[0-9]{2})$/i;
const FEWEST = [1970, 1, 1, 0, 0, 0] as const;
const MOST = [9999, 12, 31, 23, 59, 60] as const;

export function checkTimestamp(timestamp: unknown, path: string, warnings: WarningList): void {
  if (timestamp === undefined || timestamp === null) return;
  if (typeof timestamp !== 'string' || !isTimestamp(timestamp)) warnings.add('TIMESTAMP_INVALID', path);
}

function isTimestamp(text: string): boolean {
  const parts = DATE_TIME.exec(text)?.slice(1).map(Number) ?? [];
  return parts.length > 0 && parts.every((part, i) => part >= (FEWEST[i] ?? 0) && part <= (MOST[i] ?? 0));
}
