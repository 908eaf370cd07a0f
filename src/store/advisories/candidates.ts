/**
 * The advisory entries that may match a set of packages: all entries under their keys, without the texts of the records. Takes
 * two queries for any number of keys; most packages have no key that an advisory names, and most of the others are in the cache.
 */
import { sql } from 'kysely';
import type { AffectedEntry } from '../../core/advisory/advisory.ts';
import type { CandidateEntry } from '../../core/match/match.ts';
import type { ReferenceTx } from '../database.ts';
import { LIMITS } from '../../core/limits.ts';

/**
 * Cache of candidates. Most inventories contain the same packages, and parsing their entries again costs more than matching them.
 * The revision of a key changes with its data, so the cache is never stale: an entry of another revision counts as a miss.
 */
interface KnownCandidates {
  readonly revision: string;
  readonly candidates: readonly CandidateEntry[];
  /** Number of characters of the stored entries. */
  readonly size: number;
}

export class CandidateCache {
  // In order of last use: a map iterates over its keys in insertion order.
  readonly #known = new Map<string, KnownCandidates>();
  #size = 0;

  find(key: string, revision: string): readonly CandidateEntry[] | undefined {
    const known = this.#known.get(key);
    if (known?.revision !== revision) return undefined;
    this.#known.delete(key);
    this.#known.set(key, known);
    return known.candidates;
  }

  keep(key: string, known: KnownCandidates): void {
    if (known.size > LIMITS.candidateCacheCharactersMax) return;
    this.#forget(key);
    this.#known.set(key, known);
    this.#size += known.size;
    for (const oldest of this.#known.keys()) {
      if (this.#size <= LIMITS.candidateCacheCharactersMax) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#size -= this.#known.get(key)?.size ?? 0;
    this.#known.delete(key);
  }
}

/** Returns the candidates by package key. Withdrawn records are ignored from the time of their withdrawal. */
export async function listCandidates(
  tx: ReferenceTx,
  keys: readonly string[],
  asOf: string,
  cache: CandidateCache,
): Promise<ReadonlyMap<string, readonly CandidateEntry[]>> {
  // Read before the entries: data that is imported in between is cached under the older revision and read again.
  const revisions = await listKeyRevisions(tx, keys);
  const candidates = new Map<string, readonly CandidateEntry[]>();
  const unknown = new Map<string, string>();
  for (const { key, revision } of revisions) {
    const known = cache.find(key, revision);
    if (known === undefined) unknown.set(key, revision);
    else candidates.set(key, known);
  }
  if (unknown.size === 0) return candidates;
  for (const [key, read] of await listEntries(tx, unknown, asOf)) {
    candidates.set(key, read.candidates);
    if (!read.endsLater) cache.keep(key, read);
  }
  return candidates;
}

/*
 * Keys are compared with an array that the server builds itself: for an array literal in the statement it estimates the
 * selectivity of every element, and a join looks up each key from the root of the index.
 */

/** Returns the revisions of the keys that an advisory names. */
async function listKeyRevisions(
  tx: ReferenceTx,
  keys: readonly string[],
): Promise<{ key: string; revision: string }[]> {
  const { rows } = await sql<{ key: string; revision: string }>`
    select key, revision from package_key where key = any(array(select unnest(${keys}::text[])))`.execute(tx.db);
  return rows;
}

interface CandidatesOfKey extends KnownCandidates {
  readonly candidates: CandidateEntry[];
  size: number;
  /** A record has a withdrawal time in the future, so this result is valid only for now. */
  endsLater: boolean;
}

interface EntryRow extends Pick<CandidateEntry, 'recordId' | 'source' | 'class'> {
  readonly key: string;
  readonly endsLater: boolean;
  readonly groupIds: string;
  /** The entry as JSON. */
  readonly text: string;
}

async function listEntries(
  tx: ReferenceTx,
  revisions: ReadonlyMap<string, string>,
  asOf: string,
): Promise<ReadonlyMap<string, CandidatesOfKey>> {
  const { rows } = await sql<EntryRow>`
    select e.package_key as key, e.record_id as "recordId", e.source, r.class, r.withdrawn is not null as "endsLater",
      array_to_string(r.group_ids, ' ') as "groupIds", e.entry::text as text
    from affected_entry e
    join advisory_record r on r.source = e.source and r.directory = e.directory and r.id = e.record_id
    where e.active and e.package_key = any(array(select unnest(${[...revisions.keys()]}::text[])))
      and (r.withdrawn is null or r.withdrawn > ${asOf})`.execute(tx.db);
  const read = new Map<string, CandidatesOfKey>();
  for (const [key, revision] of revisions) read.set(key, { revision, candidates: [], size: 0, endsLater: false });
  for (const { key, endsLater, groupIds, text, ...record } of rows) {
    const ofKey = read.get(key);
    if (ofKey === undefined) continue;
    const entry = JSON.parse(text) as AffectedEntry;
    ofKey.size += text.length;
    ofKey.endsLater ||= endsLater;
    // The id of a group is its canonical id, and ids contain no spaces.
    for (const groupId of groupIds.split(' ')) {
      ofKey.candidates.push({ ...record, groupId, canonicalId: groupId, entry });
    }
  }
  return read;
}
