/** Decisions about findings. A preview is requested first; its ETag ensures that nothing has changed since. */
import { queryOptions } from '@tanstack/react-query';
import type {
  WireDecision,
  WireDecisionOutcome,
  WireRevertOutcome,
} from '../../../src/api/contract/findings/decision.ts';
import { changeVersioned, getList, toPath, type Versioned } from '../../api/api-client.ts';
import type { Action, Justification, Response, Scope } from '../../text/findings/decision-text.ts';
import type { Filters } from '../../search-params/finding-filters.ts';

export interface DecisionInput {
  readonly action: Action;
  readonly justification?: Justification;
  readonly response?: readonly Response[];
  readonly detail?: string;
  readonly scope: Scope;
  readonly imagePattern?: string;
  readonly expiresAt?: string;
}

/** One finding, several given by id, or all that match a filter. */
export type DecisionTarget =
  | { readonly kind: 'one'; readonly id: string }
  | { readonly kind: 'some'; readonly ids: readonly string[] }
  | { readonly kind: 'all'; readonly filter: Filters & { readonly service: string; readonly version: string } };

/** All decisions, newest first. */
export function decisionList(findingId: string) {
  return queryOptions({
    queryKey: ['finding', findingId, 'decisions'],
    queryFn: async ({ signal }) =>
      await getList<WireDecision>(`${toPath('finding', findingId)}/decision`, signal, { limit: 50 }),
  });
}

/**
 * Returns the effect without writing anything. Steady: the user confirms exactly the preview that was shown, whatever happens
 * meanwhile.
 */
export function decisionPreview(target: DecisionTarget, input: DecisionInput | undefined) {
  return queryOptions({
    queryKey: ['decision-preview', target, input],
    queryFn: async ({ signal }) => {
      if (input === undefined) throw new Error('The decision is incomplete.');
      return await send(target, input, { isDryRun: true, signal });
    },
    enabled: input !== undefined,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    meta: { isSteady: true },
  });
}

export async function decide(
  target: DecisionTarget,
  input: DecisionInput,
  ifMatch: string | undefined,
): Promise<WireDecisionOutcome> {
  return (await send(target, input, { isDryRun: false, ifMatch })).body;
}

export async function revertDecision(undo: Undo): Promise<WireRevertOutcome> {
  const path = undo.kind === 'one' ? toPath('decision', undo.id) : toPath('decision', 'bulk', undo.id);
  return (await changeVersioned<WireRevertOutcome>('DELETE', path, {})).body;
}

/** A single decision, or all that were made in one batch. */
export interface Undo {
  readonly kind: 'one' | 'batch';
  readonly id: string;
}

interface SendOptions {
  readonly isDryRun: boolean;
  readonly ifMatch?: string | undefined;
  readonly signal?: AbortSignal;
}

async function send(
  target: DecisionTarget,
  input: DecisionInput,
  { isDryRun, ...options }: SendOptions,
): Promise<Versioned<WireDecisionOutcome>> {
  if (target.kind === 'one') {
    const path = `${toPath('finding', target.id)}/decision`;
    const parameters = isDryRun ? { dryRun: true } : {};
    return await changeVersioned<WireDecisionOutcome>('POST', path, { parameters, body: input, ...options });
  }
  const which = target.kind === 'some' ? { findings: target.ids } : { filter: target.filter };
  const body = { ...which, decision: input, dryRun: isDryRun };
  return await changeVersioned<WireDecisionOutcome>('POST', '/decision/bulk', { body, ...options });
}
