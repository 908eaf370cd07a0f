/**
 * A character that must not be where it is, but may have more bytes to come: only the whole of it tells bad UTF-8, which is
 * said first, from bad JSON.
 */
import { Utf8Sequence } from './utf8-sequence.ts';

export class StrayCharacter {
  /** Why it must not be there. */
  reason = '';
  offset = 0;
  private readonly sequence = new Utf8Sequence();

  /** False when the byte begins no character. */
  begin(byte: number, offset: number, reason: string): boolean {
    this.offset = offset;
    this.reason = reason;
    return this.sequence.begin(byte);
  }

  /** False when the byte does not continue it. */
  next(byte: number): boolean {
    return this.sequence.next(byte);
  }

  get isComplete(): boolean {
    return this.sequence.missing === 0;
  }
}
