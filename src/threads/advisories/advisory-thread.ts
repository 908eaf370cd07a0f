/**
 * Thread entry of `parseAdvisories`: parses a batch of raw advisory records into rows that only need to be copied into the database,
 * with an outcome per record: when it was modified, or why it is unusable.
 */
import { answerJobs } from '../pool/answer-jobs.ts';
import { AssayError } from '../../core/errors.ts';
import type { Advisory } from '../../core/advisory/advisory.ts';
import { isCsafDocument, translateCsafVex } from '../../core/advisory/csaf/translate-csaf.ts';
import { parseNvdRecord } from '../../core/advisory/nvd/parse-nvd-record.ts';
import { parseOsvRecord } from '../../core/advisory/osv/parse-osv-record.ts';
import { parseJson } from '../json/parse-json.ts';
import { packRecord, unpackMembers, type PackedSize, type UnpackedRecord } from './packed-record.ts';
import { StagedRows, type CopiedTable, type StagingPlace } from './staged-rows.ts';

answerJobs(parseRecords, ({ rows }) => [...rows.values()].map(({ buffer }) => buffer));

export interface RecordsRequest {
  readonly place: StagingPlace;
  /** The records one after the other, each as it was sent or as a gzip member. */
  readonly bytes: Uint8Array;
  /** In the same order, each with its end in the bytes, and a member with its size and checksum. */
  readonly records: readonly ({ readonly id: string; readonly end: number } & Partial<PackedSize>)[];
  /** Records modified after this time are rejected. */
  readonly modifiedMax: string;
}

export type RecordOutcome =
  | { readonly id: string; readonly outcome: 'read'; readonly modified: string }
  | { readonly id: string; readonly outcome: 'bad' | 'future'; readonly problem: string };

export interface StagedBatch {
  /** In the binary format of COPY, for `COPIED_COLUMNS`. */
  readonly rows: ReadonlyMap<CopiedTable, Uint8Array<ArrayBuffer>>;
  /** One per record that could be unpacked, in the same order. */
  readonly outcomes: readonly RecordOutcome[];
  /** Ids of records that do not unpack to their size and checksum. */
  readonly corrupt: readonly string[];
}

function parseRecords({ place, bytes, records, modifiedMax }: RecordsRequest): StagedBatch {
  const outcomes: RecordOutcome[] = [];
  const rows = new StagedRows(place);
  const corrupt: string[] = [];
  const unpacked = unpackAll(bytes, records);
  for (const [at, { id }] of records.entries()) {
    const record = unpacked[at];
    if (record === undefined) {
      corrupt.push(id);
      continue;
    }
    const parsed = parseRecord(place.source, id, record);
    if ('problem' in parsed) {
      outcomes.push({ id, outcome: 'bad', problem: parsed.problem });
      continue;
    }
    const { advisory, packed } = parsed;
    const { modified } = advisory;
    if (modified > modifiedMax) {
      outcomes.push({ id, outcome: 'future', problem: `The modification date is in the future: ${modified}.` });
      continue;
    }
    rows.add(advisory, packed);
    outcomes.push({ id, outcome: 'read', modified });
  }
  return { rows: rows.take(), outcomes, corrupt };
}

type SentRecord = RecordsRequest['records'][number];

/** Returns undefined for a record that is corrupt. Those of an archive are almost always all deflated. */
function unpackAll(bytes: Uint8Array, records: readonly SentRecord[]): readonly (UnpackedRecord | undefined)[] {
  if (records.every(isMember)) return unpackMembers(bytes, records);
  let start = 0;
  return records.map((record) => {
    const sent = bytes.subarray(start, record.end);
    start = record.end;
    return isMember(record) ? unpackMembers(sent, [{ ...record, end: sent.length }])[0] : { bytes: sent };
  });
}

function isMember(record: SentRecord): record is SentRecord & PackedSize {
  return record.size !== undefined && record.crc32 !== undefined;
}

interface ParsedRecord {
  readonly advisory: Advisory;
  /** The record in the form that is stored. */
  readonly packed: Uint8Array;
}

/** Sources whose records are not in OSV format. */
const PARSERS: ReadonlyMap<string, typeof parseOsvRecord> = new Map([['nvd', parseNvdRecord]]);

function parseRecord(
  source: string,
  id: string,
  { bytes, packed }: UnpackedRecord,
): ParsedRecord | { readonly problem: string } {
  try {
    const parsed = parseJson(bytes);
    if (parsed.kind === 'unreadable') return { problem: parsed.problem };
    const translated = isCsafDocument(parsed.value) ? translateCsafVex(parsed.value) : undefined;
    if (translated?.problem !== undefined) return { problem: translated.problem };
    const advisory = (PARSERS.get(source) ?? parseOsvRecord)(translated?.record ?? parsed.value);
    if ('problem' in advisory) return advisory;
    if (advisory.id !== id) return { problem: 'The record id does not match the file name.' };
    // A translated record is a hundredth of the document, most of which is about other products.
    if (translated === undefined) return { advisory, packed: packed ?? packRecord(bytes) };
    return { advisory, packed: packRecord(new TextEncoder().encode(JSON.stringify(translated.record))) };
  } catch (error) {
    // Too large for a thread: one such record must not block the others.
    if (error instanceof AssayError) return { problem: error.message };
    throw error;
  }
}
