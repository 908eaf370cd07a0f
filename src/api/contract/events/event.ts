import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { EVENT_TYPES } from '../../../core/vocabulary/event.ts';
import { Timestamp, WaitSeconds, wholeNumber, listOf } from '../page.ts';

export const EventType = z.enum(EVENT_TYPES);

/** The type is a text, not an enum: events written by a newer Assay on the same database must stay readable for an older one. */
export const WireEvent = z
  .object({
    id: z.uuid().describe('The same wherever the event is seen: whoever may get it twice tells by this.'),
    type: z.string().meta({ examples: [...EventType.options] }),
    at: Timestamp,
    serviceId: z.uuid().nullable().describe('Null for what concerns the organization.'),
    versionId: z.uuid().nullable(),
    sbomId: z.uuid().nullable(),
    analysisId: z.uuid().nullable(),
    findingId: z.uuid().nullable(),
    snapshot: z.int().nullable().describe('Number of the advisory data, where that was the cause.'),
    cause: z.string().nullable().describe('Why a finding began, ended or changed.'),
    detail: z.record(z.string(), z.unknown()).describe('What else there is to say, by type: docs/reference/events.md.'),
  })
  .meta({ id: 'Event' });
export type WireEvent = z.infer<typeof WireEvent>;

const Types = listOf(EventType).describe('Only these, separated by commas.');

const After = z
  .string()
  .min(1)
  .max(LIMITS.cursorCharactersMax)
  .optional()
  .describe('A cursor that Assay gave out, `first` or `latest`.');

const Service = z.string().optional().describe('Id or name of a service: only its events.');

const EventQuery = z.object({ after: After, type: Types.optional(), service: Service });

export const EventStreamQuery = EventQuery.extend({
  organization: z
    .string()
    .optional()
    .describe('Instead of the header `Assay-Organization`, which browsers cannot send with a stream.'),
});

export const EventListQuery = EventQuery.extend({
  version: z.string().optional().describe('Id or name of a version of `service`: only its events.'),
  limit: wholeNumber(1, LIMITS.pageLimitMax)
    .default(LIMITS.pageLimitDefault)
    .describe(`How many to return, 1 to ${LIMITS.pageLimitMax}; ${LIMITS.pageLimitDefault} when it is left out.`),
  wait: WaitSeconds.default(0).describe('How many seconds to wait for one when there is none.'),
});
