/** `true`, `false` and `null`. */
import { ReaderState } from './token-reader.ts';

const LITERALS: ReadonlyMap<number, string> = new Map(
  ['true', 'false', 'null'].map((word) => [word.charCodeAt(0), word] as const),
);

export class LiteralReader {
  state: ReaderState = ReaderState.done;
  word = '';
  private taken = 0;

  get misread(): string {
    return `${this.word} is expected here`;
  }

  /** Starts with the first letter; false if no literal begins with it. */
  begin(byte: number): boolean {
    const word = LITERALS.get(byte);
    if (word === undefined) return false;
    this.word = word;
    this.taken = 1;
    this.state = ReaderState.reading;
    return true;
  }

  read(chunk: Uint8Array, from: number): number {
    let i = from;
    while (i < chunk.length) {
      if (chunk[i] !== this.word.charCodeAt(this.taken)) {
        this.state = ReaderState.misread;
        return i;
      }
      i += 1;
      this.taken += 1;
      if (this.taken === this.word.length) {
        this.state = ReaderState.done;
        return i;
      }
    }
    return i;
  }
}
