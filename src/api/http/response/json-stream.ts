/** Serializes and sends large JSON responses in pieces, so that other requests are served in between. */
import { Readable } from 'node:stream';
import { toJsonPieces } from '../../../core/report/json-pieces.ts';
import { createYielder } from '../../../store/yielding.ts';

export function toJsonStream(document: object): Readable {
  return toStream(toJsonPieces(document));
}

export function toStream(pieces: Iterable<string>): Readable {
  return Readable.from(inTurns(pieces), { objectMode: false });
}

async function* inTurns(pieces: Iterable<string>): AsyncGenerator<string> {
  const turn = createYielder();
  for (const piece of pieces) {
    yield piece;
    await turn();
  }
}
