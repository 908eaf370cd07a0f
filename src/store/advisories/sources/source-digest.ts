/** The digest of the files that a bundled source was loaded from, so that a start with the same files loads nothing. */
import type { ReferenceTx } from '../../database.ts';

/** Returns undefined if the source was never loaded completely. */
export async function findSourceDigest(tx: ReferenceTx, name: string): Promise<string | undefined> {
  const row = await tx.db
    .selectFrom('advisory_source')
    .select('etag')
    .where('name', '=', name)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  return row?.etag ?? undefined;
}

export async function setSourceDigest(tx: ReferenceTx, name: string, digest: string): Promise<void> {
  await tx.db
    .updateTable('advisory_source')
    .set({ etag: digest })
    .where('name', '=', name)
    .where('state', '=', 'ready')
    .execute();
}
