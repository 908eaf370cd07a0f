/**
 * How urgent a finding is, as a number that lists are ordered by and a band for people: how bad it is here, times how likely
 * somebody tries it, times from where it can be reached, times how much it matters. Every factor is told with its number, so that a
 * person can redo the product by hand.
 */
import type { CvssRating, Severity } from '../advisory/advisory.ts';
import { rateInContext, type ContextualRating } from '../advisory/contextual-score.ts';
import type { EpssFacts, KevFacts, SsvcFacts } from '../advisory/enrichment.ts';
import { metricsOf } from '../advisory/rated-metrics.ts';
import { findLeadingRating } from '../advisory/severity.ts';
import type { PackageMatch } from '../match/match.ts';
import type { ProfileView } from '../profile/profile-view.ts';
import { findExposure, findRequirements, isInternal } from './exposure.ts';
import type { RelevanceStatus } from './verdict.ts';

/** Of the weights below: a stored risk says which of them made it. */
export const RISK_MODEL = '2';

export type Band = 'P0' | 'P1' | 'P2' | 'P3' | 'P4';

export interface PriorityFacts {
  readonly class: PackageMatch['class'];
  readonly relevance: RelevanceStatus;
  readonly vulnerability: {
    readonly severity: Severity;
    readonly cvss: readonly CvssRating[];
    readonly kev: KevFacts | null;
    readonly epss: Pick<EpssFacts, 'score'> | null;
    readonly ssvc: SsvcFacts | null;
  };
  /** All that apply; absent: none. */
  readonly profiles?: readonly ProfileView[];
}

export interface PriorityReason {
  /** `floor` is no factor of the product, but what it was raised to. */
  readonly factor: 'severity' | 'threat' | 'exposure' | 'relevance' | 'floor';
  /** Stable: `cvss`, `severity-label`, `known-exploited`, `epss-missing`. */
  readonly code: string;
  /** The number in the product. */
  readonly value: number;
  /** What it was made from, where that is more than the code says: a vector, a label, a probability. */
  readonly from: string | number | null;
}

export interface Priority {
  /** 0 to 100, one decimal. */
  readonly risk: number;
  readonly band: Band;
  readonly riskModel: string;
  readonly reasons: readonly PriorityReason[];
  /** The vector with what is known here; null: nothing is, or there is no rating. */
  readonly contextual: Pick<CvssRating, 'version' | 'vector' | 'score'> | null;
}

/** 8.8 is 0.88, and not what dividing makes of it. */
function toTenths(score: number): number {
  return Math.round(score * 10) / 100;
}

/** 9.8 by CVSS 3.1, without EPSS, nothing else known: 100 x 0.98 x (0.35 + 0.65 x 0.4) = 59.8, which is P2. */
export function prioritize(facts: PriorityFacts): Priority {
  const { vulnerability, profiles = [] } = facts;
  const rating = findLeadingRating(vulnerability.cvss);
  const contextual = rating && rateInContext(rating, toContext(vulnerability, profiles));
  const severity = weighSeverity(vulnerability, rating, contextual);
  const threat = weighThreat(vulnerability);
  const exposure = weighExposure(rating, contextual, profiles);
  const relevance = weighRelevance(facts.relevance);
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

/** From which risk on, and below which. */
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

// What nobody has rated is sorted as medium, and shown as unknown.
const LABELS: Readonly<Record<Severity, number>> = {
  ...{ critical: 0.95, high: 0.8, medium: 0.55, low: 0.25, none: 0, unknown: 0.55 },
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

/** From where it can be reached counts once: not where it cannot come over a network, nor where the score has it already. */
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

/** Probabilities differ by powers of ten: 0.0001 is 0, and certainty 1. */
function toThreat(score: number): number {
  return Math.min(1, Math.max(0, (Math.log10(Math.max(score, EPSS_LEAST)) + 4) / 4));
}

const RELEVANCE: Readonly<Record<RelevanceStatus, number>> = { relevant: 1, deprioritized: 0.5, not_relevant: 0 };

function weighRelevance(status: RelevanceStatus): PriorityReason {
  return { factor: 'relevance', code: status.replace('_', '-'), value: RELEVANCE[status], from: null };
}

const FLOOR = 80;

/** What is exploited, or was made to harm, comes first, however mild its score. */
function findFloor(facts: PriorityFacts): PriorityReason | undefined {
  if (facts.relevance !== 'relevant') return undefined;
  if (facts.class === 'malicious') return { factor: 'floor', code: 'malicious', value: FLOOR, from: null };
  const { kev } = facts.vulnerability;
  return kev === null ? undefined : { factor: 'floor', code: 'known-exploited', value: FLOOR, from: kev.dateAdded };
}

// A product that is exactly half a tenth may lie a hair below it.
function toOneDecimal(risk: number): number {
  return Math.round(risk * 10 + 1e-9) / 10;
}
