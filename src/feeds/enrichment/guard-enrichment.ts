/**
 * Checks whether a file can be valid, whatever its format: recent enough, not from the future, with hardly any bad row, and not
 * much smaller than the last one. Missing rows are deleted, so a truncated file is as dangerous as a wrong one.
 */
import type { Enrichment, ParsedEnrichment } from '../../core/advisory/enrichment/enrichment.ts';
import { LIMITS } from '../../core/limits.ts';
import type { EnrichmentPart } from '../../core/vocabulary/source.ts';
import type { EnrichmentRequest, FeedProgress } from '../feed.ts';
import { FEED_REJECTED } from '../errors.ts';

const BATCH_RECORDS = 5_000;

export interface EnrichmentRows {
  readonly source: EnrichmentPart;
  /** In groups, as they are read. */
  readonly readings: AsyncIterable<readonly ParsedEnrichment<Enrichment>[]>;
  /** Size of the file. */
  readonly bytes: number;
}

export function checkAge(source: EnrichmentPart, asOf: string | null, request: EnrichmentRequest): void {
  if (asOf === null) return;
  const ageMs = request.nowMs - Date.parse(asOf);
  if (ageMs < -LIMITS.feedSkewMsMax) throw FEED_REJECTED({ source, problem: `its date ${asOf} is in the future` });
  const before = request.before?.asOf;
  if (before !== null && before !== undefined && Date.parse(asOf) < Date.parse(before))
    throw FEED_REJECTED({ source, problem: `its date ${asOf} is before that of the loaded data` });
}

/**
 * Creates batches that fit in memory. The first of several rows with the same id is used. Throws at the end if there are too few
 * rows.
 */
export async function* toBatches(
  { source, readings, bytes }: EnrichmentRows,
  request: EnrichmentRequest,
  onProgress: (progress: FeedProgress) => void,
): AsyncGenerator<readonly Enrichment[]> {
  const seen = new Set<string>();
  let rows = 0;
  let bad = 0;
  let batch: Enrichment[] = [];
  const expected = request.before?.records ?? 0;
  const report = (recordsTotal: number): void =>
    onProgress({ directory: source, records: seen.size, recordsTotal, skipped: rows - seen.size, bytes });

  for await (const group of readings) {
    request.signal?.throwIfAborted();
    rows += group.length;
    if (rows > LIMITS.feedEntriesMax)
      throw FEED_REJECTED({ source, problem: `it has more than ${LIMITS.feedEntriesMax} rows` });
    for (const reading of group) {
      if (reading.kind === 'bad') bad += 1;
      if (reading.kind !== 'read' || seen.has(reading.enrichment.cve)) continue;
      seen.add(reading.enrichment.cve);
      batch.push(reading.enrichment);
    }
    if (batch.length < BATCH_RECORDS) continue;
    yield batch;
    batch = [];
    report(Math.max(expected, seen.size));
  }
  checkCounts(source, seen.size, bad, expected);
  if (batch.length > 0) yield batch;
  report(seen.size);
}

function checkCounts(source: EnrichmentPart, records: number, bad: number, before: number): void {
  if (bad > (records + bad) * LIMITS.feedBadShareMax)
    throw FEED_REJECTED({ source, problem: `${bad} of its ${records + bad} rows cannot be parsed` });
  if (records === 0) throw FEED_REJECTED({ source, problem: 'it is empty' });
  if (records < before * (1 - LIMITS.feedLostShareMax))
    throw FEED_REJECTED({ source, problem: `it has ${records} rows, but had ${before} before` });
}
