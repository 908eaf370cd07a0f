/**
 * One multi-byte UTF-8 sequence, checked byte by byte, so that a chunk may end inside it. Follows table 3-7 of the Unicode
 * standard: no overlong forms, no surrogates, nothing above U+10FFFF.
 * https://www.unicode.org/versions/latest/core-spec/chapter-3/#G27506
 */
export class Utf8Sequence {
  /** Remaining bytes; 0 when the sequence is complete. */
  missing = 0;
  private low = 0x80;
  private high = 0xbf;

  /** False if no sequence begins with this byte. */
  begin(lead: number): boolean {
    if (lead < 0xc2 || lead > 0xf4) return false;

    this.low = SECOND_BYTE_MIN.get(lead) ?? 0x80;
    this.high = SECOND_BYTE_MAX.get(lead) ?? 0xbf;
    if (lead < 0xe0) this.missing = 1;
    else this.missing = lead < 0xf0 ? 2 : 3;
    return true;
  }

  /** False if this byte does not continue the sequence. */
  next(byte: number): boolean {
    if (byte < this.low || byte > this.high) return false;

    this.low = 0x80;
    this.high = 0xbf;
    this.missing -= 1;
    return true;
  }
}

// These lead bytes narrow the second byte, to exclude overlong forms, surrogates and values that are too large.
const SECOND_BYTE_MIN: ReadonlyMap<number, number> = new Map([
  [0xe0, 0xa0],
  [0xf0, 0x90],
]);
const SECOND_BYTE_MAX: ReadonlyMap<number, number> = new Map([
  [0xed, 0x9f],
  [0xf4, 0x8f],
]);
