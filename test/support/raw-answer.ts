/** Parses responses from the bytes of a connection as strictly as a client would: one after the other, without guessing. */

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case; the values of a repeated header are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

interface Cut {
  readonly answer: RawAnswer;
  readonly rest: Buffer;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** Returns the first complete response in the bytes, or undefined while it is incomplete. Skips 1xx responses. */
export function cutAnswer(bytes: Buffer, to: { readonly method: string; readonly closed: boolean }): Cut | undefined {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd === -1) return undefined;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const status = Number(/^HTTP\/1\.1 ([1-5][0-9][0-9]) /.exec(`${statusLine} `)?.[1]);
  if (Number.isNaN(status)) throw new Error(`This is no answer: ${JSON.stringify(statusLine.slice(0, 100))}`);
  const after = bytes.subarray(headEnd + HEAD_END.length);
  if (status < 200) return cutAnswer(after, to);

  const headers = toHeaders(lines);
  const cut = cutBody(after, { hasBody: to.method !== 'HEAD' && status !== 204 && status !== 304, headers, ...to });
  return cut && { answer: { status, headers, body: cut.body }, rest: cut.rest };
}

function toHeaders(lines: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return headers;
}

function cutBody(
  bytes: Buffer,
  { hasBody, headers, closed }: { hasBody: boolean; headers: Record<string, string>; closed: boolean },
): { readonly body: Buffer; readonly rest: Buffer } | undefined {
  if (!hasBody) return { body: Buffer.alloc(0), rest: bytes };
  if (headers['transfer-encoding'] === 'chunked') return cutChunks(bytes);
  if (headers['content-length'] === undefined) return closed ? { body: bytes, rest: Buffer.alloc(0) } : undefined;
  const length = Number(headers['content-length']);
  return bytes.length < length ? undefined : { body: bytes.subarray(0, length), rest: bytes.subarray(length) };
}

function cutChunks(bytes: Buffer): { readonly body: Buffer; readonly rest: Buffer } | undefined {
  const pieces: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const length = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const end = lineEnd + 2 + length + 2;
    if (bytes.length < end) return undefined;
    if (length === 0) return { body: Buffer.concat(pieces), rest: bytes.subarray(end) };
    pieces.push(bytes.subarray(lineEnd + 2, end - 2));
    at = end;
  }
}
