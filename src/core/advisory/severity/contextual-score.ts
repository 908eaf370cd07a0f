/**
 * Scores a vulnerability in its environment: the base vector of the database plus the threat and environmental metrics known for
 * this service. Threat and environmental metrics of the database describe another environment and are dropped.
 * https://www.first.org/cvss/v3-1/specification-document#Environmental-Metrics
 */
import cvss from 'ae-cvss-calculator';
import type { CvssRating } from '../advisory.ts';
import { CVSS_METRICS, metricsOf } from './cvss-metrics.ts';
import type { Requirement } from '../../vocabulary/profile.ts';
import type { ExploitationState } from '../../vocabulary/severity.ts';

/** Unknown facts are null or false. */
export interface ScoreContext {
  readonly exploitation: Exclude<ExploitationState, 'none'> | null;
  readonly requirements: {
    readonly confidentiality: Requirement | null;
    readonly integrity: Requirement | null;
    readonly availability: Requirement | null;
  };
  /** The service is known to be reachable only from the same network. */
  readonly isInternal: boolean;
}

export interface ContextualRating extends CvssRating {
  /** The attack vector is closer than in the base vector, so the network exposure of the service is already included. */
  readonly isNearer: boolean;
}

/**
 * Returns undefined if no known fact has a metric in this CVSS version. CVSS 2.0 is not supported: its metrics add too little.
 */
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

// A few vectors make up nearly all of the data, and scoring one 4.0 vector takes about a millisecond.
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
