/** The error format, for all statuses from 400. */
import { z } from 'zod';

export const WireError = z
  .object({
    errorMessage: z.string().describe('For the person who sent the request: what is wrong and what to do.'),
    code: z.string().describe('Stable; listed in docs/reference/errors.md.'),
    requestId: z.string().describe('Equal to the X-Request-Id header; quote it when you ask for help.'),
    details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Error' });
export type WireError = z.infer<typeof WireError>;
