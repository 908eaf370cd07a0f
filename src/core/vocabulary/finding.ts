/** Whether a version has a finding. `retracted`: the advisory was wrong; `resolved`: the code has changed. */
export const FINDING_STATES = ['open', 'resolved', 'retracted'] as const;
export type FindingState = (typeof FINDING_STATES)[number];

/** How a finding can end. */
export const ENDED_STATES = FINDING_STATES.filter((state) => state !== 'open');
export type EndedState = (typeof ENDED_STATES)[number];

/** A vulnerability in one version of a service. `not_uploaded`: a document that contained it was not uploaded for this version. */
export const PRESENCE_STATES = [...FINDING_STATES, 'absent', 'not_uploaded', 'not_analyzed'] as const;
export type PresenceState = (typeof PRESENCE_STATES)[number];

/** A vulnerability in one document of a version, strongest first. */
export const PLACE_STATES = ['present', 'filtered', 'absent'] as const;
export type PlaceState = (typeof PLACE_STATES)[number];

/**
 * `end_of_life`: the release of a distribution is no longer supported. `possible`: only the CPE of a component leads to the
 * vulnerability; it has low confidence and never fails a gate.
 */
export const FINDING_CLASSES = ['vulnerability', 'malicious', 'informational', 'end_of_life', 'possible'] as const;
export type FindingClass = (typeof FINDING_CLASSES)[number];

/** Confidence of a match, highest first. */
export const CONFIDENCES = ['high', 'medium', 'low'] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** The name under which an advisory was found: that of the package, that of its source package, or its CPE. */
export const MATCH_NAMES = ['direct', 'source', 'cpe'] as const;
export type MatchName = (typeof MATCH_NAMES)[number];

/** What an advisory says about a version. */
export const MATCH_OUTCOMES = ['affected', 'not_affected', 'cannot_assess'] as const;
export type MatchOutcome = (typeof MATCH_OUTCOMES)[number];

/** `deferred`: the distribution has postponed the fix. `eol`: the release is no longer maintained. */
export const FIX_STATES = ['fixed', 'not_fixed', 'wont_fix', 'deferred', 'eol', 'unknown'] as const;
export type FixState = (typeof FIX_STATES)[number];

/** Sort orders of lists of findings. */
export const FINDING_SORTS = ['priority', 'severity', 'package', 'firstSeen'] as const;
export type FindingSort = (typeof FINDING_SORTS)[number];

/** What the findings of a group have in common. */
export const FINDING_GROUPINGS = ['vulnerability', 'fix', 'component'] as const;
export type FindingGrouping = (typeof FINDING_GROUPINGS)[number];
