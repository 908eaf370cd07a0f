/** Donut chart of severities. Loaded lazily, with the same library as the other charts. */
import '@mantine/charts/styles.css';
import { DonutChart } from '@mantine/charts';
import type { Severity } from '../../src/core/vocabulary/severity.ts';
import type { WireFindingSummary } from '../../src/api/contract/findings/finding.ts';
import { formatCount } from '../text/format/counts.ts';
import { SEVERITY_LABELS } from '../text/severities.ts';

export interface SeverityDonutChartProps extends Pick<WireFindingSummary, 'total' | 'bySeverity'> {
  readonly severities: readonly Severity[];
}

export function SeverityDonutChart({ total, bySeverity, severities }: SeverityDonutChartProps) {
  return (
    <DonutChart
      size={150}
      thickness={24}
      mx="auto"
      strokeColor="var(--assay-body)"
      chartLabel={formatCount(total)}
      tooltipDataSource="segment"
      accessibilityLayer={false}
      pieProps={{ isAnimationActive: false }}
      data={severities.map((severity) => ({
        name: SEVERITY_LABELS[severity],
        value: bySeverity[severity],
        color: `var(--assay-${severity === 'none' ? 'unknown' : severity}-mark)`,
      }))}
    />
  );
}
