/**
 * The contract of a source of advisories. Its records lie in directories, one per ecosystem; each is read by itself, either whole
 * or only the records that its list calls changed, and always in batches that fit in memory. A feed only fetches and checks that
 * what came can be the data: what is inside of a record is judged by who reads it.
 */

export interface RawRecord {
  /** Folder of the source that the record came from: one id may stand in several, with different content. */
  readonly directory: string;
  /** As the source names the file; what the record calls itself may differ. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

export interface FeedProgress {
  readonly directory: string;
  readonly records: number;
  readonly recordsTotal: number;
  /** What stands between the records and is passed over: no records, too large ones, or ones that are not there. */
  readonly skipped: number;
  /** Of the records so far, unpacked. */
  readonly bytes: number;
}

export interface ReadOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: FeedProgress) => void;
}

export interface DirectoryNames {
  readonly present: readonly string[];
  /** Wanted, and not there. */
  readonly missing: readonly string[];
}

export interface ListEntry {
  readonly id: string;
  /** Time of the last change, in UTC with six decimals. */
  readonly modified: string;
}

/** Every id of a directory with the time of its last change, newest first as it stood in the file. */
export interface DirectoryList {
  readonly entries: readonly ListEntry[];
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
}

/** What came with the last list, so that an unchanged one need not be sent again. */
export interface ListValidators {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

export interface Feed {
  readonly name: string;
  /** For people: without the credentials that it may be read with. */
  readonly url: string;

  /** The directories that are wanted and there, in the order in which they are wanted. Throws FEED_REFUSED when none is. */
  listDirectories(options: { readonly signal: AbortSignal }): Promise<DirectoryNames>;

  /**
   * 'unchanged' only where a validator was given; undefined where the source has no list, so that only `readAll` works. Throws
   * FEED_REFUSED for what cannot be a whole list: a web page, a cut last line, lines that are unreadable or out of order.
   */
  readList(
    directory: string,
    known: ListValidators,
    options: { readonly signal: AbortSignal },
  ): Promise<DirectoryList | 'unchanged' | undefined>;

  /** Everything of a directory. Throws FEED_REFUSED before it hands out anything when what came cannot be the data. */
  readAll(directory: string, options: ReadOptions): AsyncIterable<readonly RawRecord[]>;

  /**
   * Single records. Those that the source does not have are left out and counted as skipped. Throws FEED_WITHOUT_RECORDS when
   * it has no single records at all; everything is read instead.
   */
  readSome(directory: string, ids: readonly string[], options: ReadOptions): AsyncIterable<readonly RawRecord[]>;
}
