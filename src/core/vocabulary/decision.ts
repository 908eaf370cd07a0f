/** Triage actions. */
export const DECISION_ACTIONS = [
  'confirm',
  'in_triage',
  'not_affected',
  'false_positive',
  'accept_risk',
  'patched',
  'accept_suggestion',
  'reject_suggestion',
] as const;
export type DecisionAction = (typeof DECISION_ACTIONS)[number];

/** Answers to a suggestion of a rule or an AI assessment. */
export const SUGGESTION_ACTIONS = DECISION_ACTIONS.filter(
  (action) => action === 'accept_suggestion' || action === 'reject_suggestion',
);
export type SuggestionAction = (typeof SUGGESTION_ACTIONS)[number];

/** Actions that an integration can suggest. They have the names of the states that they set. */
export const SUGGESTED_ACTIONS = ['not_affected', 'false_positive'] as const satisfies readonly DecisionAction[];
export type SuggestedAction = (typeof SUGGESTED_ACTIONS)[number];

/** Actions of the user's own, without a suggestion. */
export const OWN_ACTIONS = DECISION_ACTIONS.filter(
  (action) => action !== 'accept_suggestion' && action !== 'reject_suggestion',
);

/** Actions in the log of decisions: also the revert of an earlier decision. */
export const RECORDED_ACTIONS = [...DECISION_ACTIONS, 'reverted'] as const;
export type RecordedAction = (typeof RECORDED_ACTIONS)[number];

/** Narrowest first. */
export const DECISION_SCOPES = ['version', 'service', 'organization'] as const;
export type DecisionScope = (typeof DECISION_SCOPES)[number];

/** Why a premise of a decision no longer holds. */
export const CONDITION_CHANGES = [
  'expired',
  'severity-raised',
  'known-exploited',
  'exploitation-active',
  'profile-changed',
  'advisory-changed',
  'major-version-changed',
] as const;
export type ConditionChange = (typeof CONDITION_CHANGES)[number];
