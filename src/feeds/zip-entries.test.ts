import { mkdtemp, open, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileWindow } from './zip-entries.ts';

// Larger than the window, so that it has to move.
const CONTENT = Buffer.from(Uint32Array.from({ length: 600_000 }, (_, index) => index).buffer);

describe('FileWindow', () => {
  let folder: string;
  let handle: FileHandle;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-window-'));
    await writeFile(join(folder, 'file'), CONTENT);
    handle = await open(join(folder, 'file'));
  });

  afterAll(async () => {
    await handle.close();
    await rm(folder, { recursive: true });
  });

  it('reads the correct bytes, whatever was read before', async () => {
    const place = fc.tuple(fc.nat(CONTENT.length), fc.nat(100_000));
    await fc.assert(
      fc.asyncProperty(fc.array(place, { minLength: 1, maxLength: 8 }), async (places) => {
        const window = new FileWindow(handle);
        for (const [position, wanted] of places) {
          const length = Math.min(wanted, CONTENT.length - position);
          expect((await window.read(position, length)).equals(CONTENT.subarray(position, position + length))).toBe(
            true,
          );
        }
      }),
    );
  });

  it('reads more than a window at once', async () => {
    expect((await new FileWindow(handle).read(1, CONTENT.length - 1)).equals(CONTENT.subarray(1))).toBe(true);
  });

  it('does not change returned bytes when the window moves', async () => {
    const window = new FileWindow(handle);
    const first = await window.read(0, 16);
    await window.read(CONTENT.length - 16, 16);

    expect(first.equals(CONTENT.subarray(0, 16))).toBe(true);
  });

  it.each([
    ['over the end', CONTENT.length - 1, 2],
    ['beyond the end', CONTENT.length + 10, 1],
    ['from beyond the end', 2 ** 40, 1],
  ])('refuses to read %s', async (_, position, length) => {
    await expect(new FileWindow(handle).read(position, length)).rejects.toThrow('is truncated');
  });

  it('finds only bytes inside the window', async () => {
    const window = new FileWindow(handle);
    expect(window.find(0, 1)).toBeUndefined();

    await window.read(100, 10);
    expect(window.find(100, 10)?.equals(CONTENT.subarray(100, 110))).toBe(true);
    expect(window.find(99, 10)).toBeUndefined();
  });
});
