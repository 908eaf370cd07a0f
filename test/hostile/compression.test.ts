/** Hostile inputs, group "Compression and content type": bombs, broken streams, and bodies of another type. */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { aCycloneDx } from '../support/documents.ts';
import { useHostileAssay, type UploadChange } from '../support/hostile-assay.ts';
import { json } from '../support/hostile-documents.ts';
import { testRows } from '../support/hostile-rows.ts';

const hostile = useHostileAssay();

const document = json(aCycloneDx());
const MIB = 1024 * 1024;

function encoded(encoding: string | readonly string[], body: Uint8Array): UploadChange {
  return { body, decoded: document, headers: { 'Content-Encoding': encoding } };
}

describe('a compressed body', () => {
  const half = Math.floor(document.length / 2);
  const twoMembers = Buffer.concat([gzipSync(document.subarray(0, half)), gzipSync(document.subarray(half))]);

  testRows(hostile, [
    { name: 'C1 gzip', change: () => encoded('gzip', gzipSync(document)), status: 200 },
    { name: 'C1 x-gzip', change: () => encoded('x-gzip', gzipSync(document)), status: 200 },
    { name: 'C1 br', change: () => encoded('br', brotliCompressSync(document)), status: 200 },
    { name: 'C1 zstd', change: () => encoded('zstd', zstdCompressSync(document)), status: 200 },
    { name: 'C1 identity', change: () => encoded('identity', document), status: 200 },
    { name: 'C1 gzip with two members', change: () => encoded('gzip', twoMembers), status: 200 },
  ]);
});

/** A valid document with a gibibyte of spaces in the middle, as many members of one gzip stream. */
function gzipBomb(): Buffer {
  const spaces = gzipSync(Buffer.alloc(16 * MIB, ' '), { level: 9 });
  const open = gzipSync(document.subarray(0, 1));
  return Buffer.concat([open, ...Array.from({ length: 64 }, () => spaces), gzipSync(document.subarray(1))]);
}

describe('a bomb', () => {
  const refused = {
    status: 413,
    code: 'BODY_RATIO_TOO_HIGH|BODY_TOO_LARGE',
    says: /after decompression/,
    memoryMib: 150,
  };

  testRows(hostile, [
    { name: 'C2 gzip, 1 MB for 1 GB', change: () => encoded('gzip', gzipBomb()), ...refused },
    {
      name: 'C2 brotli, 100 bytes for 64 MB',
      change: () => encoded('br', brotliCompressSync(Buffer.alloc(64 * MIB, ' '), BROTLI_FAST)),
      ...refused,
    },
    {
      name: 'C2 zstd, 64 MB',
      change: () => encoded('zstd', zstdCompressSync(Buffer.alloc(64 * MIB, ' '))),
      ...refused,
    },
  ]);
});

/** Compresses as well as the best quality does, and is twenty times faster. */
const BROTLI_FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 } };

describe('a broken stream', () => {
  const wrongCrc = gzipSync(document);
  wrongCrc[wrongCrc.length - 8] = (wrongCrc.at(-8) ?? 0) ^ 1;
  const garbage = Buffer.from('garbage');
  const refused = { status: 400, code: 'BODY_ENCODING_INVALID' };
  const gzip = { ...refused, says: /not valid gzip/ };
  const zstd = { ...refused, says: /not valid zstd/ };

  testRows(hostile, [
    {
      name: 'C3 gzip without its last 3 bytes',
      change: () => encoded('gzip', gzipSync(document).subarray(0, -3)),
      ...gzip,
    },
    { name: 'C3 gzip with a wrong checksum', change: () => encoded('gzip', wrongCrc), ...gzip },
    {
      name: 'C3 gzip with garbage behind it',
      change: () => encoded('gzip', Buffer.concat([gzipSync(document), garbage])),
      ...gzip,
    },
    {
      name: 'C3 gzip with zeros behind it',
      change: () => encoded('gzip', Buffer.concat([gzipSync(document), Buffer.alloc(8)])),
      ...gzip,
    },
    {
      name: 'C3 brotli with garbage behind it',
      change: () => encoded('br', Buffer.concat([brotliCompressSync(document), garbage])),
      ...refused,
      says: /not valid br/,
    },
    {
      name: 'C3 zstd with two frames',
      change: () => encoded('zstd', Buffer.concat([zstdCompressSync(document), zstdCompressSync(Buffer.from(' '))])),
      ...zstd,
    },
    {
      name: 'C3 zstd with a window of 128 MiB',
      change: () => encoded('zstd', zstdWithWindow(27)),
      ...zstd,
    },
    {
      name: 'C3 zstd with the largest window allowed is fine',
      change: () => encoded('zstd', zstdWithWindow(23)),
      status: 200,
    },
    { name: 'C3 plain text called gzip', change: () => encoded('gzip', document), ...gzip },
  ]);
});

/** One frame of one stored block, written by hand. https://www.rfc-editor.org/rfc/rfc8878#name-frame-header */
function zstdWithWindow(windowLog: number): Buffer {
  const frameHeader = [0x28, 0xb5, 0x2f, 0xfd, 0x00, (windowLog - 10) << 3];
  const blockHeader = Buffer.alloc(3);
  blockHeader.writeUIntLE((document.length << 3) | 1, 0, 3);
  return Buffer.concat([Buffer.from(frameHeader), blockHeader, document]);
}

describe('an unsupported encoding', () => {
  const encodings = ['deflate', 'compress', 'gzip, gzip', 'gzip, br', 'x', ['gzip', 'gzip'], ['identity', 'gzip']];

  it.each(encodings.map((encoding) => ({ encoding })))('C4 $encoding', async ({ encoding }) => {
    const refused = { status: 415, code: 'ENCODING_UNSUPPORTED', says: /gzip, br or zstd/ };

    const answer = await hostile.send(encoded(encoding, gzipSync(document)), refused);

    expect(answer.headers['accept-encoding']).toBe('gzip, br, zstd');
  });
});

describe('undeclared compression', () => {
  const refused = { status: 400, code: 'BODY_LOOKS_COMPRESSED', says: /Content-Encoding/ };

  testRows(hostile, [
    { name: 'C5 gzip', change: () => ({ body: gzipSync(document) }), ...refused },
    { name: 'C5 zstd', change: () => ({ body: zstdCompressSync(document) }), ...refused },
    { name: 'C5 zip', change: () => ({ body: 'PK\x03\x04\x14\0\0\0\x08\0' }), ...refused },
  ]);
});

describe('a content type', () => {
  const types = [
    undefined,
    'text/plain',
    'application/octet-stream',
    'application/x-www-form-urlencoded',
    'application/xml',
  ];

  testRows(hostile, [
    ...types.map((type) => ({
      name: `C6 ${type ?? 'of nothing'} does not matter`,
      change: () => ({ body: document, headers: { 'Content-Type': type } }),
      status: 200,
    })),
    {
      name: 'C7 of multipart is refused',
      change: () => ({
        body: `--b\r\nContent-Disposition: form-data; name="f"\r\n\r\n${document.toString()}\r\n--b--\r\n`,
        headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
      }),
      status: 415,
      code: 'CONTENT_TYPE_UNSUPPORTED',
      says: /as the body/,
    },
  ]);

  it('C8 of XML is rejected without parsing: no file is opened and no connection is made', async () => {
    const trap = createServer().listen(0, '127.0.0.1');
    await once(trap, 'listening');
    let connections = 0;
    trap.on('connection', (socket) => {
      connections += 1;
      socket.destroy();
    });
    const { port } = trap.address() as AddressInfo;
    const xml = (entity: string): string =>
      `<?xml version="1.0"?><!DOCTYPE bom [<!ENTITY x SYSTEM "${entity}">]>` +
      '<bom xmlns="http://cyclonedx.org/schema/bom/1.6"><components><component type="library"><name>&x;</name></component></components></bom>';

    for (const entity of ['file:///etc/passwd', `http://127.0.0.1:${port}/x`]) {
      const refused = { status: 415, code: 'SBOM_FORMAT_UNSUPPORTED', says: /convert/i };
      const answer = await hostile.send(
        { body: xml(entity), headers: { 'Content-Type': 'application/vnd.cyclonedx+xml' } },
        refused,
      );
      expect(answer.body.toString()).not.toContain('root:');
    }

    trap.close();
    expect(connections).toBe(0);
  });
});
