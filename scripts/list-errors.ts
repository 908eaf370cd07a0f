/** Lists all errors that Assay defines, by loading the files that may define errors and inspecting their exports. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { statusOf } from '../src/api/http/errors/error-status.ts';
import { CONFIGURATION_INVALID } from '../src/config.ts';
import type { ErrorDefinition } from '../src/core/errors.ts';
import { listFiles } from './source-files.ts';

export interface DefinedError {
  readonly code: string;
  /** With dots in place of values. */
  readonly message: string;
  /** Undefined if the code is only printed on a terminal or logged. */
  readonly status: number | undefined;
  readonly file: string;
}

/** The file of the only error outside a room, and that error. */
const CONFIGURATION = ['src/config.ts', [CONFIGURATION_INVALID as ErrorDefinition<unknown>]] as const;

/** In alphabetical order; a code that is defined twice is listed twice. */
export async function listErrors(root: string): Promise<DefinedError[]> {
  const found: DefinedError[] = [];
  for (const [file, definitions] of [CONFIGURATION, ...(await loadDefinitions(root))]) {
    for (const definition of definitions) {
      const { code } = definition;
      found.push({ code, message: fillWithDots(definition), status: statusOf(code), file });
    }
  }
  return found.toSorted((a, b) => (a.code < b.code ? -1 : 1));
}

/** A definition in any other file would be missing in the document. */
export function mayDefineErrors(file: string): boolean {
  return file === CONFIGURATION[0] || file.endsWith('/errors.ts');
}

async function loadDefinitions(root: string): Promise<[file: string, definitions: ErrorDefinition<unknown>[]][]> {
  const files = listFiles(root, ['src']).filter((file) => file.endsWith('/errors.ts'));
  const loaded = files.map(async (file): Promise<[string, ErrorDefinition<unknown>[]]> => {
    const module = (await import(pathToFileURL(join(root, file)).href)) as Record<string, unknown>;
    return [file, Object.values(module).filter(isDefinition)];
  });
  return await Promise.all(loaded);
}

function isDefinition(exported: unknown): exported is ErrorDefinition<unknown> {
  return typeof exported === 'function' && 'code' in exported;
}

/**
 * Renders error messages with dots instead of values. The definition is called with an object on which every member exists;
 * each behaves like a short text, a number or a list, whichever the message needs.
 */
const DOTS = '…';

/** `SERVICE_UNKNOWN` becomes `This organization has no service "…". Create it first, or turn on autoCreateServices.` */
export function fillWithDots(definition: ErrorDefinition<unknown>): string {
  const facts = new Proxy({}, { get: () => FACT });
  // Arithmetic with a value is the only operation that loses the dots.
  return definition(facts).message.replaceAll('NaN', DOTS);
}

const FACT: unknown = new Proxy(Object(DOTS) as object, {
  get: (text, name) => {
    if (name === 'join') return () => DOTS;
    const member: unknown = Reflect.get(text, name);
    return typeof member === 'function' ? (member as (this: unknown) => unknown).bind(DOTS) : member;
  },
});
