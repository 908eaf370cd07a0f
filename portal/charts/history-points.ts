/** Describes a chart in one sentence, for screen readers and as a summary. */
import { SEVERITIES } from '../../src/core/vocabulary/severity.ts';
import type { WireServiceHistory } from '../../src/api/contract/history/history.ts';
import type { WireFindingSummary } from '../../src/api/contract/findings/finding.ts';
import { countOf, formatCount } from '../text/format/counts.ts';
import { SEVERITY_LABELS } from '../text/severities.ts';

type Counts = WireFindingSummary['bySeverity'];

/** A point on the axis. */
export interface HistoryPoint {
  readonly key: string;
  /** Axis label: a version or a day. */
  readonly label: string;
  /** The version that the numbers belong to. */
  readonly version: string;
  readonly total: number;
  readonly bySeverity: Counts;
}

/** Skips versions that were not analyzed: they have no numbers, which is not the same as zero. */
export function toVersionPoints({ versions }: Pick<WireServiceHistory, 'versions'>): HistoryPoint[] {
  return versions
    .filter(({ analyzedAt }) => analyzedAt !== null)
    .map(({ id, name, total, bySeverity }) => ({ key: id, label: name, version: name, total, bySeverity }));
}

export function toDayPoints({ days }: Pick<WireServiceHistory, 'days'>): HistoryPoint[] {
  return days.flatMap(({ day, version, total, bySeverity }) =>
    version === null ? [] : [{ key: day, label: day, version: version.name, total, bySeverity }],
  );
}

export function describeHistory(points: readonly HistoryPoint[], by: 'version' | 'time'): string {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return 'No analyses yet.';
  const what = by === 'version' ? `over ${countOf(points.length, 'version')}` : `over ${countOf(points.length, 'day')}`;
  const where = by === 'version' ? 'in' : 'on';
  return `Open findings ${what}: ${formatCount(first.total)} ${where} ${first.label}, ${formatCount(last.total)} ${where} ${last.label}${toParts(last.bySeverity)}.`;
}

export function describeSeverities(total: number, bySeverity: Counts): string {
  return `${countOf(total, 'open finding')}${toParts(bySeverity)}.`;
}

/** `: 4 critical, 2 high` */
function toParts(counts: Counts): string {
  const parts = SEVERITIES.filter((severity) => counts[severity] > 0).map(
    (severity) => `${formatCount(counts[severity])} ${SEVERITY_LABELS[severity].toLowerCase()}`,
  );
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
}
