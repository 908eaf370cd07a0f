import { z } from 'zod';
import { LIMITS } from '../../core/limits.ts';
import { DELIVERY_STATES, DIGEST_EVENTS, EVENT_TYPES } from '../../core/vocabulary/event.ts';
import { PageQuery, pathId, Timestamp, EXAMPLE_ID, listOf, WaitSeconds, wholeNumber } from './page.ts';

const EventType = z.enum(EVENT_TYPES);

/** The type is a text, not an enum: events written by a newer Assay on the same database must stay readable for an older one. */
export const WireEvent = z
  .object({
    id: z
      .uuid()
      .describe('Id of the event, the same in the API, the stream and webhooks. Use it to detect duplicates.'),
    type: z.string().meta({ examples: [...EventType.options] }),
    at: Timestamp,
    serviceId: z.uuid().nullable().describe('Null: the event concerns the organization.'),
    versionId: z.uuid().nullable(),
    sbomId: z.uuid().nullable(),
    analysisId: z.uuid().nullable(),
    findingId: z.uuid().nullable(),
    snapshot: z.int().nullable().describe('Number of the advisory snapshot that caused the event.'),
    cause: z.string().nullable().describe('Why the finding was introduced, changed or resolved.'),
    detail: z.record(z.string(), z.unknown()).describe('Further details, by type. See docs/reference/events.md.'),
  })
  .meta({ id: 'Event' });
export type WireEvent = z.infer<typeof WireEvent>;

const Types = listOf(EventType).describe('Return only events of these types. Separate several with commas.');

const After = z.string().min(1).max(LIMITS.cursorCharactersMax).optional().meta({
  description:
    'Return events after this cursor. `first` starts with the oldest event, `latest` with the next new event.',
  example: 'latest',
});

const Service = z.string().optional().meta({
  description: 'Return only events of this service: a name or id.',
  example: 'shop',
});

const EventQuery = z.object({ after: After, type: Types.optional(), service: Service });

export const EventStreamQuery = EventQuery.extend({
  organization: z.string().optional().meta({
    description: 'Replaces the header `Assay-Organization`, which browsers cannot send with a stream.',
    example: EXAMPLE_ID,
  }),
});

export const EventListQuery = EventQuery.extend({
  version: z.string().optional().meta({
    description: 'Return only events of this version of `service`: a name, alias or id.',
    example: '1.4.2',
  }),
  limit: wholeNumber(1, LIMITS.pageLimitMax)
    .default(LIMITS.pageLimitDefault)
    .meta({ description: `Maximum number of events to return, from 1 to ${LIMITS.pageLimitMax}.`, example: 50 }),
  order: z.enum(['oldest', 'newest']).default('oldest').meta({
    description: 'With `newest`, return the newest events of `version`, newest first. Not with `after` or `wait`.',
    example: 'oldest',
  }),
  wait: WaitSeconds.default(0).describe('Maximum number of seconds to wait for an event if there is none.'),
});

export const WireWebhook = z
  .object({
    id: z.uuid(),
    url: z
      .string()
      .describe(
        'URL of the receiver. Without the scope `settings:write`, only the host, because the rest may be secret.',
      ),
    events: z.array(EventType),
    serviceIds: z.array(z.uuid()).nullable().describe('Null: all services of the organization.'),
    description: z.string(),
    enabled: z.boolean(),
    disabledAt: Timestamp.nullable(),
    disabledReason: z
      .string()
      .nullable()
      .describe('Why Assay disabled the webhook. Null: disabled by a user, or not disabled.'),
    failingSince: Timestamp.nullable().describe('Time of the first failure since the last successful delivery.'),
    lastDeliveredAt: Timestamp.nullable(),
    createdAt: Timestamp,
    createdBy: z.string(),
  })
  .meta({ id: 'Webhook' });
export type WireWebhook = z.infer<typeof WireWebhook>;

const Secret = z.string().describe('Secret that messages are signed with. Shown only once.');

export const WireNewWebhook = WireWebhook.extend({ secret: Secret }).meta({ id: 'CreatedWebhook' });

export const WireWebhookSecret = z
  .object({
    secret: Secret,
    previousUntil: Timestamp.describe('Until this time, messages are also signed with the previous secret.'),
  })
  .meta({ id: 'WebhookSecret' });

const Url = z
  .string()
  .min(1)
  .max(LIMITS.webhookUrlCharactersMax)
  .describe('Public https:// URL that messages are sent to.');
const Events = z
  .array(EventType)
  .min(1)
  .describe('Event types to send. Default: digests only, without events of single findings.');
const Services = z
  .array(z.string())
  .min(1)
  .max(LIMITS.webhookServicesMax)
  .nullable()
  .describe(
    'Names or ids of services. Only their events, and events of the organization, are sent. Null: all services.',
  );
const Description = z.string().trim().max(LIMITS.webhookDescriptionCharactersMax);

export const NewWebhook = z
  .object({
    url: Url,
    events: Events.default(DIGEST_EVENTS),
    services: Services.default(null),
    description: Description.default(''),
    enabled: z.boolean().default(true),
  })
  .meta({
    id: 'NewWebhook',
    description: 'The webhook to create.',
    example: { url: 'https://hooks.example.com/assay', events: ['analysis.completed', 'analysis.failed'] },
  });

export const WebhookChange = z
  .object({
    url: Url.optional(),
    events: Events.optional(),
    services: Services.optional(),
    description: Description.optional(),
    enabled: z.boolean().optional().describe('When enabled again, deliveries continue where they stopped.'),
    skipMissed: z
      .boolean()
      .optional()
      .describe('With `enabled`: skip events that happened while the webhook was disabled.'),
  })
  .refine(
    ({ url, events, services, description, enabled }) =>
      [url, events, services, description, enabled].some((value) => value !== undefined),
    'must contain "url", "events", "services", "description" or "enabled"',
  )
  .meta({
    id: 'WebhookChange',
    description: 'The properties to change.',
    example: { enabled: true, skipMissed: true },
  });

const DeliveryStatus = z.enum(DELIVERY_STATES);

export const WireDelivery = z
  .object({
    id: z.uuid().describe('The `webhook-id` of the message, which is the id of the event. The same in every attempt.'),
    type: z.string(),
    status: DeliveryStatus,
    attempts: z.int(),
    createdAt: Timestamp,
    nextAttemptAt: Timestamp.nullable(),
    lastAttemptAt: Timestamp.nullable(),
    finishedAt: Timestamp.nullable(),
    statusCode: z
      .int()
      .nullable()
      .describe('HTTP status of the last attempt. The following fields also describe the last attempt.'),
    error: z.string().nullable(),
    responseBody: z
      .string()
      .nullable()
      .describe('Beginning of the response body. Null without the scope `settings:write`.'),
    durationMs: z.int().nullable(),
  })
  .meta({ id: 'WebhookDelivery' });
export type WireDelivery = z.infer<typeof WireDelivery>;

export const DeliveryListQuery = PageQuery.extend({
  status: DeliveryStatus.optional().meta({
    description: 'Return only deliveries with this status.',
    example: 'failed',
  }),
});

export const WebhookParams = z.object({ id: pathId('webhook') });
export const DeliveryParams = WebhookParams.extend({ delivery: pathId('delivery') });
