/** Words for decisions: actions, justifications, scope, and effects. */
import type { WireDecision, WireDecisionOutcome } from '../../../src/api/contract/findings/decision.ts';
import type { WireActiveDecision } from '../../../src/api/contract/findings/relevance.ts';
import { countOf, formatCount } from '../format/counts.ts';

export type Action = NonNullable<WireActiveDecision['action']>;
export type Scope = NonNullable<WireActiveDecision['scope']>;
export type Justification = NonNullable<WireActiveDecision['justification']>;
export type DecidedState = NonNullable<WireActiveDecision['state']>;
export type Response = WireActiveDecision['response'][number];

export const ACTION_LABELS: Readonly<Record<WireDecision['action'], string>> = {
  confirm: 'Confirm',
  in_triage: 'In triage',
  not_affected: 'Not affected',
  false_positive: 'False positive',
  accept_risk: 'Accept the risk',
  patched: 'Patched in place',
  accept_suggestion: 'Accept the suggestion',
  reject_suggestion: 'Reject the suggestion',
  reverted: 'Taken back',
};

export const ACTION_NOTES: Readonly<Record<Action, string>> = {
  confirm: 'It matters here. It stays open, whatever rules or VEX say.',
  in_triage: 'Somebody looks at it. Nothing else changes.',
  not_affected: 'The code is there, but it cannot be exploited here. It is filtered.',
  false_positive: 'It was matched by mistake. It is filtered.',
  accept_risk: 'It stays with a lower priority until a date, and the gate ignores it until then.',
  patched: 'This version was patched without another version number. It is filtered in this version alone.',
  accept_suggestion: 'It is filtered, as suggested.',
  reject_suggestion: 'It matters here. It stays open.',
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
  code_not_present: 'The vulnerable code is not present',
  code_not_reachable: 'The vulnerable code is never run',
  requires_configuration: 'Needs a configuration that is not used',
  requires_dependency: 'Needs a dependency that is not there',
  requires_environment: 'Needs another environment',
  protected_by_compiler: 'The compiler protects from it',
  protected_at_runtime: 'Something at runtime prevents it',
  protected_at_perimeter: 'Something at the perimeter prevents it',
  protected_by_mitigating_control: 'Another control mitigates it',
};

export const RESPONSE_LABELS: Readonly<Record<Response, string>> = {
  can_not_fix: 'Cannot be fixed',
  will_not_fix: 'Will not be fixed',
  update: 'Update planned',
  rollback: 'Rollback planned',
  workaround_available: 'There is a workaround',
};

export const SCOPE_LABELS: Readonly<Record<Scope, string>> = {
  version: 'This version',
  service: 'The whole service',
  organization: 'The whole organization',
};

/** `Changes 1 finding here and 6 in 3 other versions. 2 in 1 version stay as they are, because …` */
export function describeReach({ here, elsewhere, kept, replaced, skipped }: WireDecisionOutcome): string {
  const others =
    elsewhere.findings === 0
      ? ''
      : ` and ${formatCount(elsewhere.findings)} in ${countOf(elsewhere.versions, 'other version')}`;
  const parts = [`Changes ${countOf(here.findings, 'finding')} here${others}.`];
  if (kept.findings > 0)
    parts.push(
      `${formatCount(kept.findings)} in ${countOf(kept.versions, 'version')} ${kept.findings === 1 ? 'stays' : 'stay'} as before: nobody watches it, or its documents are gone.`,
    );
  if (replaced > 0) parts.push(`Takes the place of ${countOf(replaced, 'earlier decision')}.`);
  if (skipped > 0) parts.push(`Leaves out ${countOf(skipped, 'finding')} without a suggestion.`);
  return parts.join(' ');
}

/** `Decided for 7 findings.` */
export function describeDecided({ here, elsewhere }: WireDecisionOutcome): string {
  return `Decided for ${countOf(here.findings + elsewhere.findings, 'finding')}.`;
}
