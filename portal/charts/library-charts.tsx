/** Charts of the library. Loaded lazily because the library is larger than the page. */
import '@mantine/charts/styles.css';
import { AreaChart, DonutChart } from '@mantine/charts';
import type { Severity } from '../../src/core/vocabulary/severity.ts';
import type { WireFindingSummary } from '../../src/api/contract/findings/finding.ts';
import { formatCount } from '../text/format/counts.ts';
import { cutMiddle, toVisibleText } from '../text/untrusted/visible-text.ts';
import { SEVERITY_LABELS } from '../text/severities.ts';
import type { HistoryPoint } from './history-points.ts';

interface HistoryChartProps {
  readonly points: readonly HistoryPoint[];
  readonly severities: readonly Severity[];
  readonly height: number;
  readonly onOpen: (point: HistoryPoint) => void;
}

const LABEL_CHARACTERS_MAX = 14;

/** Stacked areas, least severe at the bottom. */
export function HistoryChart({ points, severities, height, onOpen }: HistoryChartProps) {
  const data = points.map(({ label, bySeverity }) => ({ label: toVisibleText(label), ...bySeverity }));
  return (
    <AreaChart
      h={height}
      data={data}
      dataKey="label"
      type="stacked"
      curveType="linear"
      withDots={points.length <= 40}
      strokeWidth={1}
      fillOpacity={0.85}
      series={severities.toReversed().map((severity) => ({
        name: severity,
        label: SEVERITY_LABELS[severity],
        color: toColor(severity),
      }))}
      gridAxis="x"
      tickLine="none"
      yAxisProps={{ allowDecimals: false, width: 44 }}
      xAxisProps={{
        // Crowded labels are thinned evenly; the last one is always shown.
        interval: 'preserveStartEnd',
        minTickGap: 12,
        padding: { left: 16, right: 16 },
        tickFormatter: (label: string) => cutMiddle(label, LABEL_CHARACTERS_MAX),
      }}
      areaProps={{ isAnimationActive: false }}
      tooltipAnimationDuration={0}
      areaChartProps={{
        // The frame has the image role and a name, and its table offers the same numbers to keyboard users.
        accessibilityLayer: false,
        onClick: ({ activeTooltipIndex }) => {
          const point = points[Number(activeTooltipIndex ?? Number.NaN)];
          if (point !== undefined) onOpen(point);
        },
      }}
    />
  );
}

interface SeverityDonutChartProps extends Pick<WireFindingSummary, 'total' | 'bySeverity'> {
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
        color: toColor(severity),
      }))}
    />
  );
}

function toColor(severity: Severity): string {
  return `var(--assay-${severity === 'none' ? 'unknown' : severity}-mark)`;
}
