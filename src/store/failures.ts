/** Tells failures of the database server, its connections and the disks, which are retryable, from other errors. */
import pg from 'pg';
import { AssayError } from '../core/errors.ts';
import {
  DATABASE_BUSY,
  DATABASE_FULL,
  DATABASE_UNAVAILABLE,
  COMMIT_UNKNOWN,
  DATABASE_CONNECTIONS_EXHAUSTED,
  DATABASE_REFUSED,
} from './errors.ts';

/**
 * Maps errors of the driver to errors of the store. A transient failure becomes an error that asks the client to retry; any other
 * error is a defect and stays as it is.
 */
export function toStoreError(error: unknown): unknown {
  if (error instanceof AssayError || !(error instanceof Error)) return error;
  if (error instanceof pg.DatabaseError) return fromSqlState(error);
  return isConnectionFault(error) ? DATABASE_UNAVAILABLE(undefined, { cause: error }) : error;
}

/** Whether the database refused a value or a row: the fault of the input, not of the database. */
export function isInvalidValue(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && /^(22|23)/.test(error.code ?? '');
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
function fromSqlState(error: pg.DatabaseError): unknown {
  const state = error.code ?? '';
  if (state === '53100') return DATABASE_FULL(undefined, { cause: error });
  // Canceled by a timeout, lock not available in time, deadlock, serialization failure.
  if (['57014', '55P03', '40P01', '40001'].includes(state)) return DATABASE_BUSY(undefined, { cause: error });
  // Connection exceptions, too many connections or out of memory, shutdown and startup, I/O errors, a read-only server.
  if (/^(08|53|57P|58|25006)/.test(state)) return DATABASE_UNAVAILABLE(undefined, { cause: error });
  // 25P03: the session was idle in a transaction for too long, as happens in a suspended process.
  if (state === '25P03') return DATABASE_UNAVAILABLE(undefined, { cause: error });
  return error;
}

const SOCKET_FAULTS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // More connections wait at a local socket than the system allows.
  'EAGAIN',
]);

/** The driver reports a closed connection as a plain Error that can be recognized only by its message. */
function isConnectionFault(error: Error): boolean {
  if ('code' in error && typeof error.code === 'string' && SOCKET_FAULTS.has(error.code)) return true;
  const text = error.message.toLowerCase();
  return (
    text.includes('connection terminated') ||
    text.includes('connection timeout') ||
    text.includes('timeout exceeded when trying to connect') ||
    text.includes('client has encountered a connection error') ||
    text.includes('client was closed') ||
    text.includes('cannot use a pool after calling end')
  );
}

const QUOTED_NAME = /"([^"]+)"/;
const SHARD = /_[0-9]+$/;

/** Returns whether a write violated the named unique constraint or index. The transaction is then aborted. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return false;
  // Citus has it only in the message, with the number of the shard.
  const name = error.constraint ?? QUOTED_NAME.exec(error.message)?.[1];
  return name?.replace(SHARD, '') === constraint;
}

/**
 * Turns errors at the first use of a database into messages for the operator who configured it. Later, while requests are served,
 * the same errors are transient and are reported to the client that sent the request.
 */
export function toStartError(error: unknown): unknown {
  const known = toStoreError(error);
  const isConnectionFault = known instanceof AssayError && known.code === DATABASE_UNAVAILABLE.code;
  const isRefusal = error instanceof pg.DatabaseError && REFUSALS.test(error.code ?? '');
  if (!isConnectionFault && !isRefusal) return known;
  if (isExhausted(error)) return DATABASE_CONNECTIONS_EXHAUSTED({ reason: describeFailure(error) }, { cause: error });
  return DATABASE_REFUSED({ reason: describeFailure(error) }, { cause: error });
}

/**
 * Authentication, no such database, no schema, no permission to create tables.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const REFUSALS = /^(28|3D|3F|42501)/;

/** https://www.postgresql.org/docs/current/errcodes-appendix.html: too_many_connections */
function isExhausted(error: unknown): boolean {
  const server = error instanceof AssayError ? error.cause : error;
  return server instanceof pg.DatabaseError && server.code === '53300';
}

const CODES: ReadonlySet<string> = new Set(
  [DATABASE_UNAVAILABLE, DATABASE_BUSY, DATABASE_FULL, COMMIT_UNKNOWN].map(({ code }) => code),
);
/** A full disk or quota, or no free file descriptors. */
const SYSTEM_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE']);
const CAUSES_MAX = 5;

export function isInfrastructureCode(code: string): boolean {
  return CODES.has(code);
}

/**
 * Checks the error and its causes. Of the driver's errors only those sent by the server count: a refused connection may be one to
 * an advisory source, and those to the database arrive here as store errors (`toStoreError`).
 */
export function isInfrastructureFailure(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < CAUSES_MAX && current instanceof Error; depth += 1) {
    const known = current instanceof pg.DatabaseError ? toStoreError(current) : current;
    if (known instanceof AssayError && CODES.has(known.code)) return true;
    if ('code' in current && SYSTEM_CODES.has(current.code)) return true;
    current = current.cause;
  }
  return false;
}

/** Whether the server ended a transaction that met another one, for instance in a deadlock. The same work may succeed at once. */
export function isBusy(error: unknown): boolean {
  return error instanceof AssayError && error.code === DATABASE_BUSY.code;
}

/** Returns the message of the server or the system for logs. The innermost cause has it. */
export function describeFailure(error: unknown): string {
  let current = error;
  for (let depth = 0; depth < CAUSES_MAX && current instanceof Error && current.cause instanceof Error; depth += 1) {
    current = current.cause;
  }
  // When several addresses all refuse a connection, the error is an AggregateError without a message.
  const first: unknown = current instanceof AggregateError ? current.errors[0] : current;
  return first instanceof Error && first.message !== '' ? first.message : String(first);
}
