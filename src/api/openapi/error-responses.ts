/**
 * The error statuses that the OpenAPI document lists for a route. They are derived from the properties of the route, so that a
 * new route has them by default; `config.errors` adds the rest.
 */
import type { FastifySchema, RouteOptions } from 'fastify';
import { statusOf } from '../http/errors/error-status.ts';

/** Methods whose requests change nothing. */
const SAFE_METHODS: readonly unknown[] = ['GET', 'HEAD'];

const STATUS_DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The request is not valid; `errorMessage` says where.',
  401: 'The token, session or password is missing or not valid.',
  403: 'The token or role does not allow this.',
  404: 'It does not exist, or the token cannot see it.',
  408: 'The request arrived too slowly. Send it again.',
  409: 'The current state does not allow this; `code` says why.',
  412: 'It has changed since it was read. Read it again, then repeat the change.',
  413: 'The request or the answer is too large.',
  414: 'A piece of the path is too long.',
  415: 'The Content-Type or Content-Encoding is not supported.',
  417: 'The Expect header is not supported.',
  428: 'The change needs `If-Match` with the ETag of a preview.',
  429: 'A limit is reached. Send the request again later.',
  431: 'The headers are too large.',
  500: 'Assay failed. The request id is in the log.',
  503: 'Not available right now. Send the request again later.',
};

const RETRY_AFTER = { description: 'Seconds to wait before the next try.', schema: { type: 'integer' } };

export function listErrorResponses(
  schema: FastifySchema,
  { method, config = {} }: Pick<RouteOptions, 'method' | 'config'>,
): Record<string, object> {
  const { scope, errors = [] } = config;
  const isChange = ![method].flat().some((each) => SAFE_METHODS.includes(each));
  const statuses = new Set([
    400,
    408,
    417,
    431,
    500,
    503,
    // 409: the session is in a different organization than the one named in the request.
    ...(scope === undefined ? [] : [401, 403, 409, 429]),
    ...(schema.params === undefined ? [] : [404, 414]),
    ...(isChange ? [413, 415] : []),
    ...errors.map(({ code }) => statusOf(code) ?? 500),
  ]);
  return Object.fromEntries([...statuses].map((status) => [status, { description: STATUS_DESCRIPTIONS[status] }]));
}

/**
 * Replaces the responses of `listErrorResponses` with references, which keeps the document small, and returns the shared responses.
 */
export function shareErrorResponses(operations: readonly { readonly responses: Record<string, object> }[]): object {
  const shared: Record<string, object> = {};
  for (const { responses } of operations) {
    for (const [status, answer] of Object.entries(responses)) {
      const meaning = STATUS_DESCRIPTIONS[Number(status)];
      if (meaning === undefined || !('description' in answer) || answer.description !== meaning) continue;
      responses[status] = { $ref: `#/components/responses/${status}` };
      shared[status] = toResponse(Number(status), meaning);
    }
  }
  return shared;
}

function toResponse(status: number, description: string): object {
  return {
    description,
    ...((status === 429 || status === 503) && { headers: { 'Retry-After': RETRY_AFTER } }),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
}
