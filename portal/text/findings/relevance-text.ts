/** Texts for the relevance of a finding: source, effect, guards, and changes since. */
import type { WireReason } from '../../../src/api/contract/findings/relevance.ts';
import { findLabel } from '../format/labels.ts';

type Labels = Readonly<Record<string, string>>;

const CODE_LABELS: Labels = {
  suggestion: 'Suggested decision',
  withdrawn: 'Advisory withdrawn',
  disputed: 'Disputed',
  'distro-not-affected': 'Not affected per distribution',
  'distro-minor': 'Minor per distribution',
  'platform-mismatch': 'Different platform',
  'platform-text': 'Platform named in text',
  'scope-excluded': 'Not shipped',
  'dev-dependency': 'Development dependency',
  'scope-optional': 'Optional dependency',
  'build-tool': 'Build tool',
  'not-in-graph': 'Not in dependency graph',
  'kernel-in-container': 'Kernel in container image',
  informational: 'Informational',
  exploited: 'Known exploited',
  malicious: 'Malicious package',
  'malicious-name': 'Malicious package name',
  'not-observed': 'Not observed at runtime',
  'load-denied': 'Files denied by policy',
  'exec-denied': 'Execution denied by policy',
  'syscall-blocked': 'System call blocked',
  'no-code': 'No executable code',
  'answered-question': 'Answered question',
  called: 'Vulnerable code called',
  imported: 'Package used',
  'not-called': 'Vulnerable code not called',
  'not-imported': 'Vulnerable package not imported',
  vex: 'VEX statement',
  decision: 'Manual decision',
  'ai-reading': 'AI assessment',
  'ai-id-mismatch': 'Assessed wrong vulnerability',
  'ai-unverified-quote': 'Quote not verified',
  'ai-restates-weakness': 'Restates the weakness',
  'ai-no-contradiction': 'Nothing contradicts the advisory',
  'ai-not-necessary': 'Precondition not necessary',
  'ai-ambiguous': 'Ambiguous advisory',
  'ai-second-opinion': 'Second check disagrees',
  'ai-guard-kev': 'Known exploited: needs approval',
  'ai-guard-active': 'Actively exploited: needs approval',
  'ai-guard-critical': 'Critical: needs approval',
  'ai-guard-epss': 'Likely exploited: needs approval',
  'ai-guard-malicious': 'Malicious: needs approval',
  'ai-guard-called': 'Vulnerable code called: needs approval',
  'ai-guard-thin-advisory': 'Short advisory: needs approval',
  'ai-guard-fresh': 'New advisory: needs approval',
  'ai-guard-injection': 'Suspicious text: needs approval',
  'ai-guard-canary': 'Control advisory misread: needs approval',
};

export const EFFECT_LABELS: Readonly<Record<WireReason['effect'], string>> = {
  dismiss: 'not relevant',
  deprioritize: 'lower priority',
  annotate: 'note only',
  escalate: 'stays relevant',
  confirm: 'relevant',
};

const GUARD_LABELS: Labels = {
  'known-exploited': 'known exploited',
  'exploitation-active': 'actively exploited',
  critical: 'critical severity',
  'likely-exploited': 'likely exploited',
  malicious: 'malicious package',
  called: 'vulnerable code called',
  'thin-advisory': 'short advisory',
  'fresh-advisory': 'new advisory',
  injection: 'suspicious advisory text',
  canary: 'control advisory misread',
  'second-opinion': 'second check disagrees',
};

const CONDITION_CHANGE_LABELS: Labels = {
  expired: 'decision expired',
  'severity-raised': 'severity increased',
  'known-exploited': 'now known exploited',
  'exploitation-active': 'now actively exploited',
  'profile-changed': 'cited profile field changed',
  'advisory-changed': 'advisory changed',
  'major-version-changed': 'major version changed',
};

const EVIDENCE_LABELS: Readonly<Record<WireReason['evidence'][number]['type'], string>> = {
  advisory: 'Advisory',
  profile: 'Security profile',
  runtime: 'Runtime document',
  sbom: 'SBOM',
  vex: 'VEX document',
  intel: 'Threat intelligence',
  reachability: 'Call analysis',
  answer: 'Answer',
};

export const PRIORITY_LABEL_TEXTS: Labels = {
  mitigated: 'Mitigated by runtime policy',
  not_observed: 'Not observed at runtime',
  accepted: 'Risk accepted',
};

/** A code unknown to this portal is returned unchanged. */
export function describeCode(code: string): string {
  return findLabel(CODE_LABELS, code);
}

export const KNOWN_CODES: readonly string[] = Object.keys(CODE_LABELS);

export function describeGuard(guard: string): string {
  return findLabel(GUARD_LABELS, guard);
}

/** `severity increased, decision expired` */
export function describeChanges(changes: readonly string[]): string {
  return changes.map((change) => findLabel(CONDITION_CHANGE_LABELS, change)).join(', ');
}

export function describeEvidenceType(type: WireReason['evidence'][number]['type']): string {
  return EVIDENCE_LABELS[type];
}

export const TRUST_LABELS = {
  organization: 'trusted as the organization',
  supplier: 'trusted supplier',
  none: 'not trusted, no effect',
} as const;

/** `Ada`, `rule R09 v1`, `VEX by Example Vendor (trusted supplier)` */
export function describeDecider({ kind, actor, trust }: Pick<WireReason, 'kind' | 'actor' | 'trust'>): string {
  if (kind === 'rule') return `Rule ${actor}`;
  if (kind === 'ai') return 'AI';
  if (kind === 'human') return actor;
  return `VEX by ${actor === '' ? 'unnamed author' : actor}${trust === null ? '' : ` (${TRUST_LABELS[trust]})`}`;
}
