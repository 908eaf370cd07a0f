/** The last decision, so that it can be reverted. It stays on the screen until it is dismissed. */
import {
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import type { WireDecisionOutcome } from '../../../src/api/contract/findings/decision.ts';
import type { WireAnalysis } from '../../../src/api/contract/services/analysis.ts';
import { getOne, toPath } from '../../api/api-client.ts';
import { Notice } from '../../parts/feedback/notice.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { hasEnded } from '../../text/analysis/analysis-text.ts';
import { describeDecided } from '../../text/findings/decision-text.ts';
import { countOf } from '../../text/format/counts.ts';
import { revertDecision, type Undo } from './decision-queries.ts';
import linkStyles from '../../parts/actions/link-button.module.css';
import styles from './decision.module.css';

interface LastDecision {
  readonly text: string;
  /** Absent: already reverted. */
  readonly undo?: Undo;
  readonly isBusy?: boolean;
}

/** Kept in the cache of queries, because it is cleared when another user signs in. */
const lastDecision = queryOptions<LastDecision | null>({ queryKey: ['last decision'], queryFn: skipToken });

/** Shows the notice while the analyses that follow a decision run. */
function useShowDecision(): (done: LastDecision, analysisIds: readonly string[]) => Promise<void> {
  const queryClient = useQueryClient();
  return async (done, analysisIds) => {
    const busy: LastDecision = { ...done, isBusy: true };
    const shown = queryClient.setQueryData(lastDecision.queryKey, busy);
    await refreshAfterAnalyses(queryClient, analysisIds.slice(0, WATCHED_MAX));
    // It may be dismissed or replaced by now.
    queryClient.setQueryData(lastDecision.queryKey, (now) => (now === shown ? done : now));
  };
}

export function useShowOutcome(): (outcome: WireDecisionOutcome) => Promise<void> {
  const show = useShowDecision();
  return async (outcome) => {
    const { batchId, decisions, analysisIds } = outcome;
    const [id] = decisions;
    const one = id === undefined ? undefined : ({ kind: 'one', id } as const);
    const undo = batchId === null ? one : ({ kind: 'batch', id: batchId } as const);
    await show({ text: describeDecided(outcome), ...(undo !== undefined && { undo }) }, analysisIds);
  };
}

export function useRevertDecision() {
  const show = useShowDecision();
  return useMutation({
    mutationFn: revertDecision,
    onSuccess: async ({ reverted, restored, skipped, analysisIds }) => {
      const parts = [
        `${countOf(reverted, 'decision')} reverted.`,
        ...(restored > 0 ? [`${countOf(restored, 'earlier decision')} restored.`] : []),
        ...(skipped > 0 ? [`${countOf(skipped, 'newer decision')} kept.`] : []),
      ];
      await show({ text: parts.join(' ') }, analysisIds);
    },
  });
}

export function UndoNotice() {
  const queryClient = useQueryClient();
  const done = useQuery(lastDecision).data;
  const { mutate, error, isPending } = useRevertDecision();
  if (!done) return null;
  const { text, undo, isBusy = false } = done;
  return (
    <div aria-live="polite">
      <Notice kind="neutral">
        <span className={styles.notice}>
          <span>
            {text} {isBusy && 'Updating findings.'}
          </span>
          {undo !== undefined && (
            <button type="button" className={linkStyles.link} disabled={isPending} onClick={() => mutate(undo)}>
              Undo
            </button>
          )}
          <button
            type="button"
            className={linkStyles.link}
            onClick={() => queryClient.setQueryData(lastDecision.queryKey, null)}
          >
            Dismiss
          </button>
        </span>
        {error !== null && <Problem error={error} />}
      </Notice>
    </div>
  );
}

const PAUSE_MS = 400;
const WAIT_MS = 30_000;
const WATCHED_MAX = 5;
const REFRESHED_KEYS = ['service', 'finding', 'findings', 'inbox', 'overview', 'services', 'vulnerability'];

/** Refreshes the page without a button, because the user is waiting for the result. */
async function refreshAfterAnalyses(queryClient: QueryClient, ids: readonly string[]): Promise<void> {
  const signal = AbortSignal.timeout(WAIT_MS);
  await Promise.all(ids.map(async (id) => await waitFor(id, signal)));
  // Refresh the analysis first, because rows record the result that they belong to.
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.at(-1) === 'analysis' });
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => REFRESHED_KEYS.includes(String(queryKey[0])) });
}

/** Errors and slow analyses are left to the event stream. */
async function waitFor(id: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const analysis = await getOne<WireAnalysis>(toPath('analysis', id), signal).catch(() => undefined);
    if (analysis === undefined || hasEnded(analysis.status)) return;
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE_MS);
    });
  }
}
