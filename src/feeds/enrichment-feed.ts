/** The contract of a source that says more of a CVE id: one file, read as a whole or not at all. */
import type { Enrichment, EnrichmentPart } from '../core/advisory/enrichment.ts';
import type { Validators } from '../outbound/download.ts';
import type { FeedProgress } from './feed.ts';

export interface EnrichmentRequest extends Validators {
  readonly signal?: AbortSignal | undefined;
  /** Of the last good update. Undefined: this one may be as small and as old as it wants. */
  readonly before?: { readonly records: number; readonly asOf: string | null } | undefined;
  readonly nowMs: number;
}

export interface EnrichmentFile extends Validators {
  readonly kind: 'read';
  /** Of which time the data is, in its own words; null when it does not say. */
  readonly asOf: string | null;
  /** Throws FEED_REFUSED when the file cannot be the data, which may show at its end; nothing of it may be used before. */
  readonly batches: AsyncIterable<readonly Enrichment[]>;
  /** Has to be called, also when nothing was read: a file waits. */
  close(): Promise<void>;
}

export interface EnrichmentFeed {
  readonly name: EnrichmentPart;
  /** Without credentials and query. */
  readonly url: string;
  read(
    request: EnrichmentRequest,
    onProgress: (progress: FeedProgress) => void,
  ): Promise<EnrichmentFile | { readonly kind: 'unchanged' }>;
}
