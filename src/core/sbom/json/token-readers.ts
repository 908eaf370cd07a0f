/** Readers of numbers and literals; for strings see `string-reader.ts`. */
import type { JsonErrors } from './json-errors.ts';

/**
 * Result of the readers of strings, numbers and literals: they take bytes until their token ends, the chunk ends or a byte does
 * not fit. In the last case the byte is not consumed and `misread` says what was expected; only the tokenizer decides what an
 * unexpected byte means.
 */
export const ReaderState = { reading: 0, done: 1, misread: 2 } as const;
export type ReaderState = (typeof ReaderState)[keyof typeof ReaderState];

const LITERALS: ReadonlyMap<number, string> = new Map(
  ['true', 'false', 'null'].map((word) => [word.charCodeAt(0), word] as const),
);

/** `true`, `false` and `null`. */
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
    for (let i = from; i < chunk.length; i += 1) {
      if (chunk[i] !== this.word.charCodeAt(this.taken)) {
        this.state = ReaderState.misread;
        return i;
      }
      this.taken += 1;
      if (this.taken === this.word.length) {
        this.state = ReaderState.done;
        return i + 1;
      }
    }
    return chunk.length;
  }
}

const STATES = ['minus', 'zero', 'integer', 'point', 'fraction', 'exponent', 'sign', 'power'] as const;
type State = (typeof STATES)[number];
const KINDS = ['0', '1-9', '-', '+', '.', 'e'] as const;
type Kind = (typeof KINDS)[number];

const FOLLOWS: Readonly<Record<State, Partial<Record<Kind, State>>>> = {
  minus: { '0': 'zero', '1-9': 'integer' },
  zero: { '.': 'point', e: 'exponent' },
  integer: { '0': 'integer', '1-9': 'integer', '.': 'point', e: 'exponent' },
  point: { '0': 'fraction', '1-9': 'fraction' },
  fraction: { '0': 'fraction', '1-9': 'fraction', e: 'exponent' },
  exponent: { '0': 'power', '1-9': 'power', '-': 'sign', '+': 'sign' },
  sign: { '0': 'power', '1-9': 'power' },
  power: { '0': 'power', '1-9': 'power' },
};
const END_STATES: ReadonlySet<State> = new Set<State>(['zero', 'integer', 'fraction', 'power']);

/** Numbers of RFC 8259 as a state table. Nothing is converted, so a literal of a thousand digits costs no more than its bytes. */
export class NumberReader {
  state: ReaderState = ReaderState.done;
  readonly misread = 'a digit is expected in the number';
  private readonly refusals: JsonErrors;
  private at = 0;
  private length = 0;

  constructor(refusals: JsonErrors) {
    this.refusals = refusals;
  }

  /** Starts with the first character; false if no number begins with it. */
  begin(byte: number): boolean {
    const first = FIRST[byte] ?? NONE;
    if (first === NONE) return false;
    this.at = first;
    this.length = 1;
    this.state = ReaderState.reading;
    return true;
  }

  read(chunk: Uint8Array, from: number, base: number): number {
    for (let i = from; i < chunk.length; i += 1) {
      const next = NEXT[this.at * 256 + (chunk[i] ?? 0)] ?? NONE;
      if (next === NONE) {
        this.state = this.canEnd() ? ReaderState.done : ReaderState.misread;
        return i;
      }
      if (this.length === this.refusals.limits.jsonNumberCharactersMax) {
        throw this.refusals.numberTooLong(base + i - this.length);
      }
      this.at = next;
      this.length += 1;
    }
    return chunk.length;
  }

  /** Whether the document may end here: a number has no end mark. */
  canEnd(): boolean {
    return ENDS[this.at] === 1;
  }
}

const NONE = 255;
const NEXT: Uint8Array = new Uint8Array(STATES.length * 256).fill(NONE);
for (const [state, kinds] of Object.entries(FOLLOWS)) {
  for (const [kind, next] of Object.entries(kinds)) {
    for (const byte of bytesOf(kind)) NEXT[indexOf(state) * 256 + byte] = indexOf(next);
  }
}
const ENDS: Uint8Array = Uint8Array.from(STATES, (state) => (END_STATES.has(state) ? 1 : 0));
// A number begins with a minus, or as if a minus had been read.
const FIRST: Uint8Array = NEXT.slice(indexOf('minus') * 256, (indexOf('minus') + 1) * 256);
FIRST['-'.charCodeAt(0)] = indexOf('minus');

function indexOf(state: string): number {
  return STATES.findIndex((each) => each === state);
}

function bytesOf(kind: string): number[] {
  const characters = { '1-9': '123456789', e: 'eE' }[kind] ?? kind;
  return Array.from(characters, (character) => character.charCodeAt(0));
}
