/** The contract of a source beside the advisories: read as a whole or not at all. It says more of CVE ids, or lists packages. */
import type { Enrichment, EnrichmentPart } from '../core/advisory/enrichment.ts';
import type { IndexedPackage } from '../core/identity/package-index.ts';
import type { Validators } from '../outbound/download.ts';
import type { FeedProgress } from './feed.ts';

export interface EnrichmentRequest extends Validators {
  readonly signal?: AbortSignal | undefined;
  /** Of the last good update. Undefined: this one may be as small and as old as it wants. */
  readonly before?: { readonly records: number; readonly asOf: string | null } | undefined;
  readonly nowMs: number;
}

interface FileOf<Part extends string, Row> extends Validators {
  readonly kind: 'read';
  readonly part: Part;
  /** Of which time the data is, in its own words; null when it does not say. */
  readonly asOf: string | null;
  /** Throws FEED_REFUSED when the file cannot be the data, which may show at its end; nothing of it may be used before. */
  readonly batches: AsyncIterable<readonly Row[]>;
  /** Has to be called, also when nothing was read: a file waits. */
  close(): Promise<void>;
}

export type EnrichmentFile = FileOf<EnrichmentPart, Enrichment>;
export type PackageIndexFile = FileOf<'packages', IndexedPackage>;

interface FeedOf<File extends { readonly part: string }> {
  readonly name: File['part'];
  /** Without credentials and query. */
  readonly url: string;
  read(
    request: EnrichmentRequest,
    onProgress: (progress: FeedProgress) => void,
  ): Promise<File | { readonly kind: 'unchanged' }>;
}

export type EnrichmentFeed = FeedOf<EnrichmentFile>;
export type PackageIndexFeed = FeedOf<PackageIndexFile>;
export type FileFeed = EnrichmentFeed | PackageIndexFeed;
