/** Texts for webhook events and deliveries. */
import { DIGEST_EVENTS } from '../../../../src/core/vocabulary/event.ts';
import { countOf } from '../../../text/format/counts.ts';
import type { WireWebhook, WireDelivery } from '../../../../src/api/contract/events.ts';

export function describeEvents(events: readonly string[]): string {
  const isDigest = events.length === DIGEST_EVENTS.length && DIGEST_EVENTS.every((event) => events.includes(event));
  return isDigest ? 'Digests' : events.join(', ');
}

type Health = Pick<WireWebhook, 'enabled' | 'disabledReason' | 'failingSince'>;

export function describeWebhookState({ enabled, disabledReason, failingSince }: Health): string {
  if (!enabled) return disabledReason === null ? 'Disabled' : `Disabled by Assay: ${disabledReason}`;
  return failingSince === null ? 'Active' : 'Failing';
}

const DELIVERY_STATUS_LABELS: Readonly<Record<WireDelivery['status'], string>> = {
  pending: 'Pending',
  delivered: 'Delivered',
  failed: 'Failed',
  skipped: 'Skipped',
};

export function describeDelivery({ status, attempts, statusCode, error }: WireDelivery): string {
  const answer = statusCode === null ? (error ?? '') : `status ${statusCode}`;
  return [DELIVERY_STATUS_LABELS[status], attempts > 1 ? `after ${countOf(attempts, 'attempt')}` : '', answer]
    .filter((part) => part !== '')
    .join(', ');
}
