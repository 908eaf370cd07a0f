/**
 * Explains from the stored cause why a finding appeared or disappeared, for versions whose components were deleted and cannot be
 * compared.
 */
import type { ExplainedChange, RecordChange } from './explain-change.ts';
import type { CauseDetail } from './explain-publication.ts';
import type { Cause } from '../../vocabulary/change.ts';

export interface StoredCause {
  readonly cause: Cause;
  readonly detail: CauseDetail;
}

/** `records` are the candidates: only they tell which source a record is from. */
export function explainStoredChange({ cause, detail }: StoredCause, records: readonly RecordChange[]): ExplainedChange {
  const nothing = { cause, component: null, records: [], engine: null };
  if ('component' in detail) return { ...nothing, component: { from: detail.from, to: detail.to } };
  if (!('record' in detail)) return { ...nothing, engine: { from: detail.from, to: detail.to } };
  const matching = records.filter(({ id, snapshot }) => id === detail.record && snapshot === detail.snapshot);
  return {
    ...nothing,
    records: matching.map(({ source, id, change, modified, snapshot }) => ({ source, id, change, modified, snapshot })),
  };
}
