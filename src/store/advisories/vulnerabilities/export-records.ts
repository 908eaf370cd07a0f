/** Reads all stored records and enrichment in key order, a few rows at a time, for a bundle. */
import { sql, type RawBuilder } from 'kysely';
import type { Enrichment, KevFacts, SsvcFacts } from '../../../core/advisory/enrichment/enrichment.ts';
import type { EnrichmentPart } from '../../../core/vocabulary/source.ts';
import type { ReferenceTx } from '../../database.ts';
import type { DirectoryKey } from '../directories.ts';
import { unpackRecord } from './unpack-record.ts';

interface StoredRecord {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** Call it first in a transaction: all later reads then see one snapshot, even while an import runs. */
export async function useReadOnlySnapshot(tx: ReferenceTx): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(tx.db);
}

export async function listStoredDirectories(tx: ReferenceTx, source: string): Promise<DirectoryKey[]> {
  const { rows } = await sql<{ directory: string }>`
    select directory from advisory_record where source = ${source} group by directory
    order by directory collate "C"`.execute(tx.db);
  return rows.map(({ directory }) => ({ source, directory }));
}

/** Returns the bytes as the source sent them. Records are decompressed one at a time, because a few are large. */
export async function* streamStoredRecords(
  tx: ReferenceTx,
  { source, directory }: DirectoryKey,
): AsyncGenerator<readonly StoredRecord[]> {
  const query = sql`
    select id, raw from advisory_record where source = ${source} and directory = ${directory} order by id`;
  for await (const rows of fetchAll<{ id: string; raw: Buffer }>(tx, 'exported_record', query)) {
    for (const { id, raw } of rows) yield [{ id, bytes: await unpackRecord(raw) }];
  }
}

export async function* streamStoredEnrichment(
  tx: ReferenceTx,
  part: EnrichmentPart,
): AsyncGenerator<readonly Enrichment[]> {
  const query = sql`
    select cve, kev, epss_score as score, epss_percentile as percentile, ssvc from enrichment
    where ${sql.ref(part === 'epss' ? 'epss_score' : part)} is not null order by cve`;
  for await (const rows of fetchAll<EnrichmentRow>(tx, 'exported_enrichment', query)) {
    yield rows.flatMap((row) => toEnrichment(row, part) ?? []);
  }
}

interface EnrichmentRow {
  readonly cve: string;
  readonly kev: KevFacts | null;
  readonly score: number | null;
  readonly percentile: number | null;
  readonly ssvc: SsvcFacts | null;
}

function toEnrichment(
  { cve, kev, score, percentile, ssvc }: EnrichmentRow,
  part: EnrichmentPart,
): Enrichment | undefined {
  if (part === 'kev') return kev === null ? undefined : { cve, kev };
  if (part === 'ssvc') return ssvc === null ? undefined : { cve, ssvc };
  return score === null ? undefined : { cve, epss: { score, percentile } };
}

const ROWS_PER_FETCH = 200;

async function* fetchAll<Row>(
  tx: ReferenceTx,
  cursor: string,
  query: RawBuilder<unknown>,
): AsyncGenerator<readonly Row[]> {
  const name = sql.ref(cursor);
  // The parameters of a cursor are bound when it is opened.
  await sql`declare ${name} no scroll cursor for ${query}`.execute(tx.db);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(ROWS_PER_FETCH)} from ${name}`.execute(tx.db);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`close ${name}`.execute(tx.db);
}
