/**
 * Scores CVSS vectors. The library returns 0 for a vector that it cannot score, uses the last of two equal metrics and treats an
 * unknown version as 2.0. Vectors are therefore checked metric by metric first, and a vector that cannot be scored returns a
 * problem, never 0.
 */
import cvss from 'ae-cvss-calculator';
import type { CvssRating } from '../advisory.ts';
import { CVSS_METRICS, type CvssMetrics } from './cvss-metrics.ts';

export type CvssProblem = 'malformed' | 'unknown_version' | 'incomplete' | 'duplicate_metric';

/**
 * Returns the base score. Threat, temporal, environmental and supplemental metrics are checked and kept in the vector, but not
 * scored.
 * `rateVector('AV:N/AC:L/Au:N/C:P/I:P/A:P')` is `{ version: '2.0', vector: 'AV:N/AC:L/Au:N/C:P/I:P/A:P', score: 7.5 }`.
 */
export function rateVector(text: string): CvssRating | { readonly problem: CvssProblem } {
  if (text.length > VECTOR_CHARACTERS_MAX) return { problem: 'malformed' };
  const vector = normalize(text);
  const version = versionOf(vector);
  if (version === undefined) return { problem: 'unknown_version' };
  const metrics = CVSS_METRICS[version];
  const values = parseMetrics(vector.slice(metrics.prefix.length), metrics);
  if ('problem' in values) return values;

  // Pass only the base metrics: for 4.0 the library's `base` score already includes threat and environmental metrics.
  const base = [...metrics.base.keys()].map((metric) => `${metric}:${values.get(metric) ?? ''}`).join('/');
  const score = scoreOf(version, metrics.prefix + base);
  return score === undefined ? { problem: 'malformed' } : { version, vector, score };
}

const VECTOR_CHARACTERS_MAX = 512;

const CALCULATORS = { '2.0': cvss.Cvss2, '3.0': cvss.Cvss3P0, '3.1': cvss.Cvss3P1, '4.0': cvss.Cvss4P0 } as const;

// 2.0 vectors are often written in parentheses, and some databases end a vector with a slash.
function normalize(text: string): string {
  const trimmed = text.trim();
  const inner = trimmed.startsWith('(') && trimmed.endsWith(')') ? trimmed.slice(1, -1) : trimmed;
  return inner.endsWith('/') ? inner.slice(0, -1) : inner;
}

const VERSION_PREFIXES: ReadonlyMap<string, CvssRating['version']> = new Map([
  ['CVSS:3.0', '3.0'],
  ['CVSS:3.1', '3.1'],
  ['CVSS:4.0', '4.0'],
]);

function versionOf(vector: string): CvssRating['version'] | undefined {
  const slash = vector.indexOf('/');
  const first = slash === -1 ? vector : vector.slice(0, slash);
  return first.startsWith('CVSS:') ? VERSION_PREFIXES.get(first) : '2.0';
}

function parseMetrics(
  text: string,
  metrics: CvssMetrics,
): ReadonlyMap<string, string> | { readonly problem: CvssProblem } {
  const values = new Map<string, string>();
  for (const part of text === '' ? [] : text.split('/')) {
    const colon = part.indexOf(':');
    const metric = part.slice(0, Math.max(colon, 0));
    const value = part.slice(colon + 1);
    const allowed = metrics.base.get(metric) ?? metrics.optional.get(metric);
    if (allowed?.includes(value) !== true) return { problem: 'malformed' };
    if (values.has(metric)) return { problem: 'duplicate_metric' };
    values.set(metric, value);
  }
  for (const metric of metrics.base.keys()) if (!values.has(metric)) return { problem: 'incomplete' };
  return values;
}

// A few hundred base vectors make up nearly all of the data, and scoring one 4.0 vector takes about a millisecond.
const scores = new Map<string, number | undefined>();
const SCORES_MAX = 10_000;

function scoreOf(version: CvssRating['version'], baseVector: string): number | undefined {
  if (scores.has(baseVector)) return scores.get(baseVector);
  const calculator = new CALCULATORS[version](baseVector);
  const base = calculator.isBaseFullyDefined() ? calculator.calculateScores().base : undefined;
  // The library rounds 2.0 vectors without impact to minus zero.
  const score = base === undefined ? undefined : Math.max(0, base);
  if (scores.size >= SCORES_MAX) scores.clear();
  scores.set(baseVector, score);
  return score;
}
