/** Why a finding appeared, disappeared or changed. */
export const CAUSES = ['code', 'advisory', 'decision', 'profile', 'reachability', 'engine'] as const;
export type Cause = (typeof CAUSES)[number];

/** Why an outcome differs from its prediction. */
export const DIFFERENCE_CAUSES = [...CAUSES, 'mispredicted'] as const;
export type DifferenceCause = (typeof DIFFERENCE_CAUSES)[number];

/** Changes of findings that are counted and listed. */
export const CHANGE_KINDS = ['introduced', 'reintroduced', 'escalated', 'resolved', 'retracted'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Changes between having a finding and not having it. */
export const PRESENCE_CHANGES = CHANGE_KINDS.filter((kind) => kind !== 'escalated');
export type PresenceChange = (typeof PRESENCE_CHANGES)[number];

/** Changes from version to version; `changed`: the package has another version and still has the finding. */
export const TIMELINE_CHANGES = [...PRESENCE_CHANGES, 'changed'] as const;
export type TimelineChangeKind = (typeof TIMELINE_CHANGES)[number];

/** What happened to an advisory record. */
export const RECORD_CHANGES = ['published', 'revised', 'withdrawn', 'deleted'] as const;
export type RecordChangeKind = (typeof RECORD_CHANGES)[number];

export const GATE_RESULTS = ['pass', 'fail', 'pending', 'unknown'] as const;
export type GateResultKind = (typeof GATE_RESULTS)[number];
