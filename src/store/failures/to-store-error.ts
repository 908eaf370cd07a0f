/**
 * Maps errors of the driver to errors of the store. A transient failure becomes an error that asks the client to retry; any other
 * error is a defect and stays as it is.
 */
import pg from 'pg';
import { AssayError } from '../../core/errors.ts';
import { DATABASE_BUSY, DATABASE_FULL, DATABASE_UNAVAILABLE } from '../errors.ts';

export function toStoreError(error: unknown): unknown {
  if (error instanceof AssayError || !(error instanceof Error)) return error;
  if (error instanceof pg.DatabaseError) return fromSqlState(error);
  return isConnectionFault(error) ? DATABASE_UNAVAILABLE(undefined, { cause: error }) : error;
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
