/** What is left of the findings and of their risk, step by step, as places of a chart. */
import type { WireRemainingCounts, WireRemediation } from '../../src/api/contract/remediation.ts';
import { toShare } from '../wording/plan-words.ts';
import { countOf, formatCount } from '../wording/counts.ts';

export interface BurnDownPoint extends WireRemainingCounts {
  /** How many steps were taken; 0: none. */
  readonly step: number;
}

/** One more than there are steps: how it is now comes first. */
export function toBurnDown({ prediction: { before }, actions }: WireRemediation): readonly BurnDownPoint[] {
  const now = { step: 0, findings: before.total, risk: before.risk, bySeverity: before.bySeverity };
  return [now, ...actions.map(({ after }, index) => ({ ...after, step: index + 1 }))];
}

/** At most so many, evenly; the first, the last and the one where somebody stops are always among them. */
export function thinPoints(points: readonly BurnDownPoint[], countMax: number, stop: number): readonly BurnDownPoint[] {
  if (points.length <= countMax) return points;
  const last = points.length - 1;
  const kept = new Set(Array.from({ length: countMax - 1 }, (_, index) => Math.round((index * last) / (countMax - 2))));
  kept.add(stop);
  return points.filter(({ step }) => kept.has(step));
}

/** Which columns are named below: now, the last, and between them as many as there is room for. */
export function isNamed(index: number, count: number, namedMax: number): boolean {
  const every = Math.ceil(count / namedMax);
  // Two names side by side would run into each other.
  return index === 0 || (index >= every && (count - 1 - index) % every === 0);
}

/** Which columns have their number above where there is no room for all: both ends and where somebody stops. */
export function isNumbered(index: number, count: number, stopIndex: number): boolean {
  if (index === stopIndex) return true;
  return (index === 0 || index === count - 1) && Math.abs(index - stopIndex) > 3;
}

/** Each part of a column as a share of the whole height, which is the highest column. */
export function toHeight(count: number, points: readonly BurnDownPoint[]): number {
  const highest = Math.max(1, ...points.map(({ findings }) => findings));
  return count / highest;
}

/** The risk as a line over the columns, each in the middle of its own, in a square of 100 by 100. */
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
  if (first === undefined || last === undefined) return 'There is no step.';
  if (last.findings === 0) {
    return `Now ${countOf(first.findings, 'finding')}; after ${countOf(last.step, 'step')} none remains.`;
  }
  const remain = last.findings === 1 ? '1 remains' : `${formatCount(last.findings)} remain`;
  return `Now ${countOf(first.findings, 'finding')}; after ${countOf(last.step, 'step')} ${remain}, with ${toShare(last.risk, first.risk)} of the risk.`;
}
