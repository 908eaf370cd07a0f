/** The OpenAPI document for tests, and a check that compares real responses with it. */
import { Ajv2020 } from 'ajv/dist/2020.js';

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly description?: string; readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
}

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly description?: string;
  readonly schema: { readonly examples?: readonly unknown[] };
}

interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Content;
}

interface Media {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

type Content = Readonly<Record<string, Media>>;

export interface OpenApiDocument {
  readonly openapi: string;
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, Answer>>;
  };
}

export interface NamedOperation {
  /** For example `GET /api/v2/service/{service}`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** Lists the operations with references to responses resolved. */
export function listOperations(document: OpenApiDocument): NamedOperation[] {
  const resolve = ([status, answer]: [string, Answer]): [string, Answer] => {
    const name = '$ref' in answer ? String(answer.$ref).replace('#/components/responses/', '') : undefined;
    const shared = name === undefined ? answer : document.components.responses[name];
    if (shared === undefined) throw new Error(`The document has no response ${name}.`);
    return [status, shared];
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([lower, operation]) => {
      const method = lower.toUpperCase();
      const responses = Object.fromEntries(Object.entries(operation.responses).map(resolve));
      return { name: `${method} ${path}`, method, path, operation: { ...operation, responses } };
    }),
  );
}

/** Returns the differences between a response and the document; empty when it is as documented. */
export type AnswerJudge = (operation: Operation, response: Response) => Promise<string[]>;

export function createAnswerJudge(document: OpenApiDocument): AnswerJudge {
  // OpenAPI has additional keywords. Formats need no check: each of ours comes with a pattern.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema({ components: document.components }, 'assay');
  return async (operation, response) => {
    const status = String(response.status);
    const described = operation.responses[status];
    if (described === undefined) return [`status ${status} is not described`];
    const body = await response.arrayBuffer();
    const type = response.headers.get('content-type')?.split(';', 1)[0] ?? '';
    const content = described.content?.[type];
    if (content === undefined) {
      return described.content === undefined && body.byteLength === 0
        ? []
        : [`status ${status} with "${type}" is not described`];
    }
    if (type !== 'application/json') return [];
    const validate = ajv.compile(toLocal(content.schema));
    if (validate(JSON.parse(Buffer.from(body).toString()))) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${status} ${instancePath} ${message}`);
  };
}

/** References point into the document, which ajv knows under a name. */
export function toLocal(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"assay#/components/')) as object;
}
