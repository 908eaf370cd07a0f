/** Words for the priority and deadline of a finding, so that users can verify them. */
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
  severity: 'How bad it is',
  threat: 'How likely it is tried',
  exposure: 'From where it is reached',
  relevance: 'How much it matters here',
  floor: 'Never below',
};

const FACTOR_CODE_LABELS: Readonly<Record<string, string>> = {
  'cvss-in-context': 'CVSS with what is known here',
  cvss: 'CVSS as published',
  'severity-label': 'only a word for the severity is known',
  'severity-unknown': 'nobody has rated it; counted as medium',
  'known-exploited': 'known to be exploited',
  'exploitation-active': 'exploitation is going on',
  'public-exploit': 'an exploit is public',
  epss: 'chance of exploitation in the next 30 days',
  'epss-missing': 'the chance of exploitation is not known',
  'attack-not-remote': 'not over a network',
  'exposure-in-score': 'already in the score',
};

export function describeFactor({ code, from }: Reason): string {
  const words =
    (Object.hasOwn(FACTOR_CODE_LABELS, code) ? FACTOR_CODE_LABELS[code] : undefined) ?? code.replaceAll('-', ' ');
  if (from === null) return words;
  if (typeof from === 'number') return `${words}: ${toPercent(from)}`;
  return `${words}: ${from}`;
}

/** `0.98 × (0.35 + 0.65 × 0.4) × 1 × 1`, so that the number can be recomputed. */
export function toProduct(reasons: readonly Reason[]): string | undefined {
  const valueOf = (factor: Reason['factor']): number | undefined =>
    reasons.find((reason) => reason.factor === factor)?.value;
  const [severity, threat] = [valueOf('severity'), valueOf('threat')];
  const [exposure, relevance] = [valueOf('exposure'), valueOf('relevance')];
  if (severity === undefined || threat === undefined || exposure === undefined || relevance === undefined)
    return undefined;
  const tried = toShort(0.35 + 0.65 * threat);
  return `100 × ${toShort(severity)} × ${tried} × ${toShort(exposure)} × ${toShort(relevance)}`;
}

export function toShort(value: number): string {
  return String(Math.round(value * 1_000) / 1_000);
}

/** `in 14 days`, or what to do if there is no deadline. */
export function describeDeadline({ days, forensics }: Deadline): string {
  const time = days === null ? 'With the next upgrade' : `Within ${days === 1 ? '1 day' : `${days} days`}`;
  return forensics ? `${time}, and look for traces of an intruder` : time;
}

const DERIVED_LABELS: Readonly<Record<Deadline['derived'][number], string>> = {
  exposed: 'whether it is exposed',
  automatable: 'whether it can be automated',
  technicalImpact: 'the technical impact',
};

/** Words for the table row that set the deadline. */
export function describeDeadlineRule({ rule, derived }: Deadline): string {
  const facts = [
    rule.inKev ? 'known exploited' : 'not known to be exploited',
    rule.exposed ? 'exposed' : 'not exposed',
    rule.automatable ? 'automatable' : 'not automatable',
    `${rule.technicalImpact} technical impact`,
  ];
  const assumed = derived.map((each) => DERIVED_LABELS[each]).join(', ');
  return `CISA BOD 26-04: ${facts.join(', ')}.${assumed === '' ? '' : ` Nobody has judged or confirmed ${assumed}.`}`;
}
