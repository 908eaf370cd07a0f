/** A batch of raw advisory records, read inside a thread: what matching and people need of each, or why it is of no use. */
import type { Advisory } from '../core/advisory/advisory.ts';
import { readOsvRecord } from '../core/advisory/osv.ts';
import { matchProjection } from '../core/advisory/projection.ts';
import { parseJson } from './parse-json.ts';

export interface RecordsRequest {
  readonly records: readonly { readonly id: string; readonly bytes: Uint8Array }[];
}

export type RecordAnswer =
  | { readonly kind: 'advisory'; readonly advisory: Advisory; readonly projection: string }
  | { readonly kind: 'bad'; readonly problem: string };

/** One answer per record, in their order. */
export function readRecords({ records }: RecordsRequest): RecordAnswer[] {
  return records.map(({ id, bytes }) => {
    const parsed = parseJson(bytes);
    if (parsed.kind === 'unreadable') return { kind: 'bad', problem: parsed.problem };
    const advisory = readOsvRecord(parsed.value);
    if ('problem' in advisory) return { kind: 'bad', problem: advisory.problem };
    if (advisory.id !== id) return { kind: 'bad', problem: 'The record does not have the id of its file.' };
    return { kind: 'advisory', advisory, projection: matchProjection(advisory) };
  });
}
