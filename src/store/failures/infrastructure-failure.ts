/** Distinguishes failures of the database server, its connections and the disks, which are retryable, from other errors. */
import pg from 'pg';
import { AssayError } from '../../core/errors.ts';
import { COMMIT_UNKNOWN, DATABASE_BUSY, DATABASE_FULL, DATABASE_UNAVAILABLE } from '../errors.ts';
import { toStoreError } from './to-store-error.ts';

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
