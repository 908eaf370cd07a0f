/** Findings introduced and resolved by version and the time it takes to resolve them, as sentences and as chart points. */
import type { WireRemediationTime } from '../../src/api/contract/findings/remediation.ts';
import type { WireServiceAges, WireServiceHistory } from '../../src/api/contract/history/history.ts';
import { countOf, formatCount } from '../text/format/counts.ts';
import { SEVERITY_LABELS } from '../text/severities.ts';

/** A version compared with the one before it. */
export interface ChangePoint {
  readonly key: string;
  readonly version: string;
  readonly introduced: number;
  /** Introduced findings caused by an advisory, not by the version. */
  readonly byAdvisory: number;
  /** Introduced findings with any other cause except the code. */
  readonly byOther: number;
  readonly resolved: number;
}

/** Skips versions that have no version to compare with. */
export function toChangePoints({ versions }: Pick<WireServiceHistory, 'versions'>): ChangePoint[] {
  return versions.flatMap(({ id, name, introduced, resolved, introducedBy }) => {
    if (introduced === null || resolved === null) return [];
    const { code = 0, advisory = 0 } = introducedBy;
    const byOther = Math.max(0, introduced - code - advisory);
    return [{ key: id, version: name, introduced, byAdvisory: advisory, byOther, resolved }];
  });
}

export function describeVersionChanges(points: readonly ChangePoint[]): string {
  const sum = (read: (point: ChangePoint) => number): number => points.reduce((all, point) => all + read(point), 0);
  const introduced = sum((point) => point.introduced);
  const byAdvisory = sum((point) => point.byAdvisory);
  const advisoryPart = byAdvisory === 0 ? '' : ` (${formatCount(byAdvisory)} by advisories)`;
  return `Changes in ${countOf(points.length, 'version')}: ${formatCount(introduced)} introduced${advisoryPart}, ${formatCount(sum((point) => point.resolved))} fixed.`;
}

/** With fewer resolved findings, a median is not meaningful. */
const RESOLVED_MIN = 5;

export function hasAges({ resolved }: WireServiceAges): boolean {
  return resolved >= RESOLVED_MIN;
}

/** Describes the median times. */
export function describeAges({ open, resolved, bySeverity }: WireServiceAges): string {
  const parts = bySeverity
    .filter(({ fixDaysMedian }) => fixDaysMedian !== null)
    .map(({ severity, fixDaysMedian }) => `${SEVERITY_LABELS[severity].toLowerCase()} ${toDays(fixDaysMedian ?? 0)}`);
  const fixed = `${countOf(resolved, 'finding')} fixed, median time to fix: ${parts.join(', ')}`;
  return `${fixed}. ${formatCount(open)} open.`;
}

/** `5 hours`, `1.4 days`, `12 days` */
export function toDays(days: number): string {
  const hours = Math.round(days * 24);
  if (hours < 1) return 'less than an hour';
  if (hours < 24) return countOf(hours, 'hour');
  return countOf(days < 10 ? Math.round(days * 10) / 10 : Math.round(days), 'day');
}

/** For figures: `< 1 h`, `5 h`, `1.4 days` */
export function toShortDays(days: number): string {
  const hours = Math.round(days * 24);
  if (hours < 24) return hours < 1 ? '< 1 h' : `${hours} h`;
  return toDays(days);
}

/** `Mean time to fix: critical 3.2 days (12 findings), high 10 days (1).`; undefined if there is none yet. */
export function describeRemediationTimes(times: readonly WireRemediationTime[]): string | undefined {
  if (times.length === 0) return undefined;
  const parts = times.map(
    ({ severity, count, meanDays }, index) =>
      `${SEVERITY_LABELS[severity].toLowerCase()} ${toDays(meanDays)} (${index === 0 ? countOf(count, 'finding') : formatCount(count)})`,
  );
  return `Mean time to fix: ${parts.join(', ')}.`;
}
