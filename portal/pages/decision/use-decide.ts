/** Previews a decision while it is filled in, and saves it: exactly as previewed, or not at all if another change came first. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isStatus } from '../../api/api-client.ts';
import { decide, decisionPreview, type DecisionTarget, type DecisionInput } from './decision-queries.ts';
import { describeDecided } from '../../text/findings/decision-text.ts';
import { setLastDecision } from './last-decision.ts';
import { useRefreshAfterAnalyses } from './use-refresh-after-analyses.ts';

const PAUSE_MS = 350;

export function useDecide(target: DecisionTarget, input: DecisionInput | undefined, onDone: () => void) {
  const queryClient = useQueryClient();
  const settle = useRefreshAfterAnalyses();
  const previewed = usePaused(input);
  const preview = useQuery(decisionPreview(target, previewed));
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (wanted: DecisionInput) => {
      // Submitted before the preview was loaded: load it first.
      const { etag } =
        preview.data !== undefined && previewed === wanted && !preview.isFetching
          ? preview.data
          : await queryClient.fetchQuery(decisionPreview(target, wanted));
      return await decide(target, wanted, etag);
    },
    onSuccess: async (outcome) => {
      const { batchId, decisions, analysisIds } = outcome;
      const [id] = decisions;
      const one = id === undefined ? undefined : ({ kind: 'one', id } as const);
      const undo = batchId === null ? one : ({ kind: 'batch', id: batchId } as const);
      const done = { text: describeDecided(outcome), ...(undo !== undefined && { undo }) };
      setLastDecision({ ...done, isBusy: true });
      onDone();
      await settle(analysisIds);
      setLastDecision(done);
    },
    onError: async (failure) => {
      if (!isStatus(failure, 412)) return;
      await queryClient.invalidateQueries({ queryKey: ['finding'] });
      await preview.refetch();
    },
  });
  return {
    preview: previewed === input ? preview.data?.body : undefined,
    refusal: previewed === input ? preview.error : null,
    send: () => {
      if (input !== undefined) mutate(input);
    },
    isOvertaken: isStatus(error, 412),
    error: isStatus(error, 412) ? null : error,
    isPending,
  };
}

/** Delays the value until typing pauses. */
function usePaused<Value>(value: Value): Value {
  const key = JSON.stringify(value);
  const [paused, setPaused] = useState({ key, value });
  useEffect(() => {
    const timer = setTimeout(() => setPaused({ key, value }), PAUSE_MS);
    return () => clearTimeout(timer);
    // The key stands for the value, which is a new object on every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key]);
  return paused.key === key ? value : paused.value;
}
