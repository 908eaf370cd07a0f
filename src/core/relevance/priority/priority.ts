/**
 * Computes the risk of a finding, a number to sort by, and its priority band. The risk is the product of severity in context,
 * threat, exposure and relevance. Every factor is returned with its number, so that the product can be verified by hand.
 */
import type { CvssRating } from '../../advisory/advisory.ts';
import { rateInContext, type ContextualRating } from '../../advisory/severity/contextual-score.ts';
import { metricsOf } from '../../advisory/severity/cvss-metrics.ts';
import { findLeadingRating } from '../../advisory/severity/severity.ts';
import type { PackageMatch } from '../../match/match.ts';
import type { ProfileView } from '../../profile/profile-view.ts';
import { findExposure, findRequirements, isInternal } from './exposure.ts';
import type { Band, PriorityFactor } from '../../vocabulary/priority.ts';
import type { Relevance } from '../../vocabulary/relevance.ts';
import type { Severity } from '../../vocabulary/severity.ts';
import type { Subject } from '../subject/subject.ts';

/** Version of the weights below. A stored risk states which version produced it. */
export const RISK_MODEL = '2';

export interface PriorityFacts {
  readonly class: PackageMatch['class'];
  readonly relevance: Relevance;
  readonly vulnerability: Pick<Subject['vulnerability'], 'severity' | 'cvss' | 'kev' | 'epss' | 'ssvc'>;
  /** All profiles that apply; absent: none. */
  readonly profiles?: readonly ProfileView[];
}

interface PriorityReason {
  /** `floor` is not a factor but a minimum that the product was raised to. */
  readonly factor: PriorityFactor;
  /** Stable: `cvss`, `severity-label`, `known-exploited`, `epss-missing`. */
  readonly code: string;
  /** The factor in the product. */
  readonly value: number;
  /** Origin of the value, where the code does not say it: a vector, a label, a probability. */
  readonly from: string | number | null;
}

export interface Priority {
  /** 0 to 100, one decimal. */
  readonly risk: number;
  readonly band: Band;
  readonly riskModel: string;
  readonly reasons: readonly PriorityReason[];
  /** The CVSS vector adjusted to the service; null: nothing is known about it, or there is no rating. */
  readonly contextual: Pick<CvssRating, 'version' | 'vector' | 'score'> | null;
}

/** Converts 8.8 to 0.88 without a floating-point error. */
function toTenths(score: number): number {
  return Math.round(score * 10) / 100;
}

/** CVSS 3.1 score 9.8 without EPSS or other facts: 100 x 0.98 x (0.35 + 0.65 x 0.4) = 59.8, which is P2. */
export function prioritize(facts: PriorityFacts): Priority {
  const { vulnerability, profiles = [] } = facts;
  const rating = findLeadingRating(vulnerability.cvss);
  const contextual = rating && rateInContext(rating, toContext(vulnerability, profiles));
  const severity = weighSeverity(vulnerability, rating, contextual);
  const threat = weighThreat(vulnerability);
  const exposure = weighExposure(rating, contextual, profiles);
  const relevance = weighRelevance(facts);
  const product =
    100 * severity.value * (THREAT_LEAST + THREAT_SHARE * threat.value) * exposure.value * relevance.value;
  const floor = findFloor(facts);
  const risk = toOneDecimal(Math.max(product, floor?.value ?? 0));
  const reasons = [severity, threat, exposure, relevance, ...(floor === undefined ? [] : [floor])];
  return { risk, band: bandOf(risk), riskModel: RISK_MODEL, reasons, contextual: toShown(contextual) };
}

function toShown(rating: ContextualRating | undefined): Priority['contextual'] {
  return rating === undefined ? null : { version: rating.version, vector: rating.vector, score: rating.score };
}

function toContext({ kev, ssvc }: PriorityFacts['vulnerability'], profiles: readonly ProfileView[]) {
  const isActive = kev !== null || ssvc?.exploitation === 'active';
  const isPublic = ssvc?.exploitation === 'poc' ? ('poc' as const) : null;
  return {
    exploitation: isActive ? ('active' as const) : isPublic,
    requirements: findRequirements(profiles),
    isInternal: isInternal(profiles),
  };
}

export function bandOf(risk: number): Band {
  for (const [band, least] of BANDS) if (risk >= least) return band;
  return 'P4';
}

/** Lower bound (inclusive) and upper bound (exclusive) of the risk. */
export function boundsOf(band: Band): { readonly from: number; readonly below: number } {
  const index = BANDS.findIndex(([name]) => name === band);
  const from = index === -1 ? 0 : (BANDS[index]?.[1] ?? 0);
  const above = BANDS.at(index === -1 ? BANDS.length - 1 : index - 1);
  return { from, below: index === 0 ? RISK_ABOVE : (above?.[1] ?? RISK_ABOVE) };
}

const RISK_ABOVE = 101;

const BANDS: readonly (readonly [Band, number])[] = [
  ['P0', 80],
  ['P1', 60],
  ['P2', 35],
  ['P3', 15],
];

const THREAT_LEAST = 0.35;
const THREAT_SHARE = 0.65;

// Unrated findings are sorted as medium and shown as unknown.
const LABELS: Readonly<Record<Severity, number>> = {
  critical: 0.95,
  high: 0.8,
  medium: 0.55,
  low: 0.25,
  none: 0,
  unknown: 0.55,
};

function weighSeverity(
  { severity }: PriorityFacts['vulnerability'],
  rating: CvssRating | undefined,
  contextual: ContextualRating | undefined,
): PriorityReason {
  const factor = 'severity';
  if (contextual !== undefined)
    return { factor, code: 'cvss-in-context', value: toTenths(contextual.score), from: contextual.vector };
  if (rating !== undefined) return { factor, code: 'cvss', value: toTenths(rating.score), from: rating.vector };
  const code = severity === 'unknown' ? 'severity-unknown' : 'severity-label';
  return { factor, code, value: LABELS[severity], from: severity };
}

/** Exposure counts once: not for an attack that is not remote, nor when the contextual score already includes it. */
function weighExposure(
  rating: CvssRating | undefined,
  contextual: ContextualRating | undefined,
  profiles: readonly ProfileView[],
): PriorityReason {
  const factor = 'exposure';
  const vector = rating === undefined ? undefined : metricsOf(rating).get('AV');
  if (vector === 'L' || vector === 'P') return { factor, code: 'attack-not-remote', value: 1, from: `AV:${vector}` };
  if (contextual?.isNearer === true) return { factor, code: 'exposure-in-score', value: 1, from: 'MAV:A' };
  return { factor, ...findExposure(profiles) };
}

const PUBLIC_EXPLOIT = 0.5;
const EPSS_MISSING = 0.4;
const EPSS_LEAST = 0.0001;

function weighThreat({ kev, epss, ssvc }: PriorityFacts['vulnerability']): PriorityReason {
  const factor = 'threat';
  if (kev !== null) return { factor, code: 'known-exploited', value: 1, from: kev.dateAdded };
  if (ssvc?.exploitation === 'active') return { factor, code: 'exploitation-active', value: 1, from: ssvc.at };
  const likely = epss === null ? EPSS_MISSING : toThreat(epss.score);
  if (ssvc?.exploitation === 'poc' && likely < PUBLIC_EXPLOIT)
    return { factor, code: 'public-exploit', value: PUBLIC_EXPLOIT, from: ssvc.at };
  return { factor, code: epss === null ? 'epss-missing' : 'epss', value: likely, from: epss?.score ?? null };
}

/** Probabilities differ by powers of ten: 0.0001 maps to 0, and 1 to 1. */
function toThreat(score: number): number {
  return Math.min(1, Math.max(0, (Math.log10(Math.max(score, EPSS_LEAST)) + 4) / 4));
}

const RELEVANCE: Readonly<Record<Relevance, number>> = { relevant: 1, deprioritized: 0.5, not_relevant: 0 };

function weighRelevance({ relevance: status, class: kind }: PriorityFacts): PriorityReason {
  if (kind === 'possible' && status === 'relevant')
    return { factor: 'relevance', code: 'possible-match', value: RELEVANCE.deprioritized, from: null };
  return { factor: 'relevance', code: status.replace('_', '-'), value: RELEVANCE[status], from: null };
}

const FLOOR = 80;

/** Known-exploited findings and malicious packages come first, however low their score is; a mere name match does not. */
function findFloor(facts: PriorityFacts): PriorityReason | undefined {
  if (facts.relevance !== 'relevant' || facts.class === 'possible') return undefined;
  if (facts.class === 'malicious') return { factor: 'floor', code: 'malicious', value: FLOOR, from: null };
  const { kev } = facts.vulnerability;
  return kev === null ? undefined : { factor: 'floor', code: 'known-exploited', value: FLOOR, from: kev.dateAdded };
}

// A product of exactly half a tenth may be slightly below it in floating point.
function toOneDecimal(risk: number): number {
  return Math.round(risk * 10 + 1e-9) / 10;
}
