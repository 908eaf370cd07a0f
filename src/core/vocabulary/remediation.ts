/** How far an upgrade goes, nearest first. */
export const DISTANCES = ['patch', 'minor', 'major', 'unknown'] as const;
export type Distance = (typeof DISTANCES)[number];

/** Limits for the distance of an upgrade, nearest first. */
export const DISTANCE_LIMITS = DISTANCES.filter((distance) => distance !== 'unknown');
export type DistanceLimit = (typeof DISTANCE_LIMITS)[number];

/** Which clean version to choose. */
export const STRATEGIES = ['lowest', 'highest'] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** Whether an upgrade breaks something, as far as the version number tells. */
export const BREAKING_HINTS = ['none', 'likely', 'unknown'] as const;
export type Breaking = (typeof BREAKING_HINTS)[number];

/** Whether an action is known to fix its findings. `unknown`: unverified. */
export const CLAIMS = ['known', 'unknown'] as const;
export type Claim = (typeof CLAIMS)[number];

export const ACTION_KINDS = [
  'upgrade',
  'bump_parent',
  'override',
  'os_update',
  'rebuild_base',
  'move_release',
  'replace',
  'remove',
  'workaround',
] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

export const URGENT_REASONS = ['malicious', 'known_exploited', 'due_soon'] as const;
export type UrgentReason = (typeof URGENT_REASONS)[number];

/** A line for a shell, lines for a file, or a line for a Dockerfile. */
export const COMMAND_FORMS = ['shell', 'file', 'dockerfile'] as const;
export type CommandForm = (typeof COMMAND_FORMS)[number];

/** Why there is no command. `none`: no supported package manager. */
export const COMMAND_REASONS = ['unsafe_name', 'none'] as const;
export type CommandReason = (typeof COMMAND_REASONS)[number];

/** What became of a recommendation in the next version. */
export const PLAN_OUTCOMES = ['applied', 'partially', 'superseded', 'not_applied', 'regressed', 'not_seen'] as const;
export type PlanOutcome = (typeof PLAN_OUTCOMES)[number];

/** A finding after a plan. */
export const PREDICTED_STATES = ['gone', 'open'] as const;
export type PredictedState = (typeof PREDICTED_STATES)[number];

/** Whether a version is known to be published; words, because `unknown` is the third value. */
export const EXISTENCE_STATES = ['true', 'false', 'unknown'] as const;
export type ExistenceState = (typeof EXISTENCE_STATES)[number];
