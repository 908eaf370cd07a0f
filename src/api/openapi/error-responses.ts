/**
 * The error responses of a route in the OpenAPI document. They are derived from the properties of the route, so that a new route
 * has them by default; `config.errors` adds the rest.
 */
import type { FastifySchema, RouteOptions } from 'fastify';
import { SCOPE_MISSING } from '../../access/errors.ts';
import type { AssayError } from '../../core/errors.ts';
import { statusOf } from '../http/errors/error-status.ts';
import { toWireError } from '../http/errors/send-error.ts';
import { listExampleErrors } from './error-examples.ts';

const STATUS_DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The request is not valid. `errorMessage` says what to correct.',
  401: 'The token, session or password is missing or not valid.',
  403: 'The token or role does not have the required permission.',
  404: 'The resource does not exist, or the token has no access to it.',
  408: 'The request took too long. Retry.',
  409: 'The current state does not allow the request. `code` has the reason.',
  412: 'The resource has changed since it was read. Get it again, then repeat the change.',
  413: 'The request or the response is too large.',
  414: 'A path segment is too long.',
  415: 'The `Content-Type` or `Content-Encoding` is not supported.',
  417: 'The `Expect` header is not supported.',
  428: 'The request requires `If-Match` with the `ETag` of a preview.',
  429: 'A rate limit was reached. Retry after `Retry-After` seconds.',
  431: 'The headers are too large.',
  500: 'An internal error occurred. The server log has the details under the request id.',
  503: 'The server is temporarily unavailable. Retry after `Retry-After` seconds.',
};

const RETRY_AFTER = {
  description: 'Seconds to wait before a retry.',
  schema: { type: 'integer', examples: [2] },
};

const CHALLENGE = { description: 'Always `Bearer`.', schema: { type: 'string', examples: ['Bearer'] } };

const EXAMPLE_REQUEST_ID = '4b1c7c52-6f0e-4c39-9a55-0d0a6f8f2e11';

/** Marks a response that is replaced with a reference, because the document generator accepts only schemas here. */
const MARK = 'error response ';

export interface ErrorResponses {
  readonly list: (
    schema: FastifySchema,
    url: string,
    route: Pick<RouteOptions, 'method' | 'config'>,
  ) => Record<string, object>;
  /** Replaces the responses of `list` with references, which keeps the document small, and returns the shared responses. */
  readonly share: (operations: readonly { readonly responses: Record<string, object> }[]) => object;
}

export function createErrorResponses(): ErrorResponses {
  const known = new Map<string, object>();
  return {
    list: (schema, url, route) => {
      const byStatus = Map.groupBy(listExampleErrors(schema, url, route), ({ code }) => statusOf(code) ?? 500);
      return Object.fromEntries(
        [...byStatus].map(([status, all]) => {
          const errors = [...new Map(all.map((error) => [error.code, error])).values()];
          const name = toName(errors, route.config?.scope);
          known.set(name, toResponse(status, errors));
          return [status, { description: MARK + name }];
        }),
      );
    },
    share: (operations) => {
      const used: Record<string, object | undefined> = {};
      for (const { responses } of operations) {
        for (const [status, response] of Object.entries(responses)) {
          if (!('description' in response) || !String(response.description).startsWith(MARK)) continue;
          const name = String(response.description).slice(MARK.length);
          responses[status] = { $ref: `#/components/responses/${name}` };
          used[name] = known.get(name);
        }
      }
      return used;
    },
  };
}

/** For example `SERVICE_UNKNOWN.VERSION_UNKNOWN`. The message of a missing scope contains its name. */
function toName(errors: readonly AssayError[], scope: string | undefined): string {
  const names = errors.map(({ code }) => (code === SCOPE_MISSING.code ? `${code}-${scope?.replace(':', '-')}` : code));
  return names.join('.');
}

function toResponse(status: number, errors: readonly AssayError[]): object {
  return {
    description: STATUS_DESCRIPTIONS[status],
    ...(status === 401 && { headers: { 'WWW-Authenticate': CHALLENGE } }),
    ...((status === 429 || status === 503) && { headers: { 'Retry-After': RETRY_AFTER } }),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(
          errors.map((error) => [error.code, { value: toWireError(error, EXAMPLE_REQUEST_ID) }]),
        ),
      },
    },
  };
}
