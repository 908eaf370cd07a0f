/** A range of bytes in the uploaded document, counting a byte order mark; `toOutcome` is exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}
