/**
 * A request as the bytes on the wire. Client libraries correct what hostile clients do on purpose: two lengths, bad encodings,
 * repeated headers. Nothing is corrected here.
 */

export interface RawRequest {
  readonly method: string;
  /** The target of the request line, including the query. */
  readonly target: string;
  /** A list sends the header several times; undefined omits it. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: Uint8Array | undefined;
  /** Sends the body without a length, in chunks of this many bytes. */
  readonly chunkBytes?: number;
}

const CRLF = '\r\n';

/** Returns the head without the body, for tests that send them separately. */
export function toHead(request: RawRequest): Buffer {
  const lines = [`${request.method} ${request.target} HTTP/1.1`];
  for (const [name, value] of Object.entries({ ...framingOf(request), ...request.headers })) {
    if (value === undefined) continue;
    for (const single of Array.isArray(value) ? value : [value]) lines.push(`${name}: ${single}`);
  }
  return Buffer.from(lines.join(CRLF) + CRLF + CRLF, 'latin1');
}

export function toBytes(request: RawRequest): Buffer {
  const { body = Buffer.alloc(0), chunkBytes } = request;
  if (chunkBytes === undefined) return Buffer.concat([toHead(request), body]);
  const pieces: Uint8Array[] = [toHead(request)];
  for (let i = 0; i < body.length; i += chunkBytes) pieces.push(toChunk(body.subarray(i, i + chunkBytes)));
  return Buffer.concat([...pieces, Buffer.from(`0${CRLF}${CRLF}`)]);
}

export function toChunk(bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(bytes.length.toString(16) + CRLF), bytes, Buffer.from(CRLF)]);
}

function framingOf({ body, chunkBytes }: RawRequest): Record<string, string> {
  if (chunkBytes !== undefined) return { 'Transfer-Encoding': 'chunked' };
  return body === undefined ? {} : { 'Content-Length': String(body.length) };
}
