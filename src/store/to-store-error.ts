/**
 * What the driver throws, turned into what the sender can do about it. Everything that may pass becomes an error that asks
 * to send again; everything else stays as it is and is a defect of ours.
 */
import pg from 'pg';
import { AssayError } from '../core/errors.ts';
import { DATABASE_BUSY, DATABASE_FULL, DATABASE_UNAVAILABLE } from './errors.ts';

export function toStoreError(error: unknown): unknown {
  if (error instanceof AssayError || !(error instanceof Error)) return error;
  if (error instanceof pg.DatabaseError) return fromSqlState(error);
  return isConnectionFault(error) ? DATABASE_UNAVAILABLE(undefined, { cause: error }) : error;
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
function fromSqlState(error: pg.DatabaseError): unknown {
  const state = error.code ?? '';
  if (state === '53100') return DATABASE_FULL(undefined, { cause: error });
  // Canceled by a timeout, a lock not had in time, deadlock, serialization failure.
  if (['57014', '55P03', '40P01', '40001'].includes(state)) return DATABASE_BUSY(undefined, { cause: error });
  // Connection exceptions, too many connections or no memory, shutdown and start-up, I/O errors, a read-only server.
  if (/^(08|53|57P|58|25006)/.test(state)) return DATABASE_UNAVAILABLE(undefined, { cause: error });
  // 25P03: the session sat idle in its transaction, which a stopped process does.
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

/** The driver reports a cut connection as a plain Error, recognizable by its text alone. */
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
