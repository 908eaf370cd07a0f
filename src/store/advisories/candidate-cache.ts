/**
 * Candidates that were read before. Most inventories hold the same packages, and taking their entries apart again costs more
 * than matching them. A key's revision says whether anything about it has changed since, so nothing here is ever out of date:
 * what is known of another revision counts as unknown.
 */
import { LIMITS } from '../../core/limits.ts';
import type { CandidateEntry } from '../../core/match/match.ts';

export interface KnownCandidates {
  readonly revision: string;
  readonly candidates: readonly CandidateEntry[];
  /** Characters of the entries as they are stored. */
  readonly size: number;
}

export class CandidateCache {
  // In the order of their last use: a map keeps the order in which its keys came.
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
