/** Texts for changes of findings and their causes. */
import type { ChangeKind } from '../../../src/core/vocabulary/change.ts';

export const CHANGE_LABELS: Readonly<Record<ChangeKind, string>> = {
  introduced: 'Introduced',
  reintroduced: 'Reintroduced',
  escalated: 'Escalated',
  resolved: 'Fixed',
  retracted: 'Retracted',
};

const CAUSES: Readonly<Record<string, string>> = {
  code: 'Component change',
  advisory: 'New or changed advisory',
  decision: 'Decision',
  profile: 'Profile change',
  engine: 'Engine update',
};

export function describeKind(kind: string): string {
  return Object.hasOwn(CHANGE_LABELS, kind) ? CHANGE_LABELS[kind as ChangeKind] : kind;
}

export function describeCause(cause: string | null): string {
  if (cause === null) return '';
  return (Object.hasOwn(CAUSES, cause) ? CAUSES[cause] : undefined) ?? cause;
}
