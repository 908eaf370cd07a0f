/**
 * The contract of a source of advisories. Its records are in directories, one per ecosystem. Each directory is read by itself,
 * either completely or only the records that its list marks as changed, and always in batches that fit in memory. A feed only
 * fetches data and checks that it is plausible; the records are validated by their parser.
 */
import type { Enrichment } from '../core/advisory/enrichment/enrichment.ts';
import type { IndexedPackage } from '../core/identity/distro/package-index.ts';
import type { EnrichmentPart } from '../core/vocabulary/source.ts';
import type { Validators } from '../outbound/download.ts';

export interface RawRecord {
  /** Folder of the source that contains the record: one id may be in several folders with different content. */
  readonly directory: string;
  /** Name of the file at the source; the id inside the record may differ. */
  readonly id: string;
  readonly bytes: Uint8Array;
  /** Set if the bytes are compressed as in the archive, so that a thread unpacks them. */
  readonly deflated?: Deflated;
}

export interface Deflated {
  /** Size and checksum of the unpacked record. */
  readonly size: number;
  readonly crc32: number;
  /** Creates the error with which the source is refused if the record does not unpack to them. */
  readonly toRejection: () => Error;
}

export interface FeedProgress {
  readonly directory: string;
  readonly records: number;
  readonly recordsTotal: number;
  /** Skipped entries: not a record, too large, or missing. */
  readonly skipped: number;
  /** Uncompressed size of the records so far. */
  readonly bytes: number;
}

export interface ReadOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: FeedProgress) => void;
}

interface DirectoryNames {
  readonly present: readonly string[];
  /** Requested directories that do not exist. */
  readonly missing: readonly string[];
}

export interface ListEntry {
  readonly id: string;
  /** Time of the last change, in UTC with six decimals. */
  readonly modified: string;
}

/** Every id of a directory with the time of its last change, newest first as in the file. */
export interface DirectoryList extends Validators {
  readonly entries: readonly ListEntry[];
  /** Lists only records that have changed lately, and says nothing about others. */
  readonly isPartial?: true;
  /** The source has no list, but its validators show whether it has changed: everything is read. */
  readonly isUnlisted?: true;
}

/** The rows of a directory as another installation stores them, in COPY format. They are not checked yet. */
export interface PreparedRows {
  readonly records: number;
  /** Parts of the lines of a table, one table after the other. Throws FEED_REJECTED, possibly at the end. */
  readonly parts: AsyncIterable<{ readonly table: string; readonly bytes: Uint8Array }>;
}

interface ListOptions {
  readonly signal: AbortSignal;
  /** The newest change that is already imported, if only later ones are needed. */
  readonly changedSince?: string | undefined;
}

export interface Feed {
  readonly name: string;
  /** For display: without credentials. */
  readonly url: string;
  /** Time after which all records are compared, not only changed ones; a day if absent. */
  readonly completeAfterMs?: number;

  /** Returns the requested directories that exist, in the requested order. Throws FEED_REJECTED if there is none. */
  listDirectories(options: { readonly signal: AbortSignal }): Promise<DirectoryNames>;

  /**
   * `known` are the validators of the last list. Returns 'unchanged' only if a validator was given, and undefined if the source has no list, so that only `readAll` works.
   * Throws FEED_REJECTED if the list cannot be complete: a web page, a truncated last line, lines that are unreadable or out of
   * order.
   */
  readList(
    directory: string,
    known: Validators,
    options: ListOptions,
  ): Promise<DirectoryList | 'unchanged' | undefined>;

  /** Reads a whole directory. Throws FEED_REJECTED, possibly at the end, if the data cannot be valid; nothing of it may be used before. */
  readAll(directory: string, options: ReadOptions): AsyncIterable<readonly RawRecord[]>;

  /** Returns undefined if the source has no rows that this version can store. The records are the same as in `readAll`. */
  readRows?(directory: string, options: ReadOptions): PreparedRows | undefined;

  /**
   * Reads single records. Records that the source does not have are left out and counted as skipped. Throws FEED_WITHOUT_RECORDS
   * if it has no single records at all; the caller then reads everything.
   */
  readSome(directory: string, ids: readonly string[], options: ReadOptions): AsyncIterable<readonly RawRecord[]>;
}

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
  /** Throws FEED_REJECTED, possibly at the end, if the file cannot be valid; nothing of it may be used before. */
  readonly batches: AsyncIterable<readonly Row[]>;
  /** Must be called even if nothing was read, because it removes a staged file. */
  close(): Promise<void>;
}

export type EnrichmentFile = FileOf<EnrichmentPart, Enrichment>;
export type PackageIndexFile = FileOf<'packages', IndexedPackage>;
export type JarTableFile = FileOf<'jars', IndexedPackage>;

/** The contract of an enrichment source: it adds facts to CVE ids or lists packages, and is read completely or not at all. */
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
export type JarTableFeed = FeedOf<JarTableFile>;
export type FileFeed = EnrichmentFeed | PackageIndexFeed | JarTableFeed;
