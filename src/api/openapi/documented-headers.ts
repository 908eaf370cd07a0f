/** Headers of requests and responses in the OpenAPI document. Handlers read and set them; no schema validates them. */

export interface DescribedOperation {
  readonly operationId?: string;
  readonly parameters?: readonly { readonly name: string }[];
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: { readonly type?: unknown } }>> }>
  >;
}

interface HeaderUse {
  readonly url: string;
  /** The route responds 304 to an ETag that is still current. */
  readonly isCached: boolean;
  /** The route responds 412 to an ETag that is not current any more. */
  readonly isConditional: boolean;
  readonly streamsBody: boolean;
  readonly isAsync: boolean;
}

const ETAG = '"b7e23ec29af22b0b4e41da31e868d572"';

export function listRequestHeaders({ url, ...use }: HeaderUse): object | undefined {
  const properties = {
    ...(use.isCached && {
      'if-none-match': header('`ETag` of an earlier response. The response is 304 if nothing has changed.', ETAG),
    }),
    ...(use.isConditional && {
      'if-match': header('`ETag` of the resource. The response is 412 if the resource has changed since.', ETAG),
    }),
    ...(use.streamsBody && {
      'content-encoding': header('Compression of the body: `gzip`, `br` or `zstd`.', 'gzip'),
      'content-digest': header(
        'Digest of the body as sent. The request is rejected if it does not match.',
        'sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:',
      ),
    }),
    ...(use.isAsync && {
      prefer: header('`respond-async`: return 202 instead of 200.', 'respond-async'),
    }),
    ...(url.endsWith('/event/stream') && {
      'last-event-id': header(
        'Id of the last event that was received. Browsers send it when they reconnect.',
        'latest',
      ),
    }),
  };
  return Object.keys(properties).length === 0 ? undefined : { type: 'object', properties };
}

function header(description: string, example: string): object {
  return { type: 'string', description, example };
}

const TOTAL = {
  'X-Total-Count': {
    description: 'Number of items in the whole list.',
    schema: { type: 'integer', examples: [248] },
  },
};

const PAGE = {
  ...TOTAL,
  Link: {
    description: 'Paths of the `first`, `prev`, `next` and `last` page, as far as they exist.',
    schema: {
      type: 'string',
      examples: [
        '</api/v2/service?limit=100&offset=0>; rel="first", </api/v2/service?limit=100&offset=100>; rel="next"',
      ],
    },
  },
};

const TOTAL_MORE = {
  'X-Total-More': {
    description: '`true` if there are more items than `X-Total-Count`, which is then a lower bound.',
    schema: { type: 'string', examples: ['true'] },
  },
};

const FINDINGS = {
  ...PAGE,
  ...TOTAL_MORE,
  'X-Hidden-Count': {
    description: 'Number of findings hidden by the default filters.',
    schema: { type: 'integer', examples: [31] },
  },
  'X-Coverage': {
    description: 'Number of components, of checked components, and of those that were checked for fixed issues only.',
    schema: { type: 'string', examples: ['components=412, checked=405, not-checked=7, fixed-issues-only=0'] },
  },
};

const FEED = {
  'X-Next-Cursor': {
    description: 'Cursor of the next page. Send it as `after`. Present even if the page is empty.',
    schema: { type: 'string' },
  },
  Link: { description: 'Path of the `next` page, if there are more events.', schema: { type: 'string' } },
  'X-Waited': {
    description: '`false` if the response did not wait although `wait` was sent.',
    schema: { type: 'string' },
  },
  'X-Wait-Refused': { description: 'Why the response did not wait.', schema: { type: 'string' } },
};

const CACHED = {
  ETag: {
    description: 'Version of the response. Send it as `If-None-Match` or `If-Match`.',
    schema: { type: 'string', examples: [ETAG] },
  },
};

/** Lists with headers of their own. */
const BY_OPERATION: Readonly<Record<string, object>> = {
  listEvents: FEED,
  listFindings: FINDINGS,
  listFoundVulnerabilities: { ...PAGE, ...TOTAL_MORE },
  listServiceFindings: FINDINGS,
  listVersionFindings: FINDINGS,
};

export function listResponseHeaders(operation: DescribedOperation): object | undefined {
  const { operationId = '', parameters = [], responses } = operation;
  const isPaged = parameters.some(({ name }) => name === 'offset');
  const isList = responses['200']?.content?.['application/json']?.schema?.type === 'array';
  const headers = {
    ...(BY_OPERATION[operationId] ?? (isPaged ? PAGE : isList && TOTAL)),
    ...('304' in responses && CACHED),
  };
  return Object.keys(headers).length === 0 ? undefined : headers;
}
