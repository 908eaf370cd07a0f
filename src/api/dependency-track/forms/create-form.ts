/** Chooses between the two forms in which clients of Dependency-Track send a document. */
import type { FastifyRequest } from 'fastify';
import { CONTENT_TYPE_UNSUPPORTED } from '../../errors.ts';
import type { Form } from '../../http/body/receive-body.ts';
import { createJsonForm } from './json-form.ts';
import { createMultipartForm } from './multipart-form.ts';

const MULTIPART = /^\s*multipart\/form-data\s*;/i;
const JSON_TYPE = /^\s*application\/json\s*(;|$)/i;

/** `documentName` is the field with the document. */
export function createForm(request: FastifyRequest, documentName: string): Form {
  const type = request.headers['content-type'] ?? '';
  if (request.method === 'POST' && MULTIPART.test(type)) return createMultipartForm(type, documentName);
  if (request.method === 'PUT' && JSON_TYPE.test(type)) return createJsonForm(documentName);
  const remedy =
    request.method === 'POST'
      ? `Send multipart/form-data with the document in the field "${documentName}".`
      : `Send application/json with the document in base64 in the member "${documentName}".`;
  throw CONTENT_TYPE_UNSUPPORTED({ remedy });
}
