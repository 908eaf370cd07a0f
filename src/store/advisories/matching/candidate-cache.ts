/**
 * Cache of candidates. Most inventories contain the same packages, and parsing their entries again costs more than matching them.
 * The revision of a key changes with its data, so the cache is never stale: an entry of another revision counts as a miss.
 */
import { LIMITS } from '../../../core/limits.ts';
import type { CandidateEntry } from '../../../core/match/match.ts';

export interface KnownCandidates {
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
