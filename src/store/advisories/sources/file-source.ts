/** The row of a source that consists of one file: the cache validators for the next request, and the result of the last one. */
import { sql } from 'kysely';
import type { ReferenceTx } from '../../database.ts';

export interface LastFile {
  readonly records: number;
  readonly asOf: string | null;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
}

/** Returns undefined before the first successful download. The cache validators of another URL are discarded. */
export async function findLastFile(
  tx: ReferenceTx,
  source: { readonly name: string; readonly url: string },
): Promise<LastFile | undefined> {
  const row = await tx.db
    .selectFrom('advisory_source')
    .select(['url', 'records', 'newest_record_at', 'last_good_at', 'etag', 'last_modified'])
    .where('name', '=', source.name)
    .executeTakeFirst();
  if (row === undefined || row.last_good_at === null) return undefined;
  const isSame = row.url === source.url;
  if (!isSame) {
    await sql`update advisory_source set etag = null, last_modified = null where name = ${source.name}`.execute(tx.db);
  }
  return {
    records: row.records,
    asOf: row.newest_record_at?.toISOString() ?? null,
    etag: isSame ? (row.etag ?? undefined) : undefined,
    lastModified: isSame ? (row.last_modified ?? undefined) : undefined,
  };
}

export type FileResult =
  | ({ readonly kind: 'read'; readonly at: string } & LastFile)
  | { readonly kind: 'unchanged'; readonly at: string }
  | { readonly kind: 'failed'; readonly error: string };

/** A failure keeps the figures of the last good file. */
export async function recordFileResult(tx: ReferenceTx, name: string, end: FileResult): Promise<void> {
  const state =
    end.kind === 'failed'
      ? { state: 'failed', last_error: end.error }
      : { state: 'ready', last_error: null, last_good_at: end.at };
  const figures = end.kind === 'read' && {
    records: end.records,
    newest_record_at: end.asOf,
    etag: end.etag ?? null,
    last_modified: end.lastModified ?? null,
  };
  await tx.db
    .updateTable('advisory_source')
    .set({ ...state, ...figures, lease_until: null, progress: null })
    .where('name', '=', name)
    .execute();
}
