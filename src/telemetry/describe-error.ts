/**
 * Describes an error for the log. Expected errors (an Assay error, an unreachable network or database) have only a message,
 * including those of their causes; unexpected errors also have a stack. Error-like objects are described by their message.
 */
import { AssayError } from '../core/errors.ts';

export interface DescribedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
}

const CAUSES_MAX = 5;

export function describeError(error: unknown): DescribedError {
  const code = codeOf(error);
  const stack = isExpected(error) ? undefined : textOf(error, 'stack');
  return {
    type: textOf(error, 'name') ?? (error instanceof Object ? error.constructor.name : typeof error),
    message: describeCauses(error),
    ...(code !== undefined && { code }),
    ...(stack !== undefined && { stack }),
  };
}

/** Joins the messages of all causes: `The feed cannot be read: getaddrinfo ENOTFOUND osv.example.org`. */
function describeCauses(error: unknown): string {
  let text = messageOf(error);
  let cause = causeOf(error);
  for (let depth = 0; depth < CAUSES_MAX && cause !== undefined; depth += 1) {
    const words = messageOf(cause);
    if (!text.includes(words)) text = `${text.replace(/[.:]$/, '')}: ${words}`;
    cause = causeOf(cause);
  }
  return text;
}

function messageOf(error: unknown): string {
  const message = textOf(error, 'message');
  if (message !== undefined && message !== '') return message;
  // If several addresses do not respond, the error has a code and nested errors, but no message.
  const inside: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  return textOf(inside, 'message') ?? codeOf(error) ?? toJson(error);
}

function toJson(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? 'undefined';
  } catch {
    return 'an object that cannot be serialized';
  }
}

/** https://nodejs.org/api/errors.html#common-system-errors and https://www.postgresql.org/docs/current/errcodes-appendix.html */
const EXPECTED_CODE =
  /^(?:E(?:AI_AGAIN|CONN[A-Z]+|HOSTUNREACH|NETUNREACH|NOTFOUND|NOSPC|PIPE|TIMEDOUT)|(?:08|53)[0-9A-Z]{3}|57P0[0-9])$/;
const EXPECTED_MESSAGE = /^(?:connection terminated|connection timeout|timeout exceeded when trying to connect)/i;

function isExpected(error: unknown): boolean {
  if (error instanceof AssayError || textOf(error, 'name') === 'AbortError') return true;
  return EXPECTED_CODE.test(codeOf(error) ?? '') || EXPECTED_MESSAGE.test(textOf(error, 'message') ?? '');
}

function codeOf(error: unknown): string | undefined {
  return textOf(error, 'code');
}

function causeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'cause' in error ? error.cause : undefined;
}

function textOf(value: unknown, member: string): string | undefined {
  if (typeof value !== 'object' || value === null || !(member in value)) return undefined;
  const text = (value as Readonly<Record<string, unknown>>)[member];
  return typeof text === 'string' ? text : undefined;
}
