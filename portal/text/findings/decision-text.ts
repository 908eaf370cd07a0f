/** Texts for decisions: actions, justifications, scope, and effects. */
import type { WireDecision, WireDecisionOutcome } from '../../../src/api/contract/findings/decision.ts';
import type { WireActiveDecision } from '../../../src/api/contract/findings/relevance.ts';
import { countOf, formatCount } from '../format/counts.ts';

export type Action = NonNullable<WireActiveDecision['action']>;
export type Scope = NonNullable<WireActiveDecision['scope']>;
export type Justification = NonNullable<WireActiveDecision['justification']>;
type DecidedState = NonNullable<WireActiveDecision['state']>;
export type Response = WireActiveDecision['response'][number];

export const ACTION_LABELS: Readonly<Record<WireDecision['action'], string>> = {
  confirm: 'Confirm',
  in_triage: 'In triage',
  not_affected: 'Not affected',
  false_positive: 'False positive',
  accept_risk: 'Accept risk',
  patched: 'Patched in place',
  accept_suggestion: 'Accept suggestion',
  reject_suggestion: 'Reject suggestion',
  reverted: 'Reverted',
};

export const ACTION_NOTES: Readonly<Record<Action, string>> = {
  confirm: 'Stays relevant, regardless of rules and VEX.',
  in_triage: 'Under investigation. Relevance does not change.',
  not_affected: 'The code is present but cannot be exploited. Becomes not relevant.',
  false_positive: 'Incorrect match. Becomes not relevant.',
  accept_risk: 'Lower priority until the expiry date. Gates ignore it until then.',
  patched: 'Patched without a new version number. Becomes not relevant in this version only.',
  accept_suggestion: 'Becomes not relevant, as suggested.',
  reject_suggestion: 'Stays relevant.',
};

export const DECIDED_STATE_LABELS: Readonly<Record<DecidedState, string>> = {
  exploitable: 'Confirmed',
  in_triage: 'In triage',
  not_affected: 'Not affected',
  false_positive: 'False positive',
  resolved: 'Fixed',
  resolved_with_pedigree: 'Patched in place',
};

export const JUSTIFICATION_LABELS: Readonly<Record<Justification, string>> = {
  code_not_present: 'Vulnerable code not present',
  code_not_reachable: 'Vulnerable code not reachable',
  requires_configuration: 'Requires a configuration not in use',
  requires_dependency: 'Requires a dependency not present',
  requires_environment: 'Requires a different environment',
  protected_by_compiler: 'Protected by the compiler',
  protected_at_runtime: 'Protected at runtime',
  protected_at_perimeter: 'Protected at the perimeter',
  protected_by_mitigating_control: 'Protected by another control',
};

export const RESPONSE_LABELS: Readonly<Record<Response, string>> = {
  can_not_fix: 'Cannot be fixed',
  will_not_fix: 'Will not be fixed',
  update: 'Update planned',
  rollback: 'Rollback planned',
  workaround_available: 'Workaround available',
};

export const SCOPE_LABELS: Readonly<Record<Scope, string>> = {
  version: 'This version',
  service: 'Entire service',
  organization: 'Entire organization',
};

/** `Changes 1 finding here and 6 in 3 other versions. 2 in 1 version stay unchanged: …` */
export function describeReach({ selected, others, unchanged, replaced, skipped }: WireDecisionOutcome): string {
  const inOthers =
    others.findings === 0 ? '' : ` and ${formatCount(others.findings)} in ${countOf(others.versions, 'other version')}`;
  const parts = [`Changes ${countOf(selected.findings, 'finding')} here${inOthers}.`];
  if (unchanged.findings > 0)
    parts.push(
      `${formatCount(unchanged.findings)} in ${countOf(unchanged.versions, 'version')} ${unchanged.findings === 1 ? 'stays' : 'stay'} unchanged: not monitored, or SBOMs deleted by retention.`,
    );
  if (replaced > 0) parts.push(`Replaces ${countOf(replaced, 'earlier decision')}.`);
  if (skipped > 0) parts.push(`Skips ${countOf(skipped, 'finding')} without a suggestion.`);
  return parts.join(' ');
}

/** `Decision applied to 7 findings.` */
export function describeDecided({ selected, others }: WireDecisionOutcome): string {
  return `Decision applied to ${countOf(selected.findings + others.findings, 'finding')}.`;
}
