import { describe, expect, it } from 'vitest';
import { DIGEST_EVENTS } from '../../../../src/core/vocabulary/event.ts';
import { describeDelivery, describeEvents, describeWebhookState } from './webhook-text.ts';
import type { WireDelivery } from '../../../../src/api/contract/events.ts';

const aWebhook = {
  id: '',
  url: '',
  events: [],
  serviceIds: null,
  description: '',
  createdAt: '',
  createdBy: '',
  enabled: true,
  disabledAt: null,
  disabledReason: null,
  failingSince: null,
  lastDeliveredAt: null,
};
const aDelivery: WireDelivery = {
  id: '',
  type: '',
  status: 'delivered',
  attempts: 1,
  createdAt: '',
  nextAttemptAt: null,
  lastAttemptAt: null,
  finishedAt: null,
  statusCode: 200,
  error: null,
  responseBody: null,
  durationMs: 3,
};

describe('texts for webhooks', () => {
  it('uses one word for all digests and names single events', () => {
    expect(describeEvents(DIGEST_EVENTS.toReversed())).toBe('Digests');
    expect(describeEvents(['finding.introduced'])).toBe('finding.introduced');
  });

  it.each([
    [{}, 'Active'],
    [{ failingSince: '2026-11-15T00:00:00.000Z' }, 'Failing'],
    [{ enabled: false }, 'Disabled'],
    [{ enabled: false, disabledReason: 'It failed for a week.' }, 'Disabled by Assay: It failed for a week.'],
  ])('describes the state of a webhook with %j as "%s"', (changes, text) => {
    expect(describeWebhookState({ ...aWebhook, ...changes })).toBe(text);
  });

  it.each<[Partial<WireDelivery>, string]>([
    [{}, 'Delivered, status 200'],
    [{ status: 'failed', attempts: 8, statusCode: 500 }, 'Failed, after 8 attempts, status 500'],
    [{ status: 'pending', statusCode: null, error: 'no answer' }, 'Pending, no answer'],
  ])('describes a delivery with %j as "%s"', (changes, text) => {
    expect(describeDelivery({ ...aDelivery, ...changes })).toBe(text);
  });
});
