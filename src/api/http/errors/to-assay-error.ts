/** Converts anything thrown by Assay, Fastify, zod or Node into an Assay error; unexpected errors become INTERNAL_ERROR. */
import { isResponseSerializationError, hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { AssayError, quote, type ErrorDetail } from '../../../core/errors.ts';
import { LIMITS } from '../../../core/limits.ts';
import {
  BODY_INVALID,
  BODY_TOO_LARGE,
  CONTENT_TYPE_UNSUPPORTED,
  HTTP_INVALID,
  INTERNAL_ERROR,
  PARAMETER_INVALID,
  SHUTTING_DOWN,
  URL_INVALID,
  URL_TOO_LONG,
} from '../../errors.ts';
import { statusOf } from './error-status.ts';

export function toAssayError(error: unknown): AssayError {
  if (error instanceof AssayError)
    return statusOf(error.code) === undefined ? INTERNAL_ERROR(undefined, { cause: error }) : error;
  if (hasZodFastifySchemaValidationErrors(error)) return fromValidation(error);
  if (isResponseSerializationError(error)) return INTERNAL_ERROR(undefined, { cause: error });
  const make = FRAMEWORK_ERRORS[codeOf(error)];
  return make === undefined ? INTERNAL_ERROR(undefined, { cause: error }) : make();
}

const SEND_JSON = 'Send JSON with "Content-Type: application/json".';

const FRAMEWORK_ERRORS: Readonly<Record<string, () => AssayError>> = {
  FST_ERR_BAD_URL: () => URL_INVALID({ problem: 'it contains an invalid percent-encoding' }),
  FST_ERR_MAX_PARAM_LENGTH: () => URL_TOO_LONG(),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => CONTENT_TYPE_UNSUPPORTED({ remedy: SEND_JSON }),
  FST_ERR_CTP_BODY_TOO_LARGE: () => BODY_TOO_LARGE({ bytesMax: LIMITS.otherBodyBytesMax }),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => BODY_INVALID({ summary: `The body is empty. ${SEND_JSON}` }),
  FST_ERR_CTP_INVALID_JSON_BODY: () => BODY_INVALID({ summary: `The body is not valid JSON. ${SEND_JSON}` }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    HTTP_INVALID({ problem: 'the length of the body differs from Content-Length' }),
  FST_ERR_ASYNC_CONSTRAINT: () => URL_INVALID({ problem: 'it cannot be routed' }),
  FST_ERR_REOPENED_CLOSE_SERVER: () => SHUTTING_DOWN(),
  FST_ERR_INSTANCE_ALREADY_CLOSED: () => SHUTTING_DOWN(),
};

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function fromValidation(error: Parameters<typeof hasZodFastifySchemaValidationErrors>[0]): AssayError {
  if (!hasZodFastifySchemaValidationErrors(error)) return INTERNAL_ERROR();
  const inBody = error.validationContext === 'body';
  const details: ErrorDetail[] = error.validation.slice(0, 20).map((issue) => ({
    path: inBody ? issue.instancePath || '/' : issue.instancePath.replace(/^\//, ''),
    message: shortened(issue.message ?? 'is invalid'),
  }));
  const first = details[0];
  const where = inBody ? `In the body, ${quote(first?.path ?? '/')}` : `The parameter ${quote(first?.path ?? '')}`;
  const message = first?.message ?? 'is invalid';
  // Messages of Assay continue the sentence ("must be ..."); those of Zod are sentences.
  const summary = `${where}${/^[a-z]/.test(message) ? '' : ':'} ${message}${details.length > 1 ? ` (and ${details.length - 1} more)` : ''}.`;
  return (inBody ? BODY_INVALID : PARAMETER_INVALID)({ summary }, { details });
}

function shortened(message: string): string {
  return message.length > 200 ? `${message.slice(0, 199)}…` : message;
}
