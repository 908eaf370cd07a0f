import pg from 'pg';

/** True when a write met the named unique constraint or index. The transaction is aborted then. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint;
}
