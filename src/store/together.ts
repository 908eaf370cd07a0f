/**
 * Statements of one transaction that need nothing from each other's answers: they are sent at once and travel in one round
 * trip. Nothing is promised about their order. It fails with the first failure, but only when all have ended: a straggler must
 * not use the connection when it already belongs to somebody else.
 */
export async function together<const Statements extends readonly Promise<unknown>[]>(
  statements: Statements,
): Promise<{ -readonly [Index in keyof Statements]: Awaited<Statements[Index]> }> {
  try {
    return await Promise.all(statements);
  } catch (error) {
    await Promise.allSettled(statements);
    throw error;
  }
}
