/** Texts for SBOMs. */
import type { WireSbom } from '../../../src/api/contract/services/sbom.ts';

export const SBOM_STATUS_LABELS: Readonly<Record<WireSbom['status'], string>> = {
  queued: 'Queued',
  analyzing: 'Analyzing',
  analyzed: 'Analyzed',
  analyzed_with_warnings: 'Partially analyzed',
  failed: 'Failed',
};

const UNITS = ['B', 'kB', 'MB', 'GB'] as const;

/** `812 B`, `1.4 MB` */
export function formatBytes(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  while (amount >= 1_000 && unit < UNITS.length - 1) {
    amount /= 1_000;
    unit += 1;
  }
  return `${unit === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${UNITS[unit]}`;
}
