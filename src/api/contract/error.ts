/** The error format, for all statuses from 400. */
import { z } from 'zod';

export const WireError = z
  .object({
    errorMessage: z.string().describe('What is wrong with the request and what to do about it.'),
    code: z.string().describe('Stable error code, listed in docs/reference/errors.md.'),
    requestId: z
      .string()
      .describe('Id of the request, equal to the `X-Request-Id` header. Include it in support requests.'),
    details: z
      .array(
        z.object({
          path: z.string().describe('JSON pointer into the body, or the name of a parameter.'),
          message: z.string(),
        }),
      )
      .optional()
      .describe('Every invalid value, where several can be reported.'),
  })
  .meta({ id: 'Error' });
export type WireError = z.infer<typeof WireError>;
