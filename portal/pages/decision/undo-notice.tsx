/** The last decision, with a button to revert it. */
import { useMutation } from '@tanstack/react-query';
import { Notice } from '../../parts/notice.tsx';
import { Problem } from '../../parts/problem.tsx';
import { takeBack, type Undo } from '../../queries/decisions.ts';
import { countOf } from '../../wording/counts.ts';
import styles from './decision.module.css';
import { tellDone, useDone } from './done.ts';
import { useSettle } from './use-settle.ts';

export function useTakeBack() {
  const settle = useSettle();
  return useMutation({
    mutationFn: async (undo: Undo) => await takeBack(undo),
    onSuccess: async ({ takenBack, restored, skipped, analysisIds }) => {
      const parts = [
        `${countOf(takenBack, 'decision')} taken back.`,
        ...(restored > 0 ? [`${countOf(restored, 'earlier one')} ${restored === 1 ? 'counts' : 'count'} again.`] : []),
        ...(skipped > 0 ? [`${countOf(skipped, 'newer one')} ${skipped === 1 ? 'stays' : 'stay'}.`] : []),
      ];
      const text = parts.join(' ');
      tellDone({ text, isBusy: true });
      await settle(analysisIds);
      tellDone({ text });
    },
  });
}

export function UndoNotice() {
  const done = useDone();
  const { mutate, error, isPending } = useTakeBack();
  if (done === undefined) return null;
  const { text, undo, isBusy = false } = done;
  return (
    <div aria-live="polite">
      <Notice kind="neutral">
        <span className={styles.notice}>
          <span>
            {text} {isBusy && 'The findings are being worked out again.'}
          </span>
          {undo !== undefined && (
            <button type="button" className={styles.link} disabled={isPending} onClick={() => mutate(undo)}>
              Undo
            </button>
          )}
          <button type="button" className={styles.link} onClick={() => tellDone(undefined)}>
            Dismiss
          </button>
        </span>
        {error !== null && <Problem error={error} />}
      </Notice>
    </div>
  );
}
