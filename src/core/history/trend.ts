/** The trend of open findings: the numbers of each day, from the current ones back through the changes of each day. */
import { parseDay, toDate } from '../calendar.ts';
import { mapSeverities, SEVERITIES, type Severity } from '../vocabulary/severity.ts';

export interface OpenTotals {
  readonly bySeverity: Readonly<Record<Severity, number>>;
  readonly risk: number;
}

/** What a day added, or removed if negative. */
export interface DayChange extends OpenTotals {
  /** `2026-11-14`, in UTC. */
  readonly day: string;
}

export interface TrendDay extends OpenTotals {
  readonly day: string;
  readonly total: number;
}

/**
 * Returns `count` days, the last of which is `today` with the current numbers. Never below zero: a service that is deleted
 * disappears from the current numbers and from its changes, but changes after its removal from the lists may remain.
 */
export function toTrend(
  current: OpenTotals,
  changes: readonly DayChange[],
  { today, count }: { readonly today: string; readonly count: number },
): TrendDay[] {
  const byDay = new Map(changes.map((change) => [change.day, change]));
  const days: TrendDay[] = [];
  let totals = current;
  for (let back = 0; back < count; back += 1) {
    const day = toDate(parseDay(today) - back);
    days.push(toDay(day, totals));
    const change = byDay.get(day);
    if (change !== undefined) totals = without(totals, change);
  }
  return days.toReversed();
}

function toDay(day: string, { bySeverity, risk }: OpenTotals): TrendDay {
  const counts = mapSeverities((severity) => Math.max(0, bySeverity[severity]));
  const total = SEVERITIES.reduce((sum, severity) => sum + counts[severity], 0);
  return { day, total, bySeverity: counts, risk: total === 0 ? 0 : Math.max(0, Math.round(risk * 10) / 10) };
}

function without(totals: OpenTotals, change: OpenTotals): OpenTotals {
  return {
    bySeverity: mapSeverities((severity) => totals.bySeverity[severity] - change.bySeverity[severity]),
    risk: totals.risk - change.risk,
  };
}
