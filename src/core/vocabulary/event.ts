/** Types of events, as they are stored and sent. */
export const EVENT_TYPES = [
  'sbom.received',
  'sbom.deleted',
  'sbom.restored',
  'version.created',
  'version.alias_moved',
  'version.deleted',
  'version.frozen',
  'service.deleted',
  'analysis.completed',
  'analysis.failed',
  'finding.introduced',
  'finding.resolved',
  'finding.reintroduced',
  'finding.retracted',
  'finding.escalated',
  'finding.assigned',
  'finding.commented',
  'relevance.changed',
  'remediation.planned',
  'remediation.verified',
  'advisories.updated',
  'advisories.stale',
  'quota.warning',
  'webhook.disabled',
  'token.expiring',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** One message per analysis, whatever it found, and events that need the attention of an admin. */
export const DIGEST_EVENTS = EVENT_TYPES.filter(
  (type) =>
    type === 'analysis.completed' ||
    type === 'analysis.failed' ||
    type === 'advisories.stale' ||
    type === 'quota.warning' ||
    type === 'token.expiring',
);

/** One message per finding. */
export const FINDING_EVENTS = EVENT_TYPES.filter((type) => type.startsWith('finding.'));

/** Deliveries of a webhook. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'skipped'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
