import { z } from 'zod';
import { LIMITS } from '../../core/limits.ts';
import {
  EVENT_TYPES,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_EVENTS,
  NOTIFICATION_TIMINGS,
} from '../../core/vocabulary/event.ts';
import { BANDS } from '../../core/vocabulary/priority.ts';
import { DeliveryParams, WireDelivery, WireWebhook } from './events.ts';
import { pathId } from './page.ts';
import { Tag } from './services/service.ts';

const Channel = z.enum(NOTIFICATION_CHANNELS);

export const WireNotification = WireWebhook.omit({ url: true, description: true })
  .extend({
    name: z.string(),
    channel: Channel,
    url: z
      .string()
      .nullable()
      .describe('Host of the incoming webhook. The rest of the URL is a secret and never shown. Null: e-mail.'),
    recipients: z
      .array(z.object({ address: z.string(), unsubscribed: z.boolean() }))
      .describe('E-mail addresses. Without the scope `settings:write`, only their domains.'),
    tags: z.array(z.string()).nullable().describe('Null: versions with any tags.'),
    minPriority: z.enum(BANDS).nullable().describe('Lowest priority of findings. Null: all.'),
    timing: z.enum(NOTIFICATION_TIMINGS),
    digestHour: z.int().describe('Hour of the daily digest, UTC.'),
  })
  .meta({ id: 'Notification' });
export type WireNotification = z.infer<typeof WireNotification>;

const Name = z.string().trim().min(1).max(LIMITS.webhookDescriptionCharactersMax);
const Url = z
  .string()
  .min(1)
  .max(LIMITS.webhookUrlCharactersMax)
  .describe('Incoming webhook of Slack, or webhook of a Microsoft Teams workflow. Stored encrypted and never shown.');
const Recipients = z
  .array(z.string().min(3).max(LIMITS.emailCharactersMax))
  .min(1)
  .max(LIMITS.notificationRecipientsMax)
  .describe('E-mail addresses. Each gets a separate message with its own link to unsubscribe.');
const Events = z.array(z.enum(EVENT_TYPES)).min(1).describe('Event types to report.');
const Services = z
  .array(z.string())
  .min(1)
  .max(LIMITS.webhookServicesMax)
  .nullable()
  .describe('Names or ids of services. Only their events, and events about advisory data, are reported. Null: all.');
const Tags = z
  .array(Tag)
  .min(1)
  .max(LIMITS.notificationTagsMax)
  .nullable()
  .describe('Report only events of versions with at least one of these tags, and of the organization. Null: all.');
const MinPriority = z
  .enum(BANDS)
  .nullable()
  .describe('Report only findings with this priority or a more urgent one. Other events are not affected. Null: all.');
const Timing = z
  .enum(NOTIFICATION_TIMINGS)
  .describe(
    '`immediate`: one message for what is new. `daily`: one digest per day. Nothing is sent if nothing is new.',
  );
const DigestHour = z.int().min(0).max(23).describe('Hour of the daily digest, UTC.');
const DIGEST_HOUR_DEFAULT = 7;

export const NewNotification = z
  .object({
    name: Name,
    channel: Channel,
    url: Url.optional(),
    recipients: Recipients.optional(),
    events: Events.default(NOTIFICATION_EVENTS),
    services: Services.default(null),
    tags: Tags.default(null),
    minPriority: MinPriority.default(null),
    timing: Timing.default('immediate'),
    digestHour: DigestHour.default(DIGEST_HOUR_DEFAULT),
    enabled: z.boolean().default(true),
  })
  .meta({
    id: 'NewNotification',
    description: 'The notification rule to create. `slack` and `teams` need `url`, `email` needs `recipients`.',
    example: {
      name: 'Security team',
      channel: 'slack',
      url: 'https://hooks.slack.com/services/T0/B0/x',
      minPriority: 'P1',
    },
  });

export const NotificationChange = z
  .object({
    name: Name.optional(),
    url: Url.optional(),
    recipients: Recipients.optional(),
    events: Events.optional(),
    services: Services.optional(),
    tags: Tags.optional(),
    minPriority: MinPriority.optional(),
    timing: Timing.optional(),
    digestHour: DigestHour.optional(),
    enabled: z.boolean().optional().describe('When enabled again, messages continue where they stopped.'),
    skipMissed: z
      .boolean()
      .optional()
      .describe('With `enabled`: skip events that happened while the rule was disabled.'),
  })
  .refine(
    ({ skipMissed: _skip, ...change }) => Object.values(change).some((value) => value !== undefined),
    'must contain a property to change',
  )
  .meta({
    id: 'NotificationChange',
    description: 'The properties to change. The channel cannot be changed.',
    example: { timing: 'daily', digestHour: 7 },
  });

export const WireNotificationDelivery = WireDelivery.extend({
  id: z.uuid().describe('Id of the message, the same in every attempt.'),
  type: z.string().describe('`message`, `digest` or `test`.'),
  recipient: z.string().nullable().describe('E-mail address. Without the scope `settings:write`, only its domain.'),
  eventCount: z.int().describe('Number of events in the message.'),
  statusCode: z.int().nullable().describe('HTTP or SMTP status of the last attempt.'),
}).meta({ id: 'NotificationDelivery' });
export type WireNotificationDelivery = z.infer<typeof WireNotificationDelivery>;

export const WireNotificationTest = z
  .object({ deliveries: z.array(WireNotificationDelivery).describe('One for each receiver.') })
  .meta({ id: 'NotificationTest' });
export type WireNotificationTest = z.infer<typeof WireNotificationTest>;

export const NotificationParams = z.object({ id: pathId('notification rule') });
export const NotificationDeliveryParams = DeliveryParams.extend(NotificationParams.shape);

export const WireSubscription = z
  .object({
    organization: z.string(),
    rule: z.string().describe('Name of the notification rule.'),
    recipient: z.string(),
    unsubscribed: z.boolean(),
  })
  .meta({ id: 'Subscription' });
export type WireSubscription = z.infer<typeof WireSubscription>;

export const UnsubscribeParams = z.object({
  code: z.string().meta({ description: 'Code from the link in a message.', example: 'AZp9TAow' }),
});
