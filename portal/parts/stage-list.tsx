/** The stages of an analysis: how far each is, how much it had to do, and how long it took. */
import { describeCounts, describeStageReason } from '../wording/ai-words.ts';
import { toDuration } from '../wording/age.ts';
import { STAGE_STATUS_WORDS, STAGE_WORDS, type Stage } from '../wording/analysis-words.ts';
import { formatCount } from '../wording/counts.ts';
import styles from './stage-list.module.css';

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
  const { name, status, startedAt, finishedAt, reason, counts } = stage;
  const duration = status === 'done' ? toDuration(startedAt, finishedAt) : undefined;
  const amounts = name === 'ai' ? describeCounts(counts) : listAmounts(counts);
  return (
    <li className={`${styles.stage} ${styles[status]}`}>
      <span className={styles.name}>{STAGE_WORDS[name]}</span>
      <span className={styles.state}>
        {STAGE_STATUS_WORDS[status]}
        {duration !== undefined && `, ${duration}`}
        {reason !== null && `: ${describeStageReason(reason)}`}
      </span>
      {amounts.length > 0 && <span className={styles.state}>{amounts.join(', ')}</span>}
    </li>
  );
}

function listAmounts(counts: Stage['counts']): readonly string[] {
  return Object.entries(counts).map(([what, count]) => `${formatCount(count)} ${what}`);
}
