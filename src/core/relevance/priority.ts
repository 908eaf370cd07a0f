/**
 * How urgent a finding is, as a number that lists are ordered by and a band for people: how bad it is, times how likely somebody
 * tries it, times how much it matters here. Nothing is known of where a service can be reached from, so every one counts as
 * exposed. Every factor is told with its number, so that a person can redo the product by hand.
 */
import type { CvssRating, Severity } from '../advisory/advisory.ts';
import type { EpssFacts, KevFacts, SsvcFacts } from '../advisory/enrichment.ts';
import { findLeadingRating } from '../advisory/severity.ts';
import type { PackageMatch } from '../match/match.ts';
import type { RelevanceStatus } from './judge-finding.ts';

/** Of the weights below: a stored risk says which of them made it. */
export const RISK_MODEL = '1';

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
}

/** 9.8 by CVSS 3.1, without EPSS, nothing else known: 100 x 0.98 x (0.35 + 0.65 x 0.4) = 59.8, which is P2. */
export function prioritize(facts: PriorityFacts): Priority {
  const severity = weighSeverity(facts.vulnerability);
  const threat = weighThreat(facts.vulnerability);
  const relevance = weighRelevance(facts.relevance);
  const product = 100 * severity.value * (THREAT_LEAST + THREAT_SHARE * threat.value) * EXPOSED.value * relevance.value;
  const floor = findFloor(facts);
  const risk = toOneDecimal(Math.max(product, floor?.value ?? 0));
  const reasons = [severity, threat, EXPOSED, relevance, ...(floor === undefined ? [] : [floor])];
  return { risk, band: bandOf(risk), riskModel: RISK_MODEL, reasons };
}

export function bandOf(risk: number): Band {
  for (const [band, least] of BANDS) if (risk >= least) return band;
  return 'P4';
}

const BANDS: readonly (readonly [Band, number])[] = [
  ['P0', 80],
  ['P1', 60],
  ['P2', 35],
  ['P3', 15],
];

const THREAT_LEAST = 0.35;
const THREAT_SHARE = 0.65;
const EXPOSED: PriorityReason = { factor: 'exposure', code: 'exposure-unknown', value: 1, from: null };

// What nobody has rated is sorted as medium, and shown as unknown.
const LABELS: Readonly<Record<Severity, number>> = {
  ...{ critical: 0.95, high: 0.8, medium: 0.55, low: 0.25, none: 0, unknown: 0.55 },
};

function weighSeverity({ severity, cvss }: PriorityFacts['vulnerability']): PriorityReason {
  const rating = findLeadingRating(cvss);
  if (rating !== undefined) return { factor: 'severity', code: 'cvss', value: rating.score / 10, from: rating.vector };
  const code = severity === 'unknown' ? 'severity-unknown' : 'severity-label';
  return { factor: 'severity', code, value: LABELS[severity], from: severity };
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
