/** Formats the figures about labeled advisories as text. */
import type { Share } from '../item-outcome.ts';
import type { ReadingReport } from './score-readings.ts';

export function describeReadings({ wrongDismissals: wrong, ...report }: ReadingReport): string {
  const rows: readonly (readonly [string, string])[] = [
    ['preconditions found', tell(report.recall)],
    ['claims that are right', tell(report.precision)],
    ['silent without any', tell(report.silent)],
    ['failed', String(report.failed)],
    ['dismissed', tell(report.yield)],
    [
      'wrong dismissals',
      `${wrong.good} of ${wrong.all}; at most ${(Math.ceil(wrong.bound * 1_000) / 10).toFixed(1)} % (95 %)`,
    ],
  ];
  const lines = rows.map(([what, value]) => `  ${what.padEnd(24)}${value}`);
  return [`advisories: ${report.advisories}`, ...lines, ...wrong.ids.map((id) => `  WRONG ${id}`)].join('\n');
}

function tell({ good, all }: Share): string {
  return all === 0 ? 'none' : `${good} of ${all} (${((good / all) * 100).toFixed(1)} %)`;
}
