/** Texts for states, stages and changes of an analysis, and for the state of an SBOM. */
import type { AnalysisStatus } from '../../../src/core/vocabulary/analysis.ts';
import type { WireAnalysis } from '../../../src/api/contract/services/analysis.ts';
import type { WireSbom } from '../../../src/api/contract/services/sbom.ts';
import { countOf, formatCount } from '../format/counts.ts';

export type Stage = WireAnalysis['stages'][number];

export const ANALYSIS_STATUS_LABELS: Readonly<Record<AnalysisStatus, string>> = {
  queued: 'Queued',
  running: 'Analyzing',
  completed: 'Analyzed',
  completed_with_warnings: 'Partially analyzed',
  failed: 'Failed',
};

export const SBOM_STATUS_LABELS: Readonly<Record<WireSbom['status'], string>> = {
  queued: 'Queued',
  analyzing: 'Analyzing',
  analyzed: 'Analyzed',
  analyzed_with_warnings: 'Partially analyzed',
  failed: 'Failed',
};

export const QUALITY_LABELS: Readonly<Record<NonNullable<WireSbom['quality']>['elements'][number]['element'], string>> =
  {
    identifier: 'Package URL or CPE',
    version: 'Version',
    relationships: 'Dependencies',
    supplier: 'Supplier',
    hash: 'Hashes',
    tool: 'Tool',
    time: 'Time',
  };

export const SIGNATURE_LABELS: Readonly<Record<WireSbom['signature']['state'], string>> = {
  unsigned: 'Unsigned',
  not_checked: 'Signature not checked',
  verified: 'Signature verified by',
  invalid: 'Signature invalid',
};

export const TRIGGER_LABELS: Readonly<Record<WireAnalysis['trigger'], string>> = {
  upload: 'Upload',
  advisories: 'Advisory update',
  profile: 'Profile change',
  decision: 'Decision',
  reachability: 'Call analysis',
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

/** `4 new findings, 2 fixed.` */
export function describeDelta({ introduced, resolved, changed }: NonNullable<WireAnalysis['delta']>): string {
  const parts = [
    ...(introduced > 0 ? [countOf(introduced, 'new finding')] : []),
    ...(resolved > 0 ? [`${formatCount(resolved)} fixed`] : []),
    ...(changed > 0 ? [`${formatCount(changed)} changed`] : []),
  ];
  return parts.length === 0 ? 'No changes.' : `${parts.join(', ')}.`;
}

/** `3 fewer than 1.12.0`, `8 more than 1.12.0`, `same as 1.12.0` */
export function describeChange(count: number, before: number, versionName: string): string {
  if (count === before) return `same as ${versionName}`;
  const difference = formatCount(Math.abs(count - before));
  return `${difference} ${count < before ? 'fewer' : 'more'} than ${versionName}`;
}
