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

/** New risks, and events that need the attention of an admin. */
export const NOTIFICATION_EVENTS = EVENT_TYPES.filter(
  (type) =>
    type === 'finding.introduced' ||
    type === 'finding.reintroduced' ||
    type === 'finding.escalated' ||
    type === 'analysis.failed' ||
    type === 'advisories.stale' ||
    type === 'quota.warning' ||
    type === 'webhook.disabled' ||
    type === 'token.expiring',
);

/** Where notification rules send messages. */
export const NOTIFICATION_CHANNELS = ['slack', 'teams', 'email'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** `webhook`: events as they are, for programs. */
export const DELIVERY_CHANNELS = ['webhook', ...NOTIFICATION_CHANNELS] as const;
export type DeliveryChannel = (typeof DELIVERY_CHANNELS)[number];

/** When a notification rule sends: as soon as something happens, or once a day. */
export const NOTIFICATION_TIMINGS = ['immediate', 'daily'] as const;
export type NotificationTiming = (typeof NOTIFICATION_TIMINGS)[number];

/** Deliveries of webhooks and notification rules. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'skipped'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
