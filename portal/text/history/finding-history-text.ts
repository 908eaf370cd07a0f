/** Words for the history of a finding. */
import type { WireFindingHistory } from '../../../src/api/contract/history/finding-details.ts';

export type Cause = NonNullable<WireFindingHistory['events'][number]['cause']>;

export const CAUSE_LABELS: Readonly<Record<Cause, string>> = {
  code: 'This version changed it',
  advisory: 'New or changed advisory',
  decision: 'Someone decided',
  profile: 'Profile changed',
  engine: "Assay's matching improved",
};

const EVENT_LABELS: Readonly<Record<string, string>> = {
  'finding.introduced': 'Introduced',
  'finding.reintroduced': 'Came back',
  'finding.resolved': 'Resolved',
  'finding.retracted': 'Retracted by the source',
  'finding.escalated': 'Became more urgent',
  'finding.changed': 'Changed',
  'relevance.changed': 'Relevance changed',
};

/** A type unknown to this portal is returned unchanged. */
export function describeEvent(type: string): string {
  return (Object.hasOwn(EVENT_LABELS, type) ? EVENT_LABELS[type] : undefined) ?? type;
}
