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
  'finding.changed': 'Changed',
  'relevance.changed': 'Relevance changed',
};

/** A type unknown to this portal is returned unchanged. */
export function describeEvent(type: string): string {
  return findLabel(EVENT_LABELS, type);
}
