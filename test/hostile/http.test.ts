/** Hostile inputs, group "Path, query, HTTP": invalid URLs, methods, framing and headers. */
import { createHash } from 'node:crypto';
import { METHODS } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { aCycloneDx, aLargeCycloneDx } from '../support/documents.ts';
import { UPLOAD_PATH, useHostileAssay, type UploadChange } from '../support/hostile-assay.ts';
import { json } from '../support/hostile-documents.ts';
import { testRows } from '../support/hostile-rows.ts';
import type { RawAnswer } from '../support/raw-answer.ts';
import { exchange, RawConnection } from '../support/raw-connection.ts';
import { toBytes } from '../support/raw-request.ts';

const hostile = useHostileAssay();

const document = json(aCycloneDx());
/** Time for the effects of an abandoned request to show. */
const SETTLE_MS = 300;

describe('a URL that cannot be decoded', () => {
  const invalid = { status: 400, code: 'URL_INVALID' };
  const codes = ['%ZZ', '%', '%ff%fe', '%ed%a0%80'];

  testRows(hostile, [
    ...codes.map((code) => ({
      name: `H3 ${code} in the path`,
      change: () => ({ target: `/api/v2/service/a${code}/version/1.0/sbom` }),
      ...invalid,
    })),
    ...['%ZZ', '%ff'].map((code) => ({
      name: `H3 ${code} in the query`,
      change: () => ({ target: `${UPLOAD_PATH}?image=${code}` }),
      ...invalid,
    })),
  ]);
});

describe('a base URL with a trailing slash', () => {
  it('reaches the API, and is not repeated in links', async () => {
    const target = '//api/v2/service?limit=1';
    const answer = await exchange(hostile.assay.url, hostile.upload({ method: 'GET', target, body: undefined }));

    expect(answer.status).toBe(200);
    expect(answer.headers['link']).toContain('</api/v2/service?');
  });

  it('does not hide an empty name', async () => {
    const target = '/api/v2/service//version';
    const refused = { status: 400, code: 'NAME_INVALID' };

    expect((await hostile.send({ method: 'GET', target, body: undefined }, refused)).status).toBe(400);
  });
});

describe('an unsupported method', () => {
  it.each([
    ['PUT', 'GET, HEAD, POST'],
    ['DELETE', 'GET, HEAD, POST'],
    ['PATCH', 'GET, HEAD, POST'],
    ['TRACE', 'GET, HEAD, POST'],
    ['QUERY', 'GET, HEAD, POST'],
    // CONNECT asks for a tunnel, not for a resource at a path.
    ['CONNECT', 'GET'],
  ])('H8 %s is rejected with the list of allowed methods', async (method, allowed) => {
    const answer = await hostile.send({ method, body: undefined }, { status: 405, code: 'METHOD_NOT_ALLOWED' });

    expect(answer.headers['allow']).toBe(allowed);
  });
});

describe('every method that the Node.js parser accepts', () => {
  it.each(METHODS.filter((method) => method !== 'CONNECT'))('H8 %s does not cause a 5xx', async (method) => {
    for (const target of ['/api/v2/service', '/', '/metrics', '/api/docs/static/index.html', '/nothing/here']) {
      for (const body of [undefined, Buffer.from('{}')]) {
        const { status, headers } = await exchange(hostile.assay.url, hostile.upload({ method, target, body }));

        expect([target, status, headers['allow'] !== undefined]).toEqual([target, expect.any(Number), status === 405]);
        expect(status).toBeLessThan(500);
      }
    }
  });
});

/**
 * Three requests in one write. If the second or third is served, the server has misread the framing of the first; both would
 * write a row.
 */
function smuggled(first: UploadChange | string): Buffer {
  const target = '/api/v2/service/control/version/1.0/analysis';
  return Buffer.concat([
    typeof first === 'string' ? Buffer.from(first) : toBytes(hostile.upload(first)),
    toBytes(hostile.upload({ target, body: undefined })),
    toBytes(hostile.upload({ target: '/api/v2/service/smuggled/version/1.0/sbom' })),
  ]);
}

const FRAMINGS: Readonly<Record<string, () => UploadChange | string>> = {
  'both a length and chunks': () => ({
    body: '0\r\n\r\n',
    headers: { 'Transfer-Encoding': 'chunked', 'Content-Length': '5' },
  }),
  'two lengths': () => ({ body: document, headers: { 'Content-Length': [String(document.length), '0'] } }),
  'a length that is no number': () => ({ body: document, headers: { 'Content-Length': 'abc' } }),
  'no Host': () => ({ body: document, headers: { Host: undefined } }),
  'two Hosts': () => ({ body: document, headers: { Host: ['a', 'b'] } }),
  'a target with a host': () => ({ body: document, target: `http://other.example${UPLOAD_PATH}` }),
  'a target that is no path': () => ({ body: undefined, method: 'OPTIONS', target: '*' }),
  'no Host and no body': () => ({
    method: 'GET',
    target: '/api/v2/service',
    body: undefined,
    headers: { Host: undefined },
  }),
  'a coding other than chunked': () => ({
    body: document,
    headers: { 'Content-Length': undefined, 'Transfer-Encoding': 'gzip, chunked' },
  }),
  'lines that end with a bare LF': () => `POST ${UPLOAD_PATH} HTTP/1.1\nHost: a\nContent-Length: 2\n\n{}`,
};

describe('a malformed HTTP request', () => {
  it.each(Object.keys(FRAMINGS))('H9 has %s, and no request after it is served', async (name) => {
    const bytes = smuggled(FRAMINGS[name]?.() ?? '');

    await hostile.watch({ status: 400, code: 'HTTP_INVALID', withinMs: 3_000 }, async () => {
      const connection = await RawConnection.open(hostile.assay.url);
      await connection.write(bytes);
      const answers: RawAnswer[] = [];
      for (let answer = await connection.nextAnswer(); answer; answer = await connection.nextAnswer())
        answers.push(answer);
      expect(answers).toHaveLength(1);
      expect(answers[0]?.headers['connection']).toBe('close');
      await delay(SETTLE_MS);
      return answers;
    });
  });
});

describe('a path below the static files of the API reference', () => {
  testRows(
    hostile,
    [
      ['/api/docs/static/../x', 404, 'ROUTE_UNKNOWN'],
      ['/api/docs/static/..%2f..%2fpackage.json', 404, 'ROUTE_UNKNOWN'],
      ['/api/docs/static/.env', 404, 'ROUTE_UNKNOWN'],
      ['/api/docs/static/absent.js', 404, 'ROUTE_UNKNOWN'],
      ['/api/docs/static/%00', 400, 'PARAMETER_INVALID'],
      ['/assets/../x', 404, 'ROUTE_UNKNOWN'],
      ['/assets/%00', 400, 'PARAMETER_INVALID'],
    ].map(([target, status, code]) => ({
      name: `H8 ${target} is refused without an error in the log`,
      change: () => ({ method: 'GET', target: String(target), body: undefined }),
      status: Number(status),
      code: String(code),
    })),
  );
});

describe('headers', () => {
  const tooLarge = { status: 431, code: 'HEADERS_TOO_LARGE' };
  const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`X-Header-${n}`, String(n)]));

  testRows(hostile, [
    { name: 'H10 one of 17 KB', change: () => ({ headers: { 'X-Large': 'x'.repeat(17 * 1024) } }), ...tooLarge },
    { name: 'H10 2,000 of them', change: () => ({ headers: many }), ...tooLarge },
  ]);
});

describe('a client that disconnects', () => {
  const body = aLargeCycloneDx(2_000_000);

  it.each([10, 50, 90])('H12 at %i percent of the body leaves nothing behind', async (percent) => {
    const bytes = toBytes(hostile.upload({ body }));

    const answers = await hostile.watch({ status: 0 }, async () => {
      const connection = await RawConnection.open(hostile.assay.url);
      await connection.write(bytes.subarray(0, Math.floor((bytes.length * percent) / 100)));
      connection.destroy();
      await delay(SETTLE_MS);
      return [];
    });

    expect(answers).toEqual([]);
  });
});

describe('Content-Digest', () => {
  const sha256 = (bytes: Uint8Array): string => `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
  const compressed = gzipSync(document);
  const gzip = (digest: string): UploadChange => ({
    body: compressed,
    decoded: document,
    headers: { 'Content-Encoding': 'gzip', 'Content-Digest': digest },
  });
  const plain = (digest: string): UploadChange => ({ body: document, headers: { 'Content-Digest': digest } });
  const mismatch = { status: 400, code: 'DIGEST_MISMATCH' };
  const malformed = { status: 400, code: 'DIGEST_INVALID' };

  testRows(hostile, [
    { name: 'H13 that is wrong', change: () => plain(sha256(Buffer.from('x'))), ...mismatch },
    { name: 'H13 over the bytes as sent', change: () => gzip(sha256(compressed)), status: 200 },
    { name: 'H13 over the bytes before compression', change: () => gzip(sha256(document)), ...mismatch },
    { name: 'H13 in an unknown algorithm', change: () => plain('md5=:AAAA:'), status: 200 },
    { name: 'H13 that is no dictionary', change: () => plain('sha-256=abc'), ...malformed },
    { name: 'H13 of a wrong length', change: () => plain('sha-256=:AAAA:'), ...malformed },
  ]);
});
