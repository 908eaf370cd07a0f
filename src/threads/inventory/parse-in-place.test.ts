import { describe, expect, it } from 'vitest';
import { aCycloneDx } from '../../../test/support/documents.ts';
import type { InventoryPart } from './inventory-parts.ts';
import { parseInPlace } from './parse-in-place.ts';
import { parseInventory } from './parse-inventory.ts';
import { createThreadPool } from '../pool/thread-pool.ts';

const REQUEST = {
  format: 'cyclonedx',
  specVersion: '1.6',
  path: '',
  distroOverride: undefined,
  image: 'app:1',
} as const;

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

describe('parseInPlace', () => {
  it('returns the parts that a thread sends', async () => {
    const text = JSON.stringify(aCycloneDx());
    const threads = createThreadPool({ count: 1, documentBytesMax: 0 });
    const parts: InventoryPart[] = [];
    await parseInventory(threads, { ...REQUEST, bytes: bytesOf(text) }, async (part) => {
      parts.push(part);
      return await Promise.resolve('go-on');
    });
    await threads.close();

    const inPlace = parseInPlace({ ...REQUEST, bytes: bytesOf(text) });

    expect(inPlace.length).toBeGreaterThan(1);
    expect(JSON.stringify(inPlace)).toBe(JSON.stringify(parts));
  });

  it('leaves memory alone that the document shares with other buffers', () => {
    const [bytes, other] = [Buffer.from(JSON.stringify(aCycloneDx())), Buffer.from('other')];
    expect(bytes.buffer).toBe(other.buffer);

    parseInPlace({ ...REQUEST, bytes });

    expect(other.toString()).toBe('other');
  });

  it('rejects a document with an error of its own, which does not quote it', () => {
    const bytes = bytesOf('{"bomFormat": "CycloneDX", "secret-text": }');

    expect(() => parseInPlace({ ...REQUEST, bytes })).toThrow(
      expect.objectContaining({ code: 'SBOM_UNREADABLE', message: expect.not.stringContaining('secret-text') }),
    );
  });

  it('hides the message of an error in the parser, which may quote the document', () => {
    const bytes = bytesOf(JSON.stringify(aCycloneDx()));
    const broken = { ...REQUEST, bytes, path: Symbol('secret-text') as unknown as string };

    expect(() => parseInPlace(broken)).toThrow(expect.objectContaining({ code: 'THREAD_CRASHED' }));
  });
});
