import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capture, CapturedText, decodeKept, KEPT_BYTES_MAX } from './captured-text.ts';

function textOf(captured: CapturedText): string {
  return decodeKept(captured.bytes, 0, Math.min(captured.length, KEPT_BYTES_MAX));
}

function captureRaw(bytes: Uint8Array): CapturedText {
  const captured = new CapturedText();
  for (let i = captured.addPlainRun(bytes, 0); i < bytes.length; i = captured.addPlainRun(bytes, i + 1)) {
    captured.addByte(bytes[i] ?? 0);
  }
  captured.finish();
  return captured;
}

describe('CapturedText', () => {
  it('is equal for a text and its escaped form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        const raw = captureRaw(new TextEncoder().encode(text));
        const escaped = capture(text);

        expect({ length: raw.length, hash: raw.hash, tail: raw.tailHash }).toEqual({
          length: escaped.length,
          hash: escaped.hash,
          tail: escaped.tailHash,
        });
        expect(raw.bytes).toEqual(escaped.bytes);
      }),
    );
  });

  it('distinguishes lone surrogates from each other and from U+FFFD', () => {
    const hashes = ['\ud800', '\udfff', '\ufffd', '\udc00\ud800', '\ud800\udc00'].map((text) => capture(text).hash);

    expect(new Set(hashes).size).toBe(5);
    expect(textOf(capture('a\ud800b'))).toBe('a\ufffdb');
  });

  it('joins the two halves of a surrogate pair', () => {
    expect(textOf(capture('\ud83d\ude00'))).toBe('😀');
    expect(capture('\ud83d\ude00').length).toBe(4);
    expect(textOf(capture('\ud83d\ud83d\ude00'))).toBe('\ufffd😀');
  });

  it('has the length and hash of text that is not kept', () => {
    const a = capture(`${'x'.repeat(KEPT_BYTES_MAX)}a`);
    const b = capture(`${'x'.repeat(KEPT_BYTES_MAX)}b`);

    expect(a.isWhole).toBe(false);
    expect(a.length).toBe(KEPT_BYTES_MAX + 1);
    expect(a.hash).not.toBe(b.hash);
    expect(a.tailHash).not.toBe(b.tailHash);
  });

  it('omits a truncated character', () => {
    const captured = capture(`${'x'.repeat(KEPT_BYTES_MAX - 2)}€`);

    expect(textOf(captured)).toBe('x'.repeat(KEPT_BYTES_MAX - 2));
  });
});
