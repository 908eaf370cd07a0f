/** A multipart form with a document in one part, read as a stream. */
import { once } from 'node:events';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { LIMITS } from '../../../core/limits.ts';
import { BODY_INVALID } from '../../errors.ts';
import type { Form } from '../../http/body/receive-body.ts';

export function createMultipartForm(contentType: string, documentName: string): Form {
  const fields: Record<string, unknown> = {};
  return {
    readDocument: async function* (body) {
      const parser = createParser(contentType, documentName);
      const state: ParserState = { document: [], hasDocument: false, problem: undefined };
      follow(parser, { fields, state, documentName });
      for await (const chunk of body) {
        await new Promise<void>((resolve) => parser.write(chunk, () => resolve()));
        if (state.problem !== undefined) throw BODY_INVALID({ summary: state.problem });
        yield* state.document.splice(0);
      }
      const finished = once(parser, 'finish').catch(() => {});
      parser.end();
      await finished;
      if (state.problem !== undefined) throw BODY_INVALID({ summary: state.problem });
      if (!state.hasDocument) throw BODY_INVALID({ summary: `The form has no field "${documentName}".` });
      yield* state.document.splice(0);
    },
    fields: () => fields,
  };
}

interface ParserState {
  /** Bytes of the document that were parsed and not yet yielded. */
  readonly document: Buffer[];
  hasDocument: boolean;
  problem: string | undefined;
}

function createParser(contentType: string, documentName: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // Some clients send the document without a file name.
      isPartAFile: (name) => name === documentName,
      limits: {
        files: 1,
        parts: LIMITS.formPartsMax,
        fieldSize: LIMITS.formFieldsBytesMax / LIMITS.formPartsMax,
        headerPairs: 20,
        headerSize: 8 * 1024,
      },
    });
  } catch (error) {
    throw BODY_INVALID({ summary: 'The Content-Type has no valid boundary.' }, { cause: error });
  }
}

function follow(
  parser: BusboyInstance,
  {
    fields,
    state,
    documentName,
  }: { readonly fields: Record<string, unknown>; readonly state: ParserState; readonly documentName: string },
): void {
  const refuse = (problem: string): void => {
    state.problem ??= problem;
  };
  parser.on('file', (_name, stream) => {
    state.hasDocument = true;
    stream.on('data', (chunk: Buffer) => state.document.push(chunk));
    stream.on('error', () => refuse('The form is not complete.'));
  });
  parser.on('field', (name, value, isNameTruncated, isValueTruncated) => {
    if (isNameTruncated || isValueTruncated) refuse('A field of the form is too long.');
    else fields[name] = value;
  });
  parser.on('filesLimit', () => refuse(`The form has more than one field "${documentName}".`));
  parser.on('partsLimit', () => refuse(`The form has more than ${LIMITS.formPartsMax} fields.`));
  parser.on('error', () => refuse('The body is not a valid multipart form.'));
}
