/** Pagination of lists. `z.coerce.number()` would accept '', '1e3' and '0x10', so numbers are validated as digits first. */
import { z } from 'zod';
import { LIMITS } from '../../core/limits.ts';

/** For query parameters. */
export function wholeNumber(min: number, max: number): z.ZodType<number, string> {
  const range = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^(0|[1-9][0-9]{0,8})$/, range)
    .transform(Number)
    .pipe(z.number().min(min, range).max(max, range))
    .meta({ type: 'integer', minimum: min, maximum: max });
}

/** Filters accept several values, separated by commas. */
export function listOf<Entries extends Readonly<Record<string, string>>>(values: z.ZodEnum<Entries>) {
  const one = `(${values.options.join('|').replaceAll('.', String.raw`\.`)})`;
  return z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(values).min(1))
    .meta({ pattern: `^${one}(,${one})*$`, example: values.options.slice(0, 2).join(',') });
}

export const PageQuery = z.object({
  limit: wholeNumber(1, LIMITS.pageLimitMax)
    .default(LIMITS.pageLimitDefault)
    .meta({ description: `Maximum number of items to return, from 1 to ${LIMITS.pageLimitMax}.`, example: 50 }),
  offset: wholeNumber(0, LIMITS.pageOffsetMax)
    .default(0)
    .meta({ description: 'Number of items to skip.', example: 100 }),
});
export type PageQuery = z.output<typeof PageQuery>;

export const Cursor = z.string().max(LIMITS.cursorCharactersMax).optional().meta({
  description: 'Position to continue from, taken from the `next` link of the previous page. Replaces `offset`.',
  example: 'MTc5NDg2OTI0NTEyMyAwMTk5ZjNhMg.c2lnbmVk',
});

/** For lists with cursors, where offsets reach only a limited number of rows. */
export const CursorPageQuery = PageQuery.extend({
  offset: wholeNumber(0, LIMITS.cursorPageOffsetMax)
    .default(0)
    .meta({
      description: `Number of items to skip, up to ${LIMITS.cursorPageOffsetMax}. Use \`cursor\` to go further.`,
      example: 100,
    }),
  cursor: Cursor,
});

export const WaitSeconds = wholeNumber(0, LIMITS.waitSecondsMax).meta({ example: 30 });

export const Flag = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .meta({ example: 'true' });

export const EXAMPLE_ID = '0199f3a2-7c1e-7b52-9d3a-4f1c2b6e8a10';

/** An id in a path, with the name of what it identifies. */
export function pathId(resource: string): z.ZodString {
  return z.string().meta({ description: `Id of the ${resource}.`, example: EXAMPLE_ID });
}

export const SearchText = z.string().min(1).max(LIMITS.searchTextCharactersMax);

export const Timestamp = z.iso.datetime({ precision: 3 }).describe('Time in ISO 8601, UTC, with milliseconds.');

/** Times in other years have a text form that PostgreSQL does not parse. */
export const Instant = z.iso
  .datetime({ offset: true })
  .regex(/^(19[7-9]|[2-9][0-9]{2})[0-9]-/, 'must be a time from 1970 to 9999')
  .transform((text) => new Date(text))
  // The UTC offset may move a time out of this range.
  .refine((date) => date.getUTCFullYear() >= 1970 && date.getUTCFullYear() <= 9999, 'must be a time from 1970 to 9999')
  .transform((date) => date.toISOString())
  .meta({ example: '2026-11-01T00:00:00Z' });
