/** Splits a stream into pieces of a fixed size, so that the result compresses to the same bytes however its chunks arrive. */
import { LIMITS } from '../../core/limits.ts';

export async function* toPieces(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const size = LIMITS.backupPieceBytes;
  let held: Buffer[] = [];
  let heldBytes = 0;
  for await (const chunk of content) {
    let rest = chunk;
    while (heldBytes + rest.length >= size) {
      const taken = size - heldBytes;
      yield Buffer.concat([...held, rest.subarray(0, taken)]);
      held = [];
      heldBytes = 0;
      rest = rest.subarray(taken);
    }
    held.push(rest);
    heldBytes += rest.length;
  }
  if (heldBytes > 0) yield Buffer.concat(held);
}
