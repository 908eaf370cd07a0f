import { defineError } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';

export const WEBHOOK_UNKNOWN = defineError('WEBHOOK_UNKNOWN', () => 'This organization has no such webhook.');

export const WEBHOOK_DELIVERY_UNKNOWN = defineError(
  'WEBHOOK_DELIVERY_UNKNOWN',
  () => `This webhook has no such delivery. Deliveries are kept for ${LIMITS.webhookDeliveryDaysKept} days.`,
);

/** Does not repeat the address: it may contain a secret. */
export const WEBHOOK_URL_INVALID = defineError<{ problem: string }>(
  'WEBHOOK_URL_INVALID',
  ({ problem }) => `The "url" of the webhook is not valid: ${problem}.`,
);

export const WEBHOOK_INVALID = defineError<{ problem: string }>(
  'WEBHOOK_INVALID',
  ({ problem }) => `The webhook is not valid: ${problem}`,
);

export const WEBHOOK_DISABLED = defineError(
  'WEBHOOK_DISABLED',
  () => 'The webhook is disabled, so nothing was sent. Enable it first: send PATCH with { "enabled": true }.',
);

export const EVENT_CURSOR_INVALID = defineError(
  'EVENT_CURSOR_INVALID',
  () =>
    'The event cursor is not valid for this organization. Send "after=first" to start with the oldest event, or "after=latest" to start with the next new event.',
);
