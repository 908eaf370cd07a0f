/** The range of days of a time series: the requested days, or the most recent ones by default. */
import { LIMITS } from '../../../core/limits.ts';
import { PARAMETER_INVALID } from '../../errors.ts';

const DAY_MS = 24 * 3_600_000;

export function toDayRange(
  query: { readonly from?: string | undefined; readonly to?: string | undefined },
  nowMs: number,
): { readonly from: string; readonly to: string } {
  const today = toDay(nowMs);
  const to = query.to === undefined || query.to > today ? today : query.to;
  const from = query.from ?? toDay(Date.parse(to) - (LIMITS.historyDaysDefault - 1) * DAY_MS);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) throw PARAMETER_INVALID({ summary: 'The parameter "from" must not be after "to" or in the future.' });
  if (days > LIMITS.historyDaysMax)
    throw PARAMETER_INVALID({
      summary: `The range from "from" to "to" must be at most ${LIMITS.historyDaysMax} days.`,
    });
  return { from, to };
}

function toDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
