import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { DELIVERY_STATES, DIGEST_EVENTS } from '../../../core/vocabulary/event.ts';
import { EventType } from './event.ts';
import { PageQuery, Timestamp } from '../page.ts';

export const WireWebhook = z
  .object({
    id: z.uuid(),
    url: z.string().describe('Without the scope `settings:write` only its host: the rest may be a secret.'),
    events: z.array(EventType),
    serviceIds: z.array(z.uuid()).nullable().describe('Null: every service of the organization.'),
    description: z.string(),
    enabled: z.boolean(),
    disabledAt: Timestamp.nullable(),
    disabledReason: z.string().nullable().describe('Why Assay has disabled it; null when a person has.'),
    failingSince: Timestamp.nullable().describe('Since when the receiver has taken nothing.'),
    lastDeliveredAt: Timestamp.nullable(),
    createdAt: Timestamp,
    createdBy: z.string(),
  })
  .meta({ id: 'Webhook' });
export type WireWebhook = z.infer<typeof WireWebhook>;

const Secret = z.string().describe('With it messages are signed. Shown this once.');

export const WireNewWebhook = WireWebhook.extend({ secret: Secret }).meta({ id: 'NewlyCreatedWebhook' });

export const WireWebhookSecret = z
  .object({
    secret: Secret,
    previousUntil: Timestamp.describe('Until then messages are signed with the previous secret as well.'),
  })
  .meta({ id: 'WebhookSecret' });

const Url = z
  .string()
  .min(1)
  .max(LIMITS.webhookUrlCharactersMax)
  .describe('Where messages are posted to: an https:// address that is public.');
const Events = z.array(EventType).min(1).describe('Left out: digests. Events of single findings have to be asked for.');
const Services = z
  .array(z.string())
  .min(1)
  .max(LIMITS.webhookServicesMax)
  .nullable()
  .describe('Ids or names: only their events, and those that concern no service. Null: every service.');
const Description = z.string().trim().max(LIMITS.webhookDescriptionCharactersMax);

export const NewWebhook = z
  .object({
    url: Url,
    events: Events.default(DIGEST_EVENTS),
    services: Services.default(null),
    description: Description.default(''),
    enabled: z.boolean().default(true),
  })
  .meta({ id: 'NewWebhook' });

export const WebhookChange = z
  .object({
    url: Url.optional(),
    events: Events.optional(),
    services: Services.optional(),
    description: Description.optional(),
    enabled: z.boolean().optional().describe('Once enabled again, it goes on where it has stopped.'),
    skipMissed: z.boolean().optional().describe('With `enabled`: what happened meanwhile is not sent.'),
  })
  .refine(
    ({ url, events, services, description, enabled }) =>
      [url, events, services, description, enabled].some((value) => value !== undefined),
    'must have "url", "events", "services", "description" or "enabled"',
  )
  .meta({ id: 'WebhookChange' });

const DeliveryStatus = z.enum(DELIVERY_STATES);

export const WireDelivery = z
  .object({
    id: z.uuid().describe('The `webhook-id` of the message: the id of the event, the same in every attempt.'),
    type: z.string(),
    status: DeliveryStatus,
    attempts: z.int(),
    createdAt: Timestamp,
    nextAttemptAt: Timestamp.nullable(),
    lastAttemptAt: Timestamp.nullable(),
    finishedAt: Timestamp.nullable(),
    statusCode: z.int().nullable().describe('Of the last attempt, as all below.'),
    error: z.string().nullable(),
    answer: z.string().nullable().describe('Its beginning. Null without the scope `settings:write`.'),
    durationMs: z.int().nullable(),
  })
  .meta({ id: 'WebhookDelivery' });
export type WireDelivery = z.infer<typeof WireDelivery>;

export const DeliveryListQuery = PageQuery.extend({ status: DeliveryStatus.optional() });

export const WebhookParams = z.object({ id: z.string() });
export const DeliveryParams = WebhookParams.extend({ delivery: z.string() });
