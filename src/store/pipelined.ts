import pg from 'pg';

/**
 * Sends independent statements of one transaction at once, in one round trip. Their order is not defined. Fails with the error
 * that caused the others, but only after all statements have ended: a late one must not use the connection after its release.
 */
export async function pipelined<const Statements extends readonly Promise<unknown>[]>(
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

/** in_failed_sql_transaction: the server rejects statements that follow a failed one. */
function isConsequence(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25P02';
}
