/** Texts for the priority and deadline of a finding, so that users can verify them. */
import type { WireFinding } from '../../../src/api/contract/findings/finding.ts';
import { toPercent } from '../../text/findings/filter-text.ts';

type Priority = WireFinding['priority'];
type Reason = Priority['reasons'][number];
type Deadline = NonNullable<Priority['deadline']>;

export const BAND_LABELS: Readonly<Record<Priority['band'], string>> = {
  P0: 'P0, now',
  P1: 'P1, soon',
  P2: 'P2, planned',
  P3: 'P3, later',
  P4: 'P4, when convenient',
};

export const FACTOR_LABELS: Readonly<Record<Reason['factor'], string>> = {
  severity: 'Severity',
  threat: 'Threat',
  exposure: 'Exposure',
  relevance: 'Relevance',
  floor: 'Minimum',
};

const FACTOR_CODE_LABELS: Readonly<Record<string, string>> = {
  'cvss-in-context': 'CVSS in context',
  cvss: 'CVSS as published',
  'severity-label': 'severity label only',
  'severity-unknown': 'not rated, counted as medium',
  'known-exploited': 'known exploited',
  'exploitation-active': 'actively exploited',
  'public-exploit': 'public exploit',
  epss: 'EPSS',
  'epss-missing': 'EPSS unknown',
  'attack-not-remote': 'not remotely exploitable',
  'exposure-in-score': 'included in the score',
};

export function describeFactor({ code, from }: Reason): string {
  const label =
    (Object.hasOwn(FACTOR_CODE_LABELS, code) ? FACTOR_CODE_LABELS[code] : undefined) ?? code.replaceAll('-', ' ');
  if (from === null) return label;
  if (typeof from === 'number') return `${label}: ${toPercent(from)}`;
  return `${label}: ${from}`;
}

/** `0.98 × (0.35 + 0.65 × 0.4) × 1 × 1`, so that the number can be recomputed. */
export function toProduct(reasons: readonly Reason[]): string | undefined {
  const valueOf = (factor: Reason['factor']): number | undefined =>
    reasons.find((reason) => reason.factor === factor)?.value;
  const [severity, threat] = [valueOf('severity'), valueOf('threat')];
  const [exposure, relevance] = [valueOf('exposure'), valueOf('relevance')];
  if (severity === undefined || threat === undefined || exposure === undefined || relevance === undefined)
    return undefined;
  const threatFactor = toShort(0.35 + 0.65 * threat);
  return `100 × ${toShort(severity)} × ${threatFactor} × ${toShort(exposure)} × ${toShort(relevance)}`;
}

export function toShort(value: number): string {
  return String(Math.round(value * 1_000) / 1_000);
}

/** `in 14 days`, or what to do if there is no deadline. */
export function describeDeadline({ days, forensics }: Deadline): string {
  const time = days === null ? 'With the next upgrade' : `Within ${days === 1 ? '1 day' : `${days} days`}`;
  return forensics ? `${time}, and check for signs of compromise` : time;
}

const DERIVED_LABELS: Readonly<Record<Deadline['derived'][number], string>> = {
  exposed: 'exposure',
  automatable: 'automatability',
  technicalImpact: 'technical impact',
};

/** Texts for the table row that set the deadline. */
export function describeDeadlineRule({ rule, derived }: Deadline): string {
  const facts = [
    rule.inKev ? 'known exploited' : 'not known to be exploited',
    rule.exposed ? 'exposed' : 'not exposed',
    rule.automatable ? 'automatable' : 'not automatable',
    `${rule.technicalImpact} technical impact`,
  ];
  const assumed = derived.map((each) => DERIVED_LABELS[each]).join(', ');
  return `CISA BOD 26-04: ${facts.join(', ')}.${assumed === '' ? '' : ` Not confirmed: ${assumed}.`}`;
}
