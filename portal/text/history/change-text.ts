/** Words for changes of findings and their causes. */
import type { ChangeKind } from '../../search-params/overview-view.ts';

export const CHANGE_LABELS: Readonly<Record<ChangeKind, string>> = {
  introduced: 'New',
  reintroduced: 'Returned',
  escalated: 'Became worse',
  resolved: 'Resolved',
  retracted: 'Retracted by the source',
};

const CAUSES: Readonly<Record<string, string>> = {
  code: 'This version changed it',
  advisory: 'New or changed advisory',
  decision: 'Someone decided',
  profile: 'Profile changed',
  engine: "Assay's matching improved",
};

export function describeKind(kind: string): string {
  return Object.hasOwn(CHANGE_LABELS, kind) ? CHANGE_LABELS[kind as ChangeKind] : kind;
}

export function describeCause(cause: string | null): string {
  if (cause === null) return '';
  return (Object.hasOwn(CAUSES, cause) ? CAUSES[cause] : undefined) ?? cause;
}
