/** Chart points of a burn-down: remaining findings and risk after each step of a plan. */
import type { WireRemainingCounts, WireRemediation } from '../../../src/api/contract/findings/remediation.ts';
import { toShare } from './text/plan-text.ts';
import { countOf, formatCount } from '../../text/format/counts.ts';

export interface BurnDownPoint extends WireRemainingCounts {
  /** Number of steps taken. 0 is the current state. */
  readonly step: number;
}

/** Returns the current state followed by one point per step. */
export function toBurnDown({ prediction: { before }, actions }: WireRemediation): readonly BurnDownPoint[] {
  const now = { step: 0, findings: before.total, risk: before.risk, bySeverity: before.bySeverity };
  return [now, ...actions.map(({ after }, index) => ({ ...after, step: index + 1 }))];
}

/** Thins the points evenly to at most `countMax`. The first point, the last one and the stop are always kept. */
export function thinPoints(points: readonly BurnDownPoint[], countMax: number, stop: number): readonly BurnDownPoint[] {
  if (points.length <= countMax) return points;
  const last = points.length - 1;
  const kept = new Set(Array.from({ length: countMax - 1 }, (_, index) => Math.round((index * last) / (countMax - 2))));
  kept.add(stop);
  return points.filter(({ step }) => kept.has(step));
}

/** Whether a column has a label below it: the first, the last, and as many in between as fit. */
export function isNamed(index: number, count: number, namedMax: number): boolean {
  const every = Math.ceil(count / namedMax);
  // Labels of adjacent columns would overlap.
  return index === 0 || (index >= every && (count - 1 - index) % every === 0);
}

/** Whether a column keeps its number when there is no room for all of them: the first, the last and the stop. */
export function isNumbered(index: number, count: number, stopIndex: number): boolean {
  if (index === stopIndex) return true;
  return (index === 0 || index === count - 1) && Math.abs(index - stopIndex) > 3;
}

/** Returns the height of a part of a column as a share of the highest column. */
export function toHeight(count: number, points: readonly BurnDownPoint[]): number {
  const highest = Math.max(1, ...points.map(({ findings }) => findings));
  return count / highest;
}

/** Returns the risk line through the middle of each column, as points in a 100 by 100 viewBox. */
export function toRiskLine(points: readonly BurnDownPoint[]): string {
  const highest = Math.max(...points.map(({ risk }) => risk));
  if (!(highest > 0)) return '';
  return points
    .map(({ risk }, index) => `${round(((index + 0.5) / points.length) * 100)},${round(100 - (risk / highest) * 100)}`)
    .join(' ');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** `Now 212 findings; after 9 steps 14 remain, with 7 % of the risk.` */
export function describeBurnDown(points: readonly BurnDownPoint[]): string {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return 'No steps.';
  if (last.findings === 0) {
    return `Now ${countOf(first.findings, 'finding')}; after ${countOf(last.step, 'step')} none remain.`;
  }
  const remain = last.findings === 1 ? '1 remains' : `${formatCount(last.findings)} remain`;
  return `Now ${countOf(first.findings, 'finding')}; after ${countOf(last.step, 'step')} ${remain}, with ${toShare(last.risk, first.risk)} of the risk.`;
}
