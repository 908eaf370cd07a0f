/** The contract of a source of advisories: a stream of raw records, in batches that fit in memory. */

export interface RawRecord {
  /** Folder of the source that the record came from: one id may stand in several, with different content. */
  readonly directory: string;
  readonly id: string;
  readonly bytes: Uint8Array;
}

export interface FeedProgress {
  readonly directory: string;
  readonly records: number;
  readonly recordsTotal: number;
  /** What stands between the records and is passed over: no records, or too large ones. */
  readonly skipped: number;
}

export interface Feed {
  readonly name: string;
  readonly url: string;
  /** Throws FEED_REFUSED when what it got cannot be the data, before it hands out anything of that directory. */
  read(onProgress: (progress: FeedProgress) => void): AsyncIterable<readonly RawRecord[]>;
}
