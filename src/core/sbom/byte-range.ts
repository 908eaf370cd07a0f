/** Bytes of a document as it was sent, a byte order mark included; `end` is the first byte after the range. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}
