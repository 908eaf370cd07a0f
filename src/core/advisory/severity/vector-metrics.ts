/**
 * Splits the vector of a rating into its metrics. Vectors are validated when they are rated; an invalid vector has no metrics.
 */
import type { CvssRating } from '../advisory.ts';
import { CVSS_METRICS } from './cvss-metrics.ts';

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * Returns the metrics that are set, for example `AV` with `N`; unknown metrics are left out. Empty if a mandatory metric is
 * missing.
 */
export function metricsOf({ version, vector }: Pick<CvssRating, 'version' | 'vector'>): ReadonlyMap<string, string> {
  const { prefix, base, optional } = CVSS_METRICS[version];
  if (!vector.startsWith(prefix)) return NONE;
  const metrics = new Map<string, string>();
  for (const part of vector.slice(prefix.length).split('/')) {
    const colon = part.indexOf(':');
    const [metric, value] = [part.slice(0, Math.max(colon, 0)), part.slice(colon + 1)];
    if ((base.get(metric) ?? optional.get(metric))?.includes(value) === true) metrics.set(metric, value);
  }
  for (const metric of base.keys()) if (!metrics.has(metric)) return NONE;
  return metrics;
}
