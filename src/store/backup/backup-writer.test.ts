import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../core/limits.ts';
import { toPieces } from './backup-writer.ts';

const SIZE = LIMITS.backupPieceBytes;

async function piecesOf(chunks: readonly Buffer[]): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  for await (const piece of toPieces(iterate(chunks))) pieces.push(piece);
  return pieces;
}

async function* iterate(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}

describe('toPieces', () => {
  it('splits at the same places however the bytes arrive', async () => {
    const content = Buffer.alloc(3 * SIZE + 5, 'content');

    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(content.length), { maxLength: 10 }), async (cuts) => {
        const edges = [0, ...cuts.toSorted((a, b) => a - b), content.length];
        const chunks = edges.slice(1).map((edge, at) => content.subarray(edges[at], edge));

        const pieces = await piecesOf(chunks);

        expect(pieces.map((piece) => piece.length)).toEqual([SIZE, SIZE, SIZE, 5]);
        expect(Buffer.concat(pieces).equals(content)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it.each([0, 1, SIZE - 1, SIZE, SIZE + 1, 2 * SIZE])(
    'keeps all of %i bytes and makes no empty piece',
    async (length) => {
      const pieces = await piecesOf([Buffer.alloc(length)]);

      expect(pieces.reduce((sum, piece) => sum + piece.length, 0)).toBe(length);
      expect(pieces.filter((piece) => piece.length === 0)).toEqual([]);
    },
  );
});
