/** Validates the fields of a form like a JSON body. */
import type { z } from 'zod';
import { BODY_INVALID } from '../../errors.ts';

export function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  fields: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map(({ path, message }) => ({ path: `/${path.join('/')}`, message }));
  const [first = { path: '/', message: 'is invalid' }] = details;
  throw BODY_INVALID({ summary: `In the body, "${first.path}" ${first.message}.` }, { details: details.slice(0, 20) });
}
