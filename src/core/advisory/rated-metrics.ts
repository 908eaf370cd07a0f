/** The metrics of a rating, one by one. The vector was checked when it was rated; one that was not has no metrics. */
import type { CvssRating } from './advisory.ts';
import { CVSS_METRICS } from './cvss-metrics.ts';

const NONE: ReadonlyMap<string, string> = new Map();

/** `AV` is `N`; what is not set, or not a metric of the version, is missing. Empty: a mandatory one is missing. */
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
