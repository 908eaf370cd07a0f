/** Headers of requests and responses in the OpenAPI document. Handlers read and set them; no schema validates them. */

interface DescribedOperation {
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

const TOTAL = { 'X-Total-Count': sent('Number of items in the whole list.', 'integer', 248) };

const PAGE = {
  ...TOTAL,
  Link: sent(
    'Paths of the `first`, `prev`, `next` and `last` page, as far as they exist.',
    'string',
    '</api/v2/service?limit=100&offset=0>; rel="first", </api/v2/service?limit=100&offset=100>; rel="next"',
  ),
};

const TOTAL_MORE = {
  'X-Total-More': sent(
    '`true` if there are more items than `X-Total-Count`, which is then a lower bound.',
    'string',
    'true',
  ),
};

const FINDINGS = {
  ...PAGE,
  ...TOTAL_MORE,
  'X-Hidden-Count': sent('Number of findings hidden by the default filters.', 'integer', 31),
  'X-Coverage': sent(
    'Number of components, of checked components, and of those that were checked for fixed issues only.',
    'string',
    'components=412, checked=405, not-checked=7, fixed-issues-only=0',
  ),
};

const GROUPS = {
  ...PAGE,
  'X-Finding-Count': sent('Number of findings in all groups.', 'integer', 1204),
  'X-Hidden-Count': sent('Number of findings hidden by the default filters.', 'integer', 31),
};

const FEED = {
  'X-Next-Cursor': sent('Cursor of the next page. Send it as `after`. Present even if the page is empty.', 'string'),
  Link: sent('Path of the `next` page, if there are more events.', 'string'),
  'X-Waited': sent('`false` if the response did not wait although `wait` was sent.', 'string'),
  'X-Wait-Rejected': sent('Why the response did not wait.', 'string'),
};

const CACHED = {
  ETag: sent('Version of the response. Send it as `If-None-Match` or `If-Match`.', 'string', ETAG),
};

function sent(description: string, type: string, example?: string | number): object {
  return { description, schema: { type, ...(example !== undefined && { examples: [example] }) } };
}

/** Lists with headers of their own. */
const BY_OPERATION: Readonly<Record<string, object>> = {
  listEvents: FEED,
  listFindings: FINDINGS,
  listFoundVulnerabilities: { ...PAGE, ...TOTAL_MORE },
  listServiceFindings: FINDINGS,
  listVersionFindings: FINDINGS,
  listVersionFindingGroups: GROUPS,
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
