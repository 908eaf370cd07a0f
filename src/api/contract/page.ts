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
    .meta({ pattern: `^${one}(,${one})*$` });
}

export const PageQuery = z.object({
  limit: wholeNumber(1, LIMITS.pageLimitMax)
    .default(LIMITS.pageLimitDefault)
    .describe(`How many to return, 1 to ${LIMITS.pageLimitMax}; ${LIMITS.pageLimitDefault} when it is left out.`),
  offset: wholeNumber(0, LIMITS.pageOffsetMax).default(0).describe('How many to pass over.'),
});
export type PageQuery = z.output<typeof PageQuery>;

/** For lists with cursors, where offsets reach only a limited number of rows. */
export const CursorPageQuery = PageQuery.extend({
  offset: wholeNumber(0, LIMITS.cursorPageOffsetMax)
    .default(0)
    .describe(`How many to pass over, up to ${LIMITS.cursorPageOffsetMax}; further on by \`cursor\`.`),
  cursor: z.string().max(LIMITS.cursorCharactersMax).optional().describe('From `Link: rel="next"`.'),
});

export const WaitSeconds = wholeNumber(0, LIMITS.waitSecondsMax);

export const Flag = z.enum(['true', 'false']).transform((text) => text === 'true');

export const SearchText = z.string().min(1).max(LIMITS.searchTextCharactersMax);

export const Timestamp = z.iso.datetime({ precision: 3 }).describe('ISO 8601, UTC, with milliseconds.');

/** Times in other years have a text form that PostgreSQL does not parse. */
export const Instant = z.iso
  .datetime({ offset: true })
  .regex(/^(19[7-9]|[2-9][0-9]{2})[0-9]-/, 'must be an instant from 1970 to 9999')
  .transform((text) => new Date(text))
  // The UTC offset may move a time out of this range.
  .refine(
    (date) => date.getUTCFullYear() >= 1970 && date.getUTCFullYear() <= 9999,
    'must be an instant from 1970 to 9999',
  )
  .transform((date) => date.toISOString());
