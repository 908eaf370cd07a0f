/**
 * Turns errors at the first use of a database into messages for the operator who configured it. Later, while requests are served,
 * the same errors are transient and are reported to the client that sent the request.
 */
import pg from 'pg';
import { AssayError } from '../../core/errors.ts';
import { DATABASE_CONNECTIONS_EXHAUSTED, DATABASE_REFUSED, DATABASE_UNAVAILABLE } from '../errors.ts';
import { describeFailure } from './infrastructure-failure.ts';
import { toStoreError } from './to-store-error.ts';

export function toStartError(error: unknown): unknown {
  const known = toStoreError(error);
  const isConnectionFault = known instanceof AssayError && known.code === DATABASE_UNAVAILABLE.code;
  const isRefusal = error instanceof pg.DatabaseError && REFUSALS.test(error.code ?? '');
  if (!isConnectionFault && !isRefusal) return known;
  if (isExhausted(error)) return DATABASE_CONNECTIONS_EXHAUSTED({ reason: describeFailure(error) }, { cause: error });
  return DATABASE_REFUSED({ reason: describeFailure(error) }, { cause: error });
}

// Authentication, no such database, no schema, no permission to create tables.
// https://www.postgresql.org/docs/current/errcodes-appendix.html
const REFUSALS = /^(28|3D|3F|42501)/;

/** https://www.postgresql.org/docs/current/errcodes-appendix.html: too_many_connections */
function isExhausted(error: unknown): boolean {
  const server = error instanceof AssayError ? error.cause : error;
  return server instanceof pg.DatabaseError && server.code === '53300';
}
