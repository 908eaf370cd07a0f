import { defineError } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';

export const WEBHOOK_UNKNOWN = defineError('WEBHOOK_UNKNOWN', () => 'This organization has no such webhook.');

export const WEBHOOK_DELIVERY_UNKNOWN = defineError(
  'WEBHOOK_DELIVERY_UNKNOWN',
  () => `There is no such delivery. Deliveries are kept for ${LIMITS.webhookDeliveryDaysKept} days.`,
);

/** Does not repeat the address: it may contain a secret. */
export const WEBHOOK_URL_INVALID = defineError<{ problem: string }>(
  'WEBHOOK_URL_INVALID',
  ({ problem }) => `The "url" is not valid: ${problem}.`,
);

export const WEBHOOK_INVALID = defineError<{ problem: string }>(
  'WEBHOOK_INVALID',
  ({ problem }) => `The webhook is not valid: ${problem}`,
);

export const WEBHOOK_DISABLED = defineError(
  'WEBHOOK_DISABLED',
  () => 'The webhook is disabled, so nothing was sent. Enable it first: send PATCH with { "enabled": true }.',
);

export const NOTIFICATION_UNKNOWN = defineError(
  'NOTIFICATION_UNKNOWN',
  () => 'This organization has no such notification rule.',
);

export const NOTIFICATION_INVALID = defineError<{ problem: string }>(
  'NOTIFICATION_INVALID',
  ({ problem }) => `The notification rule is not valid: ${problem}`,
);

export const NOTIFICATION_MAIL_OFF = defineError(
  'NOTIFICATION_MAIL_OFF',
  () => 'This installation does not send e-mail. Ask the operator to set ASSAY_MAIL_URL.',
);

export const NOTIFICATION_DISABLED = defineError(
  'NOTIFICATION_DISABLED',
  () => 'The notification rule is disabled, so nothing was sent. Enable it first: send PATCH with { "enabled": true }.',
);

export const NOTIFICATION_RECIPIENT_GONE = defineError(
  'NOTIFICATION_RECIPIENT_GONE',
  () => 'The recipient has unsubscribed or was removed from the notification rule, so nothing was sent.',
);

export const UNSUBSCRIBE_CODE_UNKNOWN = defineError(
  'UNSUBSCRIBE_CODE_UNKNOWN',
  () => 'The link to unsubscribe is not valid. Its notification rule may have been deleted or changed.',
);

export const EVENT_CURSOR_INVALID = defineError(
  'EVENT_CURSOR_INVALID',
  () =>
    'The event cursor is not valid for this organization. Send "after=first" to start with the oldest event, or "after=latest" to start with the next new event.',
);
