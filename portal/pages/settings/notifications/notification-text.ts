/** Texts for notification rules and their messages. */
import type { WireNotification, WireNotificationDelivery } from '../../../../src/api/contract/notifications.ts';
import { NOTIFICATION_EVENTS, type NotificationChannel } from '../../../../src/core/vocabulary/event.ts';
import { BANDS, type Band } from '../../../../src/core/vocabulary/priority.ts';
import { countOf } from '../../../text/format/counts.ts';
import { findLabel } from '../../../text/format/labels.ts';
import { describeDelivery } from '../webhooks/webhook-text.ts';

export const CHANNEL_LABELS: Readonly<Record<NotificationChannel, string>> = {
  slack: 'Slack',
  teams: 'Microsoft Teams',
  email: 'E-mail',
};

export function describePriority(band: Band): string {
  return band === BANDS[0] ? band : `${band} or more urgent`;
}

export function toHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00 UTC`;
}

export function describeTiming({ timing, digestHour }: Pick<WireNotification, 'timing' | 'digestHour'>): string {
  return timing === 'immediate' ? 'Immediately' : `Daily at ${toHour(digestHour)}`;
}

export function describeReceiver({ channel, url, recipients }: WireNotification): string {
  if (channel !== 'email') return url ?? '';
  return recipients
    .map(({ address, unsubscribed }) => (unsubscribed ? `${address} (unsubscribed)` : address))
    .join(', ');
}

/** `New risks and warnings; P1 or more urgent; 2 services; tags production` */
export function describeConditions(rule: WireNotification): string {
  const { events, minPriority, serviceIds, tags } = rule;
  return [
    describeEvents(events),
    ...(minPriority === null ? [] : [describePriority(minPriority)]),
    ...(serviceIds === null ? [] : [countOf(serviceIds.length, 'service')]),
    ...(tags === null ? [] : [`tags ${tags.join(', ')}`]),
  ].join('; ');
}

const EVENTS_SHOWN_MAX = 3;

function describeEvents(events: readonly string[]): string {
  if (isDefault(events)) return 'New risks and warnings';
  return events.length <= EVENTS_SHOWN_MAX ? events.join(', ') : countOf(events.length, 'event type');
}

export function isDefault(events: readonly string[]): boolean {
  return events.length === NOTIFICATION_EVENTS.length && NOTIFICATION_EVENTS.every((type) => events.includes(type));
}

const MESSAGE_LABELS: Readonly<Record<string, string>> = { message: 'Message', digest: 'Digest', test: 'Test' };

export function describeMessage({ type, eventCount }: WireNotificationDelivery): string {
  const label = findLabel(MESSAGE_LABELS, type);
  return eventCount === 0 ? label : `${label}, ${countOf(eventCount, 'event')}`;
}

/** The result of a test, with the response of each receiver. */
export function describeTests(tests: readonly WireNotificationDelivery[]): string {
  return tests
    .map((test) => {
      const to = test.recipient === null ? '' : `${test.recipient}: `;
      const response = test.responseBody === null || test.responseBody === '' ? '' : `, response: ${test.responseBody}`;
      return `${to}${describeDelivery(test)}${response}`;
    })
    .join('; ');
}
