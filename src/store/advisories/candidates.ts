/**
 * What may concern a set of packages: all entries under their keys, without the text of the records. Two queries, whatever the
 * number of keys; most packages have no key that an advisory names, and most of the others are known from before.
 */
import { sql } from 'kysely';
import type { AffectedEntry } from '../../core/advisory/advisory.ts';
import type { CandidateEntry } from '../../core/match/match.ts';
import type { ReferenceTx } from '../database.ts';
import type { CandidateCache, KnownCandidates } from './candidate-cache.ts';

/** By package key. Withdrawn records do not count from the moment of their withdrawal on. */
export async function readCandidates(
  tx: ReferenceTx,
  keys: readonly string[],
  asOf: string,
  cache: CandidateCache,
): Promise<ReadonlyMap<string, readonly CandidateEntry[]>> {
  // Before the entries: what is imported in between is kept as older than it is, and read again.
  const revisions = await readRevisions(tx, keys);
  const candidates = new Map<string, readonly CandidateEntry[]>();
  const unknown = new Map<string, string>();
  for (const { key, revision } of revisions) {
    const known = cache.find(key, revision);
    if (known === undefined) unknown.set(key, revision);
    else candidates.set(key, known);
  }
  if (unknown.size === 0) return candidates;
  for (const [key, read] of await readEntries(tx, unknown, asOf)) {
    candidates.set(key, read.candidates);
    if (!read.endsLater) cache.keep(key, read);
  }
  return candidates;
}

/*
 * Keys are compared with an array that the server makes itself: of one that is written into the statement it estimates every
 * element, and a join looks each of them up from the root of the index.
 */

/** Of those keys that an advisory names. */
async function readRevisions(tx: ReferenceTx, keys: readonly string[]): Promise<{ key: string; revision: string }[]> {
  const { rows } = await sql<{ key: string; revision: string }>`
    select key, revision from package_key where key = any(array(select unnest(${keys}::text[])))`.execute(tx.db);
  return rows;
}

interface ReadKey extends KnownCandidates {
  readonly candidates: CandidateEntry[];
  size: number;
  /** A record will be withdrawn at a time that is known already, so this is true for now only. */
  endsLater: boolean;
}

async function readEntries(
  tx: ReferenceTx,
  revisions: ReadonlyMap<string, string>,
  asOf: string,
): Promise<ReadonlyMap<string, ReadKey>> {
  const { rows } = await sql<{
    package_key: string;
    record_id: string;
    source: string;
    class: CandidateEntry['class'];
    ends_later: boolean;
    group_ids: string;
    entry: string;
  }>`
    select e.package_key, e.record_id, e.source, r.class, r.withdrawn is not null as ends_later,
      array_to_string(r.group_ids, ' ') as group_ids, e.entry::text as entry
    from affected_entry e
    join advisory_record r on r.source = e.source and r.directory = e.directory and r.id = e.record_id
    where e.speaks and e.package_key = any(array(select unnest(${[...revisions.keys()]}::text[])))
      and (r.withdrawn is null or r.withdrawn > ${asOf})`.execute(tx.db);
  const read = new Map<string, ReadKey>();
  for (const [key, revision] of revisions) read.set(key, { revision, candidates: [], size: 0, endsLater: false });
  for (const row of rows) {
    const ofKey = read.get(row.package_key);
    if (ofKey === undefined) continue;
    const { record_id: recordId, source, class: recordClass } = row;
    const entry = JSON.parse(row.entry) as AffectedEntry;
    ofKey.size += row.entry.length;
    ofKey.endsLater ||= row.ends_later;
    // The id of a group is the text of its canonical id, and ids have no blanks.
    for (const groupId of row.group_ids.split(' ')) {
      ofKey.candidates.push({ recordId, source, groupId, canonicalId: groupId, class: recordClass, entry });
    }
  }
  return read;
}
