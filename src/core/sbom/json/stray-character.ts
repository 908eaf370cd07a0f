/**
 * An unexpected character that may have more bytes: only the complete sequence shows whether the error is invalid UTF-8, which is
 * reported first, or invalid JSON.
 */
import { Utf8Sequence } from './utf8-sequence.ts';

export class StrayCharacter {
  /** Why the character is not allowed. */
  reason = '';
  offset = 0;
  private readonly sequence = new Utf8Sequence();

  /** False if the byte does not begin a character. */
  begin(byte: number, offset: number, reason: string): boolean {
    this.offset = offset;
    this.reason = reason;
    return this.sequence.begin(byte);
  }

  /** False if the byte does not continue the character. */
  next(byte: number): boolean {
    return this.sequence.next(byte);
  }

  get isComplete(): boolean {
    return this.sequence.missing === 0;
  }
}
