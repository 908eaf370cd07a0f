export const ANALYSIS_STATUSES = ['queued', 'running', 'completed', 'completed_with_warnings', 'failed'] as const;
export type AnalysisStatus = (typeof ANALYSIS_STATUSES)[number];

/** Why an analysis was requested. */
export const ANALYSIS_TRIGGERS = [
  'upload',
  'advisories',
  'profile',
  'decision',
  'reachability',
  'manual',
  'engine',
  'deletion',
  'ai',
] as const;
export type AnalysisTrigger = (typeof ANALYSIS_TRIGGERS)[number];

/** In the order in which they run. */
export const STAGES = ['parse', 'identify', 'match', 'relevance', 'remediation', 'history', 'ai'] as const;
export type StageName = (typeof STAGES)[number];

export const STAGE_STATUSES = ['pending', 'running', 'done', 'skipped', 'failed'] as const;
export type StageStatus = (typeof STAGE_STATUSES)[number];
