import pg from 'pg';

/**
 * Statements of one transaction that need nothing from each other's answers: they are sent at once and travel in one round
 * trip. Nothing is promised about their order. It fails with the failure that caused the others, but only when all have ended: a
 * straggler must not use the connection when it already belongs to somebody else.
 */
export async function together<const Statements extends readonly Promise<unknown>[]>(
  statements: Statements,
): Promise<{ -readonly [Index in keyof Statements]: Awaited<Statements[Index]> }> {
  try {
    return await Promise.all(statements);
  } catch (error) {
    const settled = await Promise.allSettled(statements);
    const failures = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    throw failures.find((failure) => !isConsequence(failure)) ?? error;
  }
}

/** in_failed_sql_transaction: the server refuses what follows a statement that failed. */
function isConsequence(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25P02';
}
