/** Tools and formats whose analysis of calls is understood. */
export const REACHABILITY_KINDS = ['govulncheck', 'osv-scanner', 'cyclonedx'] as const;
export type ReachabilityKind = (typeof REACHABILITY_KINDS)[number];

/** What an analysis says about vulnerable code, worst first. */
export const REACHABILITY_STATES = ['called', 'imported', 'not_called', 'not_imported'] as const;
export type ReachabilityState = (typeof REACHABILITY_STATES)[number];

/** Why an analysis without a call does not dismiss a finding. */
export const REACHABILITY_GAPS = [
  'other-build',
  'other-place',
  'other-record',
  'no-symbols',
  'changed-record',
] as const;
export type ReachabilityGap = (typeof REACHABILITY_GAPS)[number];
