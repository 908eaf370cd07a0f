/** Writes JSON of large documents in pieces, so that a server can handle other requests in between. */

/** An array whose elements are created when they are written. */
export class LazyArray<Source> {
  readonly #sources: Iterable<Source>;
  readonly #toElement: (source: Source, index: number) => object;

  constructor(sources: Iterable<Source>, toElement: (source: Source, index: number) => object) {
    this.#sources = sources;
    this.#toElement = toElement;
  }

  *elements(): Generator<object> {
    let index = 0;
    for (const source of this.#sources) {
      yield this.#toElement(source, index);
      index += 1;
    }
  }

  toJSON(): object[] {
    return [...this.elements()];
  }
}

const PIECE_CHARACTERS = 16 * 1024;
/** Depth to which objects and arrays are searched for `LazyArray`s; deeper values are written as a whole. */
const DEPTH_MAX = 5;

/** The same text as `JSON.stringify(document)`. */
export function* toJsonPieces(document: unknown): Generator<string> {
  let piece = '';
  for (const text of toTexts(document, 0)) {
    piece += text;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

function* toTexts(value: unknown, depth: number): Generator<string> {
  if (value instanceof LazyArray) {
    let before = '[';
    for (const element of value.elements()) {
      yield before + JSON.stringify(element);
      before = ',';
    }
    yield before === '[' ? '[]' : ']';
  } else if (typeof value !== 'object' || value === null || depth === DEPTH_MAX) yield JSON.stringify(value);
  else if (Array.isArray(value)) {
    yield '[';
    for (const [index, element] of value.entries()) {
      if (index > 0) yield ',';
      yield* toTexts(element, depth + 1);
    }
    yield ']';
  } else {
    let before = '{';
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      yield `${before}${JSON.stringify(name)}:`;
      yield* toTexts(member, depth + 1);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  }
}
