/**
 * Completes the generated OpenAPI document: the scope of each route, streamed bodies and responses, the meaning of statuses, and
 * one name per schema.
 */
import type { FastifySchema, RouteOptions } from 'fastify';
import { listErrorResponses, shareErrorResponses } from './error-responses.ts';
import { PRECONDITION_FAILED } from '../errors.ts';

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly schema: { type?: unknown; pattern?: unknown };
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly responses: Record<string, { description: string; headers?: object; content?: object }>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Record<string, object> };
}

const SBOM_BODY = {
  type: 'object',
  description:
    'One SBOM in JSON as the tool wrote it: CycloneDX 1.2 to 1.7 or SPDX 2.2, 2.3 or 3.0, also wrapped as `{"sbom": ...}` ' +
    'by GitHub. The format is found in the document, not in the Content-Type. It may be compressed with gzip, br or zstd ' +
    'and carry a `Content-Digest`.',
  examples: [
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: { component: { type: 'application', name: 'shop', version: '1.4.2' } },
      components: [{ type: 'library', name: 'left-pad', version: '1.3.0', purl: 'pkg:npm/left-pad@1.3.0' }],
    },
  ],
};

const VEX_BODY = {
  type: 'object',
  description:
    'One VEX document in JSON as its author wrote it: CycloneDX 1.4 to 1.7 or OpenVEX. The format is found in the document. It ' +
    'may be compressed with gzip, br or zstd and carry a `Content-Digest`.',
};
const RUNTIME_BODY = {
  type: 'string',
  format: 'binary',
  description: 'The document itself: an AppArmor profile as text, a seccomp profile or observed behavior as JSON.',
};

/** Routes whose handlers read the body, by the end of their path. */
const STREAMED_BODIES: readonly (readonly [string, object])[] = [
  ['/vex', VEX_BODY],
  ['/runtime', RUNTIME_BODY],
  ['', SBOM_BODY],
];

/** Responses that are not serialized by a schema. */
const STREAMED_RESPONSES: Readonly<Record<string, object>> = {
  '/api/v2/sbom/:id/raw': {
    200: {
      description: 'The bytes that were uploaded. `ETag` and `Content-Digest` carry their SHA-256.',
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    },
    304: { description: 'Nothing has changed since that ETag.', type: 'null' },
  },
  '/api/v2/vex/:id/raw': {
    200: {
      description: 'The bytes that were sent.',
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    },
  },
  '/api/v2/event/stream': {
    200: {
      description: 'A stream without an end. `id` is a cursor, `event` the type, `data` an `Event` as JSON.',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
  },
  '/metrics': {
    200: {
      description: 'Metrics in the text format of Prometheus.',
      content: { 'text/plain': { schema: { type: 'string' } } },
    },
  },
};

const REPORTS = {
  'application/sarif+json': { schema: { type: 'object', description: 'A SARIF 2.1.0 log.' } },
  'application/vnd.cyclonedx+json': { schema: { type: 'object', description: 'A CycloneDX 1.6 VDR.' } },
};

const FINDING_MEDIA_TYPES = {
  ...REPORTS,
  'text/csv': { schema: { type: 'string', description: 'All findings of the filter, one per line.' } },
  'text/markdown': { schema: { type: 'string', description: 'Counts, coverage and the first findings.' } },
};

/** Media types other than JSON, selected with `Accept`; they have no schema here. */
const OTHER_MEDIA_TYPES: Readonly<Record<string, object>> = {
  '/api/v2/scan': REPORTS,
  '/api/v2/finding': FINDING_MEDIA_TYPES,
  '/api/v2/service/{service}/finding': FINDING_MEDIA_TYPES,
  '/api/v2/service/{service}/version/{version}/finding': FINDING_MEDIA_TYPES,
  '/api/v2/service/{service}/version/{version}/vex': {
    'application/vnd.cyclonedx+json': { schema: { type: 'object', description: 'With `format=cyclonedx`.' } },
  },
  '/api/v2/service/{service}/diff': {
    'text/markdown': {
      schema: { type: 'string', description: 'Release notes: what was fixed, what is new, upgrades.' },
    },
  },
};

/** `schema` is already JSON Schema. The additions are only for the document and validate nothing. */
export function describeRoute(
  schema: FastifySchema,
  url: string,
  route: Pick<RouteOptions, 'config' | 'method'>,
): FastifySchema {
  const { description } = schema;
  const { scope, streamsBody, person } = route.config ?? {};
  const { '4xx': _refused, '5xx': _failed, ...answers } = (schema.response ?? {}) as Record<string, object>;
  const headers = toConditionalHeaders(answers, route.config?.errors);
  return {
    ...schema,
    response: { ...listErrorResponses(schema, route), ...(STREAMED_RESPONSES[url] ?? answers) },
    ...(headers !== undefined && { headers }),
    ...(scope !== undefined && {
      description: [description, describePermission(scope, person)].filter(Boolean).join('\n\n'),
      security: person === true ? [{ session: [] }] : [{ token: [scope] }, { session: [] }],
    }),
    ...(streamsBody === true && { body: STREAMED_BODIES.find(([end]) => url.endsWith(end))?.[1] }),
  };
}

/** The conditional request headers supported by the route. */
function toConditionalHeaders(answers: object, errors: readonly { readonly code: string }[] = []): object | undefined {
  const properties = {
    ...('304' in answers && { 'if-none-match': { type: 'string', description: 'An ETag: 304 when it is current.' } }),
    ...(errors.includes(PRECONDITION_FAILED) && {
      'if-match': { type: 'string', description: 'An ETag: 412 when it is no longer current.' },
    }),
  };
  return Object.keys(properties).length === 0 ? undefined : { type: 'object', properties };
}

function describePermission(scope: string, person: boolean | undefined): string {
  if (person === true) return 'Needs a session: it is about the account of who signed in.';
  return `Needs a token with the scope \`${scope}\`, or a session of somebody whose role has it.`;
}

export function finishDocument<Given extends object>(given: Given): Given {
  const document = nameSchemasOnce(given as unknown as Document);
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const operation of Object.values(methods)) finishOperation(operation);
    const { responses } = methods['get'] ?? methods['post'] ?? {};
    Object.assign(responses?.['200']?.content ?? {}, OTHER_MEDIA_TYPES[path]);
  }
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  return {
    ...document,
    components: { ...document.components, responses: shareErrorResponses(operations) },
  } as unknown as Given;
}

const STATUS_DESCRIPTIONS: Readonly<Record<string, string>> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Stored, as asked for with `Prefer: respond-async`; the analysis is under way.',
  204: 'Done; there is no body.',
  503: 'Not now.',
};

const PAGE_HEADERS = {
  'X-Total-Count': { description: 'How many there are in all.', schema: { type: 'integer' } },
  Link: { description: 'Addresses of the first, previous, next and last page.', schema: { type: 'string' } },
};

const FEED_HEADERS = {
  'X-Next-Cursor': { description: 'Where to go on: send it as `after`.', schema: { type: 'string' } },
  Link: { description: 'Address of the next page, as long as there is one.', schema: { type: 'string' } },
};

function finishOperation({ parameters = [], responses }: Operation): void {
  for (const [status, response] of Object.entries(responses)) {
    if (response.description === 'Default Response')
      response.description = STATUS_DESCRIPTIONS[status] ?? response.description;
  }
  // Digits are validated as text before they become a number; readers of the document only need the number.
  for (const { schema } of parameters) if (schema.type === 'integer' || schema.type === 'number') delete schema.pattern;
  const ok = responses['200'];
  const isGivenBy = (name: string): boolean => parameters.some((parameter) => parameter.name === name);
  if (ok !== undefined && isGivenBy('offset')) ok.headers = PAGE_HEADERS;
  if (ok !== undefined && isGivenBy('after') && isGivenBy('limit')) ok.headers = FEED_HEADERS;
}

/**
 * The generator emits every named schema twice, as `Name` for responses and `NameInput` for bodies. Drops unreferenced schemas,
 * and gives schemas used only in bodies the plain name.
 */
function nameSchemasOnce(document: Document): Document {
  const used = findUsedSchemas(document);
  const names = new Map([...used].map((name) => [name, used.has(toPlainName(name)) ? name : toPlainName(name)]));
  const schemas = Object.fromEntries([...names].map(([name, given]) => [given, document.components.schemas[name]]));
  const text = JSON.stringify({ ...document, components: { ...document.components, schemas } });
  return JSON.parse(text.replaceAll(REFERENCE, (_all, name: string) => `"${SCHEMAS}${names.get(name)}"`)) as Document;
}

function toPlainName(name: string): string {
  return name.replace(/Input$/, '');
}

const SCHEMAS = '#/components/schemas/';
const REFERENCE = /"#\/components\/schemas\/([A-Za-z]+)"/g;

function findUsedSchemas({ paths, components }: Document): ReadonlySet<string> {
  // Every operation can return an error.
  const used = new Set(['Error']);
  const waiting: unknown[] = [paths];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [, name = ''] of JSON.stringify(next).matchAll(REFERENCE)) {
      if (used.has(name)) continue;
      used.add(name);
      waiting.push(components.schemas[name] ?? {});
    }
  }
  return used;
}
