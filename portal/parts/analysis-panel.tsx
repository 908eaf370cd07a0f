/** How far the analysis is: its state in words, its stages, and when it failed why and what remains valid. */
import type { WireAnalysis } from '../../src/api/contract/analysis.ts';
import { toDuration } from '../wording/age.ts';
import {
  findCurrentStage,
  hasEnded,
  STAGE_STATUS_WORDS,
  STAGE_WORDS,
  STATUS_WORDS,
  type Stage,
} from '../wording/analysis-words.ts';
import { Age } from './age.tsx';
import styles from './analysis-panel.module.css';
import { Notice } from './notice.tsx';

export function AnalysisPanel({ analysis }: { readonly analysis: WireAnalysis }) {
  const { status, stages, failure } = analysis;
  return (
    <>
      <div className={styles.panel}>
        <output className={`${styles.state} ${styles[status]}`}>{STATUS_WORDS[status]}</output>
        <span className={styles.sentence}>
          <Sentence analysis={analysis} />
        </span>
        <details className={styles.details} open={!hasEnded(status)}>
          <summary>Stages</summary>
          <ol className={styles.stages}>
            {stages.map((stage) => (
              <StageItem key={stage.name} stage={stage} />
            ))}
          </ol>
        </details>
      </div>
      {failure !== null && (
        <Notice kind="bad">
          {failure.message} Upload a corrected document, or analyze again. <code>{failure.code}</code>
        </Notice>
      )}
    </>
  );
}

function Sentence({ analysis }: { readonly analysis: WireAnalysis }) {
  const { status, stages, createdAt, startedAt, finishedAt } = analysis;
  const stage = findCurrentStage(stages);
  if (status === 'queued') {
    return (
      <>
        for a worker; requested <Age instant={createdAt} />
      </>
    );
  }
  if (status === 'running') return stage === undefined ? null : <>now: {STAGE_WORDS[stage.name].toLowerCase()}</>;
  const duration = toDuration(startedAt, finishedAt);
  return (
    <>
      <Age instant={finishedAt ?? createdAt} />
      {duration !== undefined && `, in ${duration}`}
      {status === 'failed' && stage !== undefined && `, at: ${STAGE_WORDS[stage.name].toLowerCase()}`}
    </>
  );
}

function StageItem({ stage: { name, status, startedAt, finishedAt, reason } }: { readonly stage: Stage }) {
  const duration = status === 'done' ? toDuration(startedAt, finishedAt) : undefined;
  return (
    <li className={`${styles.stage} ${styles[status]}`}>
      <span className={styles.stageName}>{STAGE_WORDS[name]}</span>
      <span className={styles.stageState}>
        {STAGE_STATUS_WORDS[status]}
        {duration !== undefined && `, ${duration}`}
        {reason !== null && `: ${reason}`}
      </span>
    </li>
  );
}
