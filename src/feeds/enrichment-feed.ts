/** The contract of an enrichment source: it adds facts to CVE ids or lists packages, and is read completely or not at all. */
import type { Enrichment } from '../core/advisory/enrichment/enrichment.ts';
import type { IndexedPackage } from '../core/identity/distro/package-index.ts';
import type { EnrichmentPart } from '../core/vocabulary/source.ts';
import type { Validators } from '../outbound/download.ts';
import type { FeedProgress } from './feed.ts';

export interface EnrichmentRequest extends Validators {
  readonly signal?: AbortSignal | undefined;
  /** Facts of the last successful update. If undefined, there is no check against a smaller or older file. */
  readonly before?: { readonly records: number; readonly asOf: string | null } | undefined;
  readonly nowMs: number;
}

interface FileOf<Part extends string, Row> extends Validators {
  readonly kind: 'read';
  readonly part: Part;
  /** The time that the data itself states; null if it does not. */
  readonly asOf: string | null;
  /** Throws FEED_REFUSED, possibly at the end, if the file cannot be valid; nothing of it may be used before. */
  readonly batches: AsyncIterable<readonly Row[]>;
  /** Must be called even if nothing was read, because it removes a staged file. */
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
