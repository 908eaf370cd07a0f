/**
 * Yields the bytes of a request as they arrive: counts and hashes them, and stops if the client sends too slowly. Time spent by
 * the server does not count against the client. Leaving the iteration early keeps the socket open, so that a response can be
 * sent.
 */
import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LIMITS } from '../../../core/limits.ts';
import { BODY_TOO_LARGE, DIGEST_INVALID, DIGEST_MISMATCH, REQUEST_TIMEOUT } from '../../errors.ts';

export async function* readBodyStream(request: IncomingMessage, bytesMax: number): AsyncGenerator<Buffer> {
  const digests = toDigests(request.headers['content-digest']);
  const chunks = request.iterator({ destroyOnReturn: false });
  const pace = new Pace();
  let bytes = 0;
  for (;;) {
    const next = (await pace.wait(chunks.next())) as IteratorResult<Buffer>;
    if (next.done === true) break;
    bytes += next.value.length;
    if (bytes > bytesMax) throw BODY_TOO_LARGE({ bytesMax });
    for (const { hash } of digests) hash.update(next.value);
    pace.count(next.value.length);
    yield next.value;
  }
  for (const { algorithm, hash, expected } of digests) {
    if (!hash.digest().equals(expected)) throw DIGEST_MISMATCH({ algorithm });
  }
}

/** Requires a minimum number of bytes from the client in each window of waiting time. */
class Pace {
  #waitedMs = 0;
  #bytes = 0;

  async wait<Value>(promise: Promise<Value>): Promise<Value> {
    const start = performance.now();
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(REQUEST_TIMEOUT()), Math.max(0, LIMITS.bodyRateWindowMs - this.#waitedMs));
    try {
      return await Promise.race([promise, late]);
    } finally {
      clearTimeout(timer);
      this.#waitedMs += performance.now() - start;
    }
  }

  count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes >= (LIMITS.bodyBytesPerSecondMin * LIMITS.bodyRateWindowMs) / 1000) {
      this.#bytes = 0;
      this.#waitedMs = 0;
    }
  }
}

interface Digest {
  readonly algorithm: string;
  readonly hash: Hash;
  readonly expected: Buffer;
}

const ALGORITHMS: Readonly<Record<string, { readonly name: string; readonly bytes: number }>> = {
  'sha-256': { name: 'sha256', bytes: 32 },
  'sha-512': { name: 'sha512', bytes: 64 },
};
const ENTRY = /^([a-z*][a-z0-9_.*-]*)=:([A-Za-z0-9+/]*={0,2}):$/;

/** Parses an RFC 9530 dictionary of byte sequences. Unknown algorithms are skipped. */
function toDigests(header: string | string[] | undefined): Digest[] {
  if (header === undefined) return [];
  return String(header)
    .split(',')
    .flatMap((part) => {
      const entry = ENTRY.exec(part.trim());
      const algorithm = entry?.[1];
      if (algorithm === undefined) throw DIGEST_INVALID();
      const known = Object.hasOwn(ALGORITHMS, algorithm) ? ALGORITHMS[algorithm] : undefined;
      if (known === undefined) return [];
      const expected = Buffer.from(entry?.[2] ?? '', 'base64');
      if (expected.length !== known.bytes) throw DIGEST_INVALID();
      return [{ algorithm, hash: createHash(known.name), expected }];
    });
}
