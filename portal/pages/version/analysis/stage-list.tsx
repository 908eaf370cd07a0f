/** Stages of an analysis: state, amount of work, and duration. */
import { toDuration, toInstant, toWait } from '../../../text/format/time.ts';
import { STAGE_STATUS_LABELS, STAGE_LABELS, type Stage } from '../../../text/analysis/analysis-text.ts';
import { describeAmounts, describeStageNote } from './stage-text.ts';
import styles from './stage-list.module.css';
import { useNow } from '../../../parts/values/use-now.ts';

export function StageList({ stages }: { readonly stages: readonly Stage[] }) {
  return (
    <ol className={styles.stages}>
      {stages.map((stage) => (
        <StageItem key={stage.name} stage={stage} />
      ))}
    </ol>
  );
}

function StageItem({ stage }: { readonly stage: Stage }) {
  const { name, status, startedAt, finishedAt, retryAt } = stage;
  const now = useNow();
  const duration = status === 'done' ? toDuration(startedAt, finishedAt) : undefined;
  const amounts = describeAmounts(stage);
  return (
    <li className={`${styles.stage} ${styles[status]}`}>
      <span className={styles.name}>{STAGE_LABELS[name]}</span>
      <span className={styles.state}>
        {STAGE_STATUS_LABELS[status]}
        {duration !== undefined && `, ${duration}`}
        {describeStageNote(stage)}
        {retryAt !== null && (
          <>
            {'; retry '}
            <time dateTime={retryAt} title={toInstant(retryAt)}>
              {toWait(retryAt, now)}
            </time>
          </>
        )}
      </span>
      {amounts !== '' && <span className={styles.state}>{amounts}</span>}
    </li>
  );
}
