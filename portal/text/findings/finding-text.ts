/** Texts for a finding in a table row or in the drawer: origin, status, due date, and fix. */
import { DAY_MS } from '../format/time.ts';
import type { WireFinding, WireFoundVulnerability } from '../../../src/api/contract/findings/finding.ts';
import { FINDING_STATE_LABELS } from './filter-text.ts';
import { describeCode } from './relevance-text.ts';
import { countOf, formatCount } from '../format/counts.ts';

const DUE_SHOWN_DAYS = 14;

/** Whether the component is a direct or a transitive dependency. */
export function describeOrigin({ direct }: Pick<WireFinding['component'], 'direct'>): string {
  if (direct === null) return 'Unknown';
  return direct ? 'Direct' : 'Transitive';
}

interface StatusText {
  readonly text: string;
  readonly why: string | undefined;
  readonly kind: 'open' | 'suggested' | 'lower' | 'filtered' | 'gone';
}

type FindingStatus = Pick<WireFinding, 'state' | 'relevance'> & Partial<Pick<WireFinding, 'decision'>>;

export function describeStatus({ state, relevance, decision = null }: FindingStatus): StatusText {
  const { status, label, suggestion } = relevance;
  const [first] = relevance.reasons;
  const why = first?.text;
  if (state !== 'open') return { text: FINDING_STATE_LABELS[state] ?? state, why: undefined, kind: 'gone' };
  if (suggestion !== null) return { text: 'Needs review', why: suggestion.text, kind: 'suggested' };
  if (status === 'relevant') {
    if (decision !== null && !decision.applies) return { text: 'Reconfirm', why: decision.detail, kind: 'open' };
    const isInTriage = decision?.applies === true && decision.state === 'in_triage';
    return { text: isInTriage ? 'In triage' : 'Relevant', why: isInTriage ? decision.detail : undefined, kind: 'open' };
  }
  if (status === 'not_relevant') return { text: 'Not relevant', why: toReasonText(first?.code, why), kind: 'filtered' };
  if (label === 'accepted') {
    const expiry = decision?.expiresAt?.slice(0, 10);
    return { text: 'Accepted', why: expiry === undefined ? why : `Expires ${expiry}. ${why ?? ''}`, kind: 'lower' };
  }
  const text = label === null ? 'Lower priority' : (SHORT_LABELS[label] ?? 'Lower priority');
  return { text, why: toReasonText(first?.code, why), kind: 'lower' };
}

/** Cells have little room. */
const SHORT_LABELS: Readonly<Record<string, string>> = { mitigated: 'Mitigated', not_observed: 'Not observed' };

function toReasonText(code: string | undefined, text: string | undefined): string | undefined {
  return code === undefined || text === undefined ? text : `${describeCode(code)}: ${text}`;
}

const DAY_CHARACTERS = 10;

/** Only if it is near or past: `due in 3 days`, `overdue`. A date is due until it ends, a time until it has passed, as on the server. */
export function toDueText(due: string | null, nowMs: number): string | undefined {
  const dueMs = due === null ? Number.NaN : Date.parse(due);
  const days = Math.floor(dueMs / DAY_MS) - Math.floor(nowMs / DAY_MS);
  if (due === null || Number.isNaN(days) || days > DUE_SHOWN_DAYS) return undefined;
  if (days < 0 || (due.length > DAY_CHARACTERS && dueMs < nowMs)) return 'overdue';
  if (days === 0) return 'due today';
  return days === 1 ? 'due in 1 day' : `due in ${days} days`;
}

type Due = Pick<WireFinding, 'state' | 'priority' | 'relevance'> & {
  readonly vulnerability: Pick<WireFinding['vulnerability'], 'kev'>;
};

/** The deadline of a finding that is open and not filtered out. Findings analyzed before deadlines existed have that of CISA. */
export function findDueDate({ state, priority, relevance, vulnerability: { kev } }: Due): string | null {
  if (state !== 'open' || relevance.status === 'not_relevant') return null;
  return priority.deadline === null ? (kev?.dueDate ?? null) : priority.deadline.dueAt;
}

type Counted = Pick<WireFoundVulnerability, 'findings' | 'fixable' | 'packages' | 'packageCount'>;

/** Texts for a vulnerability found in several places. */
export function describeVulnerabilityCounts({ findings, fixable, packages, packageCount }: Counted): {
  readonly fix: string;
  /** Number of packages that are not named. */
  readonly more: string;
} {
  const all = fixable === findings ? 'Available' : `For ${formatCount(fixable)} of ${formatCount(findings)}`;
  return {
    fix: fixable === 0 ? 'None' : all,
    more: `and ${countOf(packageCount - packages.length, 'more package')}`,
  };
}

interface FixText {
  readonly text: string;
  /** The text is a version from an advisory. */
  readonly isVersion: boolean;
  /** Additional requirement of the fix. */
  readonly note?: string;
}

/** Texts for the fix of a finding, as a table cell. */
export function describeFix({ state, nearest, versions, channel }: WireFinding['fix']): FixText {
  const version = nearest ?? versions[0];
  if (version !== undefined)
    return { text: version, isVersion: true, ...(channel !== null && { note: `requires ${channel}` }) };
  return { text: FIX_STATE_LABELS[state], isVersion: false };
}

const FIX_STATE_LABELS: Readonly<Record<WireFinding['fix']['state'], string>> = {
  fixed: 'Fixed, version unknown',
  not_fixed: 'No fix',
  wont_fix: 'Will not fix',
  deferred: 'Deferred',
  eol: 'End of life',
  unknown: 'Unknown',
};
