import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { EVENT_TYPES } from '../../../core/vocabulary/event.ts';
import { EXAMPLE_ID, listOf, Timestamp, WaitSeconds, wholeNumber } from '../page.ts';

export const EventType = z.enum(EVENT_TYPES);

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
  wait: WaitSeconds.default(0).describe('Maximum number of seconds to wait for an event if there is none.'),
});
