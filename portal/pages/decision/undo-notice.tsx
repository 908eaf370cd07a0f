/** The last decision, with a button to revert it. */
import { useMutation } from '@tanstack/react-query';
import { Notice } from '../../parts/feedback/notice.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { revertDecision, type Undo } from './decision-queries.ts';
import { countOf } from '../../text/format/counts.ts';
import styles from './decision.module.css';
import { setLastDecision, useLastDecision } from './last-decision.ts';
import { useRefreshAfterAnalyses } from './use-refresh-after-analyses.ts';

export function useRevertDecision() {
  const settle = useRefreshAfterAnalyses();
  return useMutation({
    mutationFn: async (undo: Undo) => await revertDecision(undo),
    onSuccess: async ({ reverted, restored, skipped, analysisIds }) => {
      const parts = [
        `${countOf(reverted, 'decision')} reverted.`,
        ...(restored > 0 ? [`${countOf(restored, 'earlier decision')} restored.`] : []),
        ...(skipped > 0 ? [`${countOf(skipped, 'newer decision')} kept.`] : []),
      ];
      const text = parts.join(' ');
      setLastDecision({ text, isBusy: true });
      await settle(analysisIds);
      setLastDecision({ text });
    },
  });
}

export function UndoNotice() {
  const done = useLastDecision();
  const { mutate, error, isPending } = useRevertDecision();
  if (done === undefined) return null;
  const { text, undo, isBusy = false } = done;
  return (
    <div aria-live="polite">
      <Notice kind="neutral">
        <span className={styles.notice}>
          <span>
            {text} {isBusy && 'Updating findings.'}
          </span>
          {undo !== undefined && (
            <button type="button" className={styles.link} disabled={isPending} onClick={() => mutate(undo)}>
              Undo
            </button>
          )}
          <button type="button" className={styles.link} onClick={() => setLastDecision(undefined)}>
            Dismiss
          </button>
        </span>
        {error !== null && <Problem error={error} />}
      </Notice>
    </div>
  );
}
