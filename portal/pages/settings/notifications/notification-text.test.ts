import { describe, expect, it } from 'vitest';
import type { WireNotification, WireNotificationDelivery } from '../../../../src/api/contract/notifications.ts';
import { EVENT_TYPES, NOTIFICATION_EVENTS } from '../../../../src/core/vocabulary/event.ts';
import {
  describeConditions,
  describeMessage,
  describeReceiver,
  describeTests,
  describeTiming,
} from './notification-text.ts';

const RULE: WireNotification = {
  id: '',
  name: 'Security team',
  channel: 'slack',
  url: 'https://hooks.slack.com/…',
  recipients: [],
  events: [...NOTIFICATION_EVENTS],
  serviceIds: null,
  tags: null,
  minPriority: null,
  timing: 'immediate',
  digestHour: 7,
  enabled: true,
  disabledAt: null,
  disabledReason: null,
  failingSince: null,
  lastDeliveredAt: null,
  createdAt: '',
  createdBy: '',
};
const DELIVERY: WireNotificationDelivery = {
  id: '',
  type: 'test',
  status: 'delivered',
  attempts: 1,
  createdAt: '',
  nextAttemptAt: null,
  lastAttemptAt: null,
  finishedAt: null,
  statusCode: 200,
  error: null,
  responseBody: 'ok',
  durationMs: 3,
  recipient: null,
  eventCount: 0,
};

describe('texts for notification rules', () => {
  it.each<[Partial<WireNotification>, string]>([
    [{}, 'New risks and warnings'],
    [{ events: ['finding.resolved'] }, 'finding.resolved'],
    [{ events: [...EVENT_TYPES] }, `${EVENT_TYPES.length} event types`],
    [
      { minPriority: 'P1', serviceIds: ['a', 'b'], tags: ['x', 'y'] },
      'New risks and warnings; P1 or more urgent; 2 services; tags x, y',
    ],
    [{ minPriority: 'P0' }, 'New risks and warnings; P0'],
  ])('describes the conditions of a rule with %j as "%s"', (changes, text) => {
    expect(describeConditions({ ...RULE, ...changes })).toBe(text);
  });

  it('describes the receiver and the time', () => {
    const recipients = [
      { address: 'a@example.com', unsubscribed: false },
      { address: 'b@example.com', unsubscribed: true },
    ];
    expect(describeReceiver(RULE)).toBe('https://hooks.slack.com/…');
    expect(describeReceiver({ ...RULE, channel: 'email', recipients })).toBe(
      'a@example.com, b@example.com (unsubscribed)',
    );
    expect(describeTiming(RULE)).toBe('Immediately');
    expect(describeTiming({ timing: 'daily', digestHour: 6 })).toBe('Daily at 06:00 UTC');
  });

  it('describes messages and the results of tests', () => {
    expect(describeMessage(DELIVERY)).toBe('Test');
    expect(describeMessage({ ...DELIVERY, type: 'digest', eventCount: 12 })).toBe('Digest, 12 events');
    const failed = {
      ...DELIVERY,
      status: 'failed',
      statusCode: 550,
      responseBody: null,
      recipient: 'a@example.com',
    } as const;
    expect(describeTests([DELIVERY, failed])).toBe(
      'Delivered, status 200, response: ok; a@example.com: Failed, status 550',
    );
  });
});
