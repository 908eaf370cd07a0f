/**
 * Completes the generated OpenAPI document: the scope of each route, streamed bodies and responses, headers, examples, and one
 * name per schema.
 */
import type { FastifySchema, RouteOptions } from 'fastify';
import { PRECONDITION_FAILED } from '../errors.ts';
import type { ErrorResponses } from './error-responses.ts';
import { listRequestHeaders, listResponseHeaders } from './documented-headers.ts';
import { findStreamedBody, OTHER_MEDIA_TYPES, STREAMED_RESPONSES } from './streamed-content.ts';

interface Schema {
  $ref?: string;
  type?: unknown;
  anyOf?: readonly Schema[];
  description?: string;
  pattern?: unknown;
  example?: unknown;
  examples?: readonly unknown[];
}

interface Media {
  schema?: Schema;
  example?: unknown;
}

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly schema: Schema;
}

interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { description?: string; readonly content: Record<string, Media> };
  readonly responses: Record<string, { description: string; headers?: object; content?: Record<string, Media> }>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Record<string, Schema> };
}

/** `schema` is already JSON Schema. The additions are only for the document and validate nothing. */
export function describeRoute(
  schema: FastifySchema,
  url: string,
  route: Pick<RouteOptions, 'config' | 'method'>,
  errorResponses: ErrorResponses,
): FastifySchema {
  const { description } = schema;
  const { scope, streamsBody, person } = route.config ?? {};
  const responses = STREAMED_RESPONSES[url] ?? (schema.response as Record<string, object> | undefined) ?? {};
  const headers = listRequestHeaders({
    url,
    isCached: '304' in responses,
    isConditional: route.config?.errors?.includes(PRECONDITION_FAILED) === true,
    streamsBody: streamsBody === true,
    isAsync: '202' in responses && streamsBody === true,
  });
  return {
    ...schema,
    response: { ...errorResponses.list(schema, url, route), ...responses },
    ...(headers !== undefined && { headers }),
    ...(scope !== undefined && {
      description: [description, describePermission(scope, person)].filter(Boolean).join('\n\n'),
      security: person === true ? [{ session: [] }] : [{ token: [scope] }, { session: [] }],
    }),
    ...(streamsBody === true && { body: findStreamedBody(url) }),
  };
}

function describePermission(scope: string, person: boolean | undefined): string {
  if (person === true) return 'Requires a session. Tokens are not accepted.';
  return `Requires a token with the scope \`${scope}\`, or a session with a role that has it.`;
}

export function finishDocument<Given extends object>(given: Given, errorResponses: ErrorResponses): Given {
  const document = nameSchemasOnce(given as unknown as Document);
  const { schemas } = document.components;
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const operation of Object.values(methods)) finishOperation(operation, schemas);
    const { responses } = methods['get'] ?? methods['post'] ?? {};
    Object.assign(responses?.['200']?.content ?? {}, OTHER_MEDIA_TYPES[path]);
  }
  useCommonForms(Object.values(schemas));
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  return {
    ...document,
    components: { ...document.components, responses: errorResponses.share(operations) },
  } as unknown as Given;
}

const STATUS_DESCRIPTIONS: Readonly<Record<string, string>> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted. The work continues in the background.',
  204: 'Success, without a body.',
};

function finishOperation(operation: Operation, schemas: Readonly<Record<string, Schema>>): void {
  const { parameters = [], requestBody, responses } = operation;
  for (const [status, response] of Object.entries(responses)) {
    if (response.description === 'Default Response')
      response.description = STATUS_DESCRIPTIONS[status] ?? response.description;
    for (const media of Object.values(response.content ?? {})) moveExample(media, schemas);
  }
  for (const { schema } of parameters) {
    // Digits are validated as text before they become a number; readers of the document only need the number.
    if (schema.type === 'integer' || schema.type === 'number') delete schema.pattern;
    useCommonForms([schema]);
  }
  for (const media of Object.values(requestBody?.content ?? {})) {
    moveExample(media, schemas);
    const description = findNamed(media, schemas)?.description;
    if (requestBody !== undefined && description !== undefined) requestBody.description ??= description;
  }
  const headers = listResponseHeaders(operation);
  const ok = responses['200'];
  if (ok !== undefined && headers !== undefined) ok.headers = headers;
}

/**
 * Contracts have `example`, because zod drops `examples` from schemas that transform their input. JSON Schema knows the list only.
 * Generators of clients read several types as alternatives, but not as one list of types.
 */
function useCommonForms(schemas: readonly Schema[]): void {
  const waiting: unknown[] = [...schemas];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const schema = next as Schema;
    if (schema.example !== undefined) {
      schema.examples = [schema.example];
      delete schema.example;
    }
    if (Array.isArray(schema.type) && schema.type.filter((type) => type !== 'null').length > 1) {
      schema.anyOf = schema.type.map((type: unknown) => ({ type }));
      delete schema.type;
    }
    const { examples: _values, ...parts } = schema;
    waiting.push(...Object.values(parts));
  }
}

function moveExample(media: Media, schemas: Readonly<Record<string, Schema>>): void {
  const { schema } = media;
  const named = findNamed(media, schemas);
  const example = schema?.example ?? named?.example ?? named?.examples?.[0];
  if (example !== undefined) media.example ??= example;
  if (schema !== undefined) delete schema.example;
}

function findNamed({ schema }: Media, schemas: Readonly<Record<string, Schema>>): Schema | undefined {
  return schemas[schema?.$ref?.slice(SCHEMAS.length) ?? ''];
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
