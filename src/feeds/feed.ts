/**
 * The contract of a source of advisories. Its records are in directories, one per ecosystem. Each directory is read by itself,
 * either completely or only the records that its list marks as changed, and always in batches that fit in memory. A feed only
 * fetches data and checks that it is plausible; the records are validated by their parser.
 */

export interface RawRecord {
  /** Folder of the source that contains the record: one id may be in several folders with different content. */
  readonly directory: string;
  /** Name of the file at the source; the id inside the record may differ. */
  readonly id: string;
  readonly bytes: Uint8Array;
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

export interface DirectoryNames {
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
export interface DirectoryList {
  readonly entries: readonly ListEntry[];
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
}

/** Validators of the last list, so that an unchanged list is not transferred again. */
export interface ListValidators {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

export interface Feed {
  readonly name: string;
  /** For display: without credentials. */
  readonly url: string;

  /** Returns the requested directories that exist, in the requested order. Throws FEED_REFUSED if there is none. */
  listDirectories(options: { readonly signal: AbortSignal }): Promise<DirectoryNames>;

  /**
   * Returns 'unchanged' only if a validator was given, and undefined if the source has no list, so that only `readAll` works.
   * Throws FEED_REFUSED if the list cannot be complete: a web page, a truncated last line, lines that are unreadable or out of
   * order.
   */
  readList(
    directory: string,
    known: ListValidators,
    options: { readonly signal: AbortSignal },
  ): Promise<DirectoryList | 'unchanged' | undefined>;

  /** Reads a whole directory. Throws FEED_REFUSED before it yields any record if the data cannot be valid. */
  readAll(directory: string, options: ReadOptions): AsyncIterable<readonly RawRecord[]>;

  /**
   * Reads single records. Records that the source does not have are left out and counted as skipped. Throws FEED_WITHOUT_RECORDS
   * if it has no single records at all; the caller then reads everything.
   */
  readSome(directory: string, ids: readonly string[], options: ReadOptions): AsyncIterable<readonly RawRecord[]>;
}
