/** The trend of an organization as shapes of a drawing, and as one sentence. */
import { SEVERITIES, type Severity } from '../../src/core/vocabulary/severity.ts';
import type { WireOverview } from '../../src/api/contract/history/overview.ts';
import { countOf, formatCount } from '../text/format/counts.ts';

export type TrendPoint = WireOverview['trend'][number];
export type TrendOf = 'findings' | 'risk';

export const TREND_WIDTH = 600;
export const TREND_HEIGHT = 160;

/** `98 open findings, 22 fewer than 89 days ago.` */
export function describeTrend(points: readonly TrendPoint[], of: TrendOf): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return 'No results yet.';
  const [before, now] = [valueOf(first, of), valueOf(last, of)].map(Math.round) as [number, number];
  const what = of === 'findings' ? countOf(now, 'open finding') : `Risk ${formatCount(now)}`;
  const than = `${countOf(points.length - 1, 'day')} ago`;
  if (now === before) return `${what}, as many as ${than}.`.replace('as many', of === 'risk' ? 'the same' : 'as many');
  const more = of === 'findings' ? ['more', 'fewer'] : ['higher', 'lower'];
  return `${what}, ${formatCount(Math.abs(now - before))} ${now > before ? more[0] : more[1]} than ${than}.`;
}

/** Leaves out the days before the first result, except the last of them. */
export function trimTrend(points: readonly TrendPoint[]): readonly TrendPoint[] {
  const first = points.findIndex(({ total }) => total > 0);
  return first <= 0 ? points : points.slice(first - 1);
}

export function valueOf({ total, risk }: TrendPoint, of: TrendOf): number {
  return of === 'findings' ? total : risk;
}

/** The highest value of the axis: 1, 2 or 5 times a power of ten. */
export function topOf(values: readonly number[]): number {
  const highest = Math.max(1, ...values);
  const power = 10 ** Math.floor(Math.log10(highest));
  return ([1, 2, 5, 10].find((factor) => factor * power >= highest) ?? 10) * power;
}

interface Area {
  readonly severity: Severity;
  readonly path: string;
}

/** Stacked areas, the most severe at the bottom, so that its height can be read from the axis. */
export function toAreas(points: readonly TrendPoint[], top: number): Area[] {
  let below = points.map(() => 0);
  return SEVERITIES.filter((severity) => points.some(({ bySeverity }) => bySeverity[severity] > 0)).map((severity) => {
    const above = points.map(({ bySeverity }, index) => (below[index] ?? 0) + bySeverity[severity]);
    const path = `M${toPlaces(above, top).join('L')}L${toPlaces(below, top).toReversed().join('L')}Z`;
    below = above;
    return { severity, path };
  });
}

/** Places of a line, in the size of the drawing. */
export function toPlaces(
  values: readonly number[],
  top: number,
  [width, height] = [TREND_WIDTH, TREND_HEIGHT],
): string[] {
  const step = width / Math.max(1, values.length - 1);
  return values.map((value, index) => `${(index * step).toFixed(1)} ${(height - (value / top) * height).toFixed(1)}`);
}
