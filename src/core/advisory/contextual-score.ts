/**
 * The score of a vulnerability where it is: a standard vector with the threat and the environment that are known here, beside the
 * one of the database. What the database itself says of threat and environment is about somewhere else and is left out.
 * https://www.first.org/cvss/v3-1/specification-document#Environmental-Metrics
 */
import cvss from 'ae-cvss-calculator';
import type { CvssRating } from './advisory.ts';
import { CVSS_METRICS } from './cvss-metrics.ts';
import { metricsOf } from './rated-metrics.ts';

export type Requirement = 'H' | 'M' | 'L';

/** What is not known is not set. */
export interface ScoreContext {
  readonly exploitation: 'active' | 'poc' | null;
  readonly requirements: {
    readonly confidentiality: Requirement | null;
    readonly integrity: Requirement | null;
    readonly availability: Requirement | null;
  };
  /** It can be reached from the same network only, for certain. */
  readonly isInternal: boolean;
}

export interface ContextualRating extends CvssRating {
  /** The attack comes from a nearer place than the database thinks, so that where the service is counts already. */
  readonly isNearer: boolean;
}

/** Undefined: nothing is known that the version of CVSS has a metric for. 2.0 has none that is worth it. */
export function rateInContext(rating: CvssRating, context: ScoreContext): ContextualRating | undefined {
  if (rating.version === '2.0') return undefined;
  const metrics = metricsOf(rating);
  const isNearer = context.isInternal && metrics.get('AV') === 'N';
  const { confidentiality, integrity, availability } = context.requirements;
  const added: readonly (readonly [string, string | null])[] = [
    ['E', context.exploitation === null ? null : MATURITY[rating.version][context.exploitation]],
    ['CR', confidentiality],
    ['IR', integrity],
    ['AR', availability],
    ['MAV', isNearer ? 'A' : null],
  ];
  const known = added.filter(([, value]) => value !== null).map(([metric, value]) => `${metric}:${value}`);
  if (metrics.size === 0 || known.length === 0) return undefined;
  const { prefix, base } = CVSS_METRICS[rating.version];
  const own = [...base.keys()].map((metric) => `${metric}:${metrics.get(metric) ?? ''}`);
  const vector = prefix + [...own, ...known].join('/');
  return { version: rating.version, vector, score: scoreOf(rating.version, vector), isNearer };
}

const MATURITY = {
  '3.0': { active: 'H', poc: 'P' },
  '3.1': { active: 'H', poc: 'P' },
  '4.0': { active: 'A', poc: 'P' },
} as const;

const CALCULATORS = { '3.0': cvss.Cvss3P0, '3.1': cvss.Cvss3P1, '4.0': cvss.Cvss4P0 } as const;

// Few vectors make up nearly all of the data, and one score of 4.0 costs about a millisecond.
const scores = new Map<string, number>();
const SCORES_MAX = 10_000;

function scoreOf(version: keyof typeof CALCULATORS, vector: string): number {
  const known = scores.get(vector);
  if (known !== undefined) return known;
  const score = new CALCULATORS[version](vector).calculateScores().overall;
  if (scores.size >= SCORES_MAX) scores.clear();
  scores.set(vector, score);
  return score;
}
