/** Texts for states and stages of an analysis. */
import type { WireAnalysis } from '../../../src/api/contract/services/analysis.ts';

export type AnalysisStatus = WireAnalysis['status'];
export type Stage = WireAnalysis['stages'][number];

export const ANALYSIS_STATUS_LABELS: Readonly<Record<AnalysisStatus, string>> = {
  queued: 'Queued',
  running: 'Analyzing',
  completed: 'Analyzed',
  completed_with_warnings: 'Partially analyzed',
  failed: 'Failed',
};

export const TRIGGER_LABELS: Readonly<Record<WireAnalysis['trigger'], string>> = {
  upload: 'Upload',
  advisories: 'Advisory update',
  profile: 'Profile change',
  decision: 'Decision',
  manual: 'Manual request',
  engine: 'Engine update',
  deletion: 'SBOM deletion',
  ai: 'AI assessment',
};

export const STAGE_LABELS: Readonly<Record<Stage['name'], string>> = {
  parse: 'Parse SBOMs',
  identify: 'Identify packages',
  match: 'Match advisories',
  relevance: 'Assess relevance',
  remediation: 'Plan remediation',
  history: 'Update history',
  ai: 'AI assessment',
};

export const STAGE_STATUS_LABELS: Readonly<Record<Stage['status'], string>> = {
  pending: 'pending',
  running: 'running',
  done: 'done',
  skipped: 'skipped',
  failed: 'failed',
};

export function hasEnded(status: AnalysisStatus): boolean {
  return status === 'failed' || isCompleted(status);
}

/** Its findings are available. */
export function isCompleted(status: AnalysisStatus): boolean {
  return status === 'completed' || status === 'completed_with_warnings';
}

/** Its findings are available, and the plan is in progress. */
export function isPlanning({ status, stages }: Pick<WireAnalysis, 'status' | 'stages'>): boolean {
  const planning = stages.find(({ name }) => name === 'remediation')?.status;
  return isCompleted(status) && (planning === 'pending' || planning === 'running');
}

/** Its findings are available, and a later stage is in progress. */
export function isWorkingOn({ status, stages }: Pick<WireAnalysis, 'status' | 'stages'>): boolean {
  return isCompleted(status) && stages.some((stage) => stage.status === 'pending' || stage.status === 'running');
}

/** Returns the stage that a running or failed analysis is at. */
export function findCurrentStage(stages: readonly Stage[]): Stage | undefined {
  return stages.find(({ status }) => status === 'failed') ?? stages.find(({ status }) => status === 'running');
}
