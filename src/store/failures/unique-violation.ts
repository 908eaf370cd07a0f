import pg from 'pg';

/** Returns whether a write violated the named unique constraint or index. The transaction is then aborted. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint;
}
