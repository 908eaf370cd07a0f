/** Words for the relevance of a finding: source, effect, guards, and changes since. */
import type { WireReason } from '../../../src/api/contract/findings/relevance.ts';

type Labels = Readonly<Record<string, string>>;

const CODE_LABELS: Labels = {
  withdrawn: 'Advisory withdrawn',
  disputed: 'Disputed',
  'distro-not-affected': 'Not affected, says the distribution',
  'distro-minor': 'Minor, says the distribution',
  'platform-mismatch': 'Other platform',
  'platform-text': 'Text names a platform',
  'scope-excluded': 'Not shipped',
  'dev-dependency': 'Development only',
  'scope-optional': 'Optional',
  'build-tool': 'Build tool',
  'not-in-graph': 'Not reached by any dependency',
  'kernel-in-container': 'Kernel of a container image',
  informational: 'Informational',
  exploited: 'Known exploited',
  malicious: 'Malicious package',
  'malicious-name': 'Name of a malicious package',
  'not-observed': 'Not seen running',
  'load-denied': 'Runtime policy denies its files',
  'exec-denied': 'Runtime policy denies programs',
  'syscall-blocked': 'System call blocked',
  'no-code': 'No program code',
  vex: 'VEX statement',
  decision: 'Decision of a person',
  'ai-reading': 'Ruled out by a reading',
  'ai-relevant': 'Read: it matters',
  'ai-uncertain': 'Read: not certain',
  'ai-id-mismatch': 'Reading is about something else',
  'ai-control-failed': 'Reading failed its control question',
  'ai-unverified-quote': 'Quote does not prove it',
  'ai-unknown-profile-path': 'Cites a field that does not exist',
  'ai-unconfirmed-field': 'Cites a field nobody has confirmed',
  'ai-no-contradiction': 'Advisory and profile do not exclude each other',
  'ai-not-necessary': 'What is excluded is not needed',
  'ai-ambiguous': 'Advisory also speaks of what is here',
  'ai-low-confidence': 'Model is not sure enough',
  'ai-second-opinion': 'Second opinion disagrees',
  'ai-guard-kev': 'Not lowered by a reading: known exploited',
  'ai-guard-active': 'Not lowered by a reading: being exploited',
  'ai-guard-critical': 'Not lowered by a reading: critical',
  'ai-guard-epss': 'Not lowered by a reading: likely exploited',
  'ai-guard-malicious': 'Not lowered by a reading: malicious',
  'ai-guard-thin-advisory': 'Not lowered by a reading: thin advisory',
  'ai-guard-fresh': 'Not lowered by a reading: new advisory',
  'ai-guard-injection': 'Not lowered by a reading: text gives orders',
  'ai-guard-incomplete-profile': 'Not lowered by a reading: thin profile',
};

export const EFFECT_LABELS: Readonly<Record<WireReason['effect'], string>> = {
  dismiss: 'filters it',
  deprioritize: 'lowers its priority',
  annotate: 'only notes it',
  escalate: 'raises it',
  confirm: 'keeps it open',
};

const GUARD_LABELS: Labels = {
  'known-exploited': 'it is known to be exploited',
  'exploitation-active': 'exploitation is going on',
  critical: 'it is rated critical',
  'likely-exploited': 'exploitation is likely',
  malicious: 'the package is malicious',
  'thin-advisory': 'the advisory says too little',
  'fresh-advisory': 'the advisory is new',
  injection: 'the advisory text tries to give orders',
  'incomplete-profile': 'the security profile is not complete enough',
};

const CONDITION_CHANGE_LABELS: Labels = {
  expired: 'its time is over',
  'severity-raised': 'the severity was raised',
  'known-exploited': 'it became known to be exploited',
  'exploitation-active': 'exploitation began',
  'profile-changed': 'a cited field of the security profile changed',
  'advisory-changed': 'the advisory changed',
  'major-version-changed': 'the major version of the component changed',
};

const EVIDENCE_LABELS: Readonly<Record<WireReason['evidence'][number]['type'], string>> = {
  advisory: 'Advisory',
  profile: 'Security profile',
  runtime: 'Runtime document',
  sbom: 'SBOM',
  vex: 'VEX document',
  intel: 'Threat data',
};

export const PRIORITY_LABEL_TEXTS: Labels = {
  mitigated: 'Mitigated by runtime policy',
  not_observed: 'Not seen running',
  accepted: 'Risk accepted',
};

/** A code unknown to this portal is returned unchanged. */
export function describeCode(code: string): string {
  return find(CODE_LABELS, code);
}

export const KNOWN_CODES: readonly string[] = Object.keys(CODE_LABELS);

export function describeGuard(guard: string): string {
  return find(GUARD_LABELS, guard);
}

/** `the severity was raised and its time is over` */
export function describeChanges(changes: readonly string[]): string {
  return changes.map((change) => find(CONDITION_CHANGE_LABELS, change)).join(' and ');
}

export function describeEvidenceType(type: WireReason['evidence'][number]['type']): string {
  return EVIDENCE_LABELS[type];
}

const TRUST_LABELS = {
  organization: 'trusted like the organization itself',
  supplier: 'trusted as a supplier',
  none: 'not trusted, so it decides nothing',
} as const;

/** `Ada`, `rule R09 v1`, `VEX by Example Vendor (trusted as a supplier)` */
export function describeDecider({ kind, actor, trust }: Pick<WireReason, 'kind' | 'actor' | 'trust'>): string {
  if (kind === 'rule') return `Rule ${actor}`;
  if (kind === 'ai') return 'A model';
  if (kind === 'human') return actor;
  return `VEX by ${actor === '' ? 'an unnamed author' : actor}${trust === null ? '' : ` (${TRUST_LABELS[trust]})`}`;
}

function find(words: Labels, key: string): string {
  return (Object.hasOwn(words, key) ? words[key] : undefined) ?? key;
}
