/** Texts for the history of a finding. */
import type { Cause } from '../../../src/core/vocabulary/change.ts';
import { findLabel } from '../format/labels.ts';

export const CAUSE_LABELS: Readonly<Record<Cause, string>> = {
  code: 'Component change',
  advisory: 'New or changed advisory',
  decision: 'Decision',
  profile: 'Profile change',
  reachability: 'Call analysis',
  engine: 'Engine update',
};

const EVENT_LABELS: Readonly<Record<string, string>> = {
  'finding.introduced': 'Introduced',
  'finding.reintroduced': 'Reintroduced',
  'finding.resolved': 'Fixed',
  'finding.retracted': 'Retracted',
  'finding.escalated': 'Escalated',
  'finding.assigned': 'Assignment changed',
  'finding.commented': 'Comment added',
  'finding.changed': 'Changed',
  'relevance.changed': 'Relevance changed',
};

/** A type unknown to this portal is returned unchanged. */
export function describeEvent(type: string): string {
  return findLabel(EVENT_LABELS, type);
}

/** `Assigned to Ada by Grace`, from the detail of an event about work; undefined for other events. */
export function describeWork(type: string, detail: Readonly<Record<string, unknown>>): string | undefined {
  const by = typeof detail['by'] === 'string' ? ` by ${detail['by']}` : '';
  if (type === 'finding.commented') return `Comment${by}`;
  if (type !== 'finding.assigned') return undefined;
  const { assignee, dueOn, formerAssignee } = detail;
  if (typeof formerAssignee === 'string') return `Unassigned: ${formerAssignee} was removed`;
  const due = typeof dueOn === 'string' ? `, due ${dueOn}` : '';
  return hasName(assignee) ? `Assigned to ${assignee.name}${by}${due}` : `Unassigned${by}${due}`;
}

function hasName(value: unknown): value is { readonly name: string } {
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string';
}
