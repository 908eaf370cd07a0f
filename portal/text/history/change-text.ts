/** Texts for changes of findings and their causes. */
import type { ChangeKind } from '../../../src/core/vocabulary/change.ts';
import { findLabel } from '../format/labels.ts';
import { CAUSE_LABELS } from './finding-history-text.ts';

export const CHANGE_LABELS: Readonly<Record<ChangeKind, string>> = {
  introduced: 'Introduced',
  reintroduced: 'Reintroduced',
  escalated: 'Escalated',
  resolved: 'Fixed',
  retracted: 'Retracted',
};

export function describeKind(kind: string): string {
  return findLabel(CHANGE_LABELS, kind);
}

export function describeCause(cause: string | null): string {
  return cause === null ? '' : findLabel(CAUSE_LABELS, cause);
}
