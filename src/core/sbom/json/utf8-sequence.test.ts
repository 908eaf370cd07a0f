import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Utf8Sequence } from './utf8-sequence.ts';

function isUtf8(bytes: Uint8Array): boolean {
  const sequence = new Utf8Sequence();
  for (const byte of bytes) {
    const isGood = sequence.missing > 0 ? sequence.next(byte) : byte < 0x80 || sequence.begin(byte);
    if (!isGood) return false;
  }
  return sequence.missing === 0;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function isUtf8ForPlatform(bytes: Uint8Array): boolean {
  try {
    decoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

describe('Utf8Sequence', () => {
  it('agrees with the platform decoder on every sequence of two bytes', () => {
    const differing: number[][] = [];
    for (let first = 0; first < 256; first += 1) {
      for (let second = 0; second < 256; second += 1) {
        const bytes = Uint8Array.from([first, second]);
        if (isUtf8(bytes) !== isUtf8ForPlatform(bytes)) differing.push([first, second]);
      }
    }

    expect(differing).toEqual([]);
  });

  it('agrees with the platform decoder on the boundaries of longer sequences', () => {
    const border = fc.constantFrom(0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff);
    const lead = fc.constantFrom(0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5);
    fc.assert(
      fc.property(lead, fc.array(border, { maxLength: 4 }), (first, rest) => {
        const bytes = Uint8Array.from([first, ...rest]);

        expect(isUtf8(bytes)).toBe(isUtf8ForPlatform(bytes));
      }),
      { numRuns: 2_000 },
    );
  });
});
