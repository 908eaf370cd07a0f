/** Progress of an analysis: its state and its stages, and after a failure the reason and which result is still valid. */
import type { ReactNode } from 'react';
import type { WireAnalysis } from '../../../../src/api/contract/services/analysis.ts';
import { toDuration } from '../../../text/format/time.ts';
import { describeAiProgress, describeUnassessed } from '../../../text/analysis/ai-text.ts';
import {
  findCurrentStage,
  hasEnded,
  isCompleted,
  STAGE_LABELS,
  ANALYSIS_STATUS_LABELS,
} from '../../../text/analysis/analysis-text.ts';
import { Age } from '../../../parts/values/age.tsx';
import { ViewLink } from '../../../parts/navigation/view-link.tsx';
import styles from './analysis-panel.module.css';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { Notice } from '../../../parts/feedback/notice.tsx';
import { StageList } from './stage-list.tsx';

interface AnalysisPanelProps {
  readonly analysis: WireAnalysis;
  /** Actions below the stages. */
  readonly children?: ReactNode;
}

export function AnalysisPanel({ analysis, children }: AnalysisPanelProps) {
  const { status, stages } = analysis;
  const ai = isCompleted(status) ? stages.find(({ name }) => name === 'ai') : undefined;
  const progress = describeAiProgress(ai);
  const unassessed = describeUnassessed(ai);
  return (
    <div className={styles.panel}>
      <output className={`${styles.state} ${styles[status]}`}>{ANALYSIS_STATUS_LABELS[status]}</output>
      <span className={styles.sentence}>
        <Sentence analysis={analysis} />
      </span>
      {progress !== undefined && <output className={styles.sentence}>{progress}. Results are available.</output>}
      {unassessed !== undefined && <output className={styles.unassessed}>{unassessed}</output>}
      <details className={styles.details} open={!hasEnded(status)}>
        <summary>Stages</summary>
        <StageList stages={stages} />
        {children}
      </details>
    </div>
  );
}

/** Why the latest analysis failed, and which result is still valid. */
export function AnalysisFailure({ failure }: { readonly failure: NonNullable<WireAnalysis['failure']> }) {
  return (
    <Notice kind="bad">
      <UntrustedText text={failure.message} charactersMax={600} /> The upload was not added to the result. Earlier
      findings stay. Upload a corrected SBOM, or re-analyze. <code>{failure.code}</code>{' '}
      <ViewLink view={{ tab: 'sboms' }}>Show SBOMs</ViewLink>
    </Notice>
  );
}

function Sentence({ analysis }: { readonly analysis: WireAnalysis }) {
  const { status, stages, createdAt, startedAt, finishedAt } = analysis;
  const stage = findCurrentStage(stages);
  if (status === 'queued') {
    return (
      <>
        requested <Age instant={createdAt} />
      </>
    );
  }
  if (status === 'running') return stage === undefined ? null : <>Stage: {STAGE_LABELS[stage.name]}</>;
  const duration = toDuration(startedAt, finishedAt);
  return (
    <>
      <Age instant={finishedAt ?? createdAt} />
      {duration !== undefined && `, in ${duration}`}
      {status === 'failed' && stage !== undefined && `, stage: ${STAGE_LABELS[stage.name]}`}
    </>
  );
}
