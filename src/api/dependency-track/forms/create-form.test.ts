import type { FastifyRequest } from 'fastify';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../core/limits.ts';
import { createForm } from './create-form.ts';

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function read(
  { method, type, body }: { method: string; type: string; body: string | Buffer },
  pieceSize = 1000,
): Promise<{ document: Buffer; fields: Readonly<Record<string, unknown>> }> {
  const form = createForm({ method, headers: { 'content-type': type } } as FastifyRequest, 'bom');
  const parts: Buffer[] = [];
  for await (const part of form.readDocument(inPieces(Buffer.from(body), pieceSize))) parts.push(part);
  return { document: Buffer.concat(parts), fields: form.fields() };
}

async function readJson(body: string, pieceSize?: number) {
  return await read({ method: 'PUT', type: 'application/json', body }, pieceSize);
}

async function readParts(parts: readonly string[], pieceSize?: number, end = '--x--\r\n') {
  const body = `${parts.map((part) => `--x\r\nContent-Disposition: form-data; ${part}\r\n`).join('')}${end}`;
  return await read({ method: 'POST', type: 'multipart/form-data; boundary=x', body }, pieceSize);
}

describe('a JSON form', () => {
  it('returns the document and the other fields, in pieces of any size and any order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 300 }),
        fc.record({ projectName: fc.string(), project: fc.constantFrom('bom', '{"bom":"x"}', '\\"', null) }),
        fc.boolean(),
        fc.integer({ min: 1, max: 40 }),
        async (data, others, isFirst, size) => {
          const bom = Buffer.from(data).toString('base64');
          const body = JSON.stringify(isFirst ? { bom, ...others } : { ...others, nested: { bom: 'no' }, bom });

          const { document, fields } = await readJson(body, size);

          expect(document.equals(Buffer.from(data))).toBe(true);
          expect(fields).toMatchObject({ ...others, bom: '' });
        },
      ),
      { numRuns: 200 },
    );
  });

  it.each([
    ['escaped slashes', String.raw`"\/+\/+"`, '/+/+'],
    ['escaped padding', String.raw`"QQ\u003d\u003D"`, 'QQ=='],
    ['line breaks', String.raw`"QUFB\r\nQUFB"`, 'QUFBQUFB'],
    ['no bytes', '""', ''],
  ])('reads base64 with %s', async (_what, text, plain) => {
    for (const size of [1, 100]) {
      const { document } = await readJson(`{"bom": ${text}}`, size);
      expect(document.toString('base64')).toBe(plain);
    }
  });

  it.each([
    ['text after the padding', '{"bom":"QQ==QQ=="}', 'not valid base64'],
    ['base64 without padding', '{"bom":"QQ"}', 'not valid base64'],
    ['plain text', '{"bom":"{}{}"}', 'not valid base64'],
    ['an escape that base64 never needs', String.raw`{"bom":"\tAAA"}`, 'not valid base64'],
    ['a document twice', '{"bom":"QUFB","bom":"QUFB"}', 'more than once'],
    ['a document that is no text', '{"bom":{"a":1}}', 'must be base64 text'],
    ['no document', '{"projectName":"shop"}', '"/bom" is missing'],
    ['an empty body', '', 'not valid JSON'],
    ['a list', '["bom","QUFB"]', 'must be a JSON object'],
    ['a truncated object', '{"bom":"QUFB"', 'not valid JSON'],
    ['a truncated document', '{"bom":"QUFB', 'not valid JSON'],
    ['bytes that are not UTF-8', '{"bom":"QUFB","a":"\u00ff"}', 'not valid JSON'],
  ])('rejects %s', async (_what, body, problem) => {
    const type = 'application/json; charset=utf-8';
    const sent = { method: 'PUT', type, body: Buffer.from(body, 'latin1') };
    for (const size of [1, 100])
      await expect(read(sent, size)).rejects.toMatchObject({
        code: 'BODY_INVALID',
        message: expect.stringContaining(problem),
      });
  });

  it('rejects other fields that are too large before it has read them all', async () => {
    let pieces = 0;
    async function* endless(): AsyncGenerator<Buffer> {
      yield Buffer.from('{"projectName":"');
      for (;;) {
        pieces += 1;
        yield Buffer.alloc(10_000, 'a');
      }
    }
    const form = createForm(
      { method: 'PUT', headers: { 'content-type': 'application/json' } } as FastifyRequest,
      'bom',
    );
    const parts = form.readDocument(endless())[Symbol.asyncIterator]();

    await expect(parts.next()).rejects.toMatchObject({ code: 'BODY_INVALID' });
    expect(pieces * 10_000).toBeLessThanOrEqual(LIMITS.formFieldsBytesMax + 10_000);
  });
});

describe('a multipart form', () => {
  it('returns the document and the other fields, in pieces of any size and any order', async () => {
    const bom = 'name="bom"; filename="bom.json"\r\nContent-Type: application/octet-stream\r\n\r\n{"a":"ü"}\r\n--y';
    const name = 'name="projectName"\r\n\r\nShop ü';
    for (const parts of [
      [bom, name],
      [name, bom],
    ]) {
      for (const size of [1, 7, 10_000]) {
        const { document, fields } = await readParts(parts, size);
        expect(document.toString()).toBe('{"a":"ü"}\r\n--y');
        expect(fields).toEqual({ projectName: 'Shop ü' });
      }
    }
  });

  it('accepts a document without a file name', async () => {
    const { document } = await readParts(['name="bom"\r\n\r\n{}']);

    expect(document.toString()).toBe('{}');
  });

  it.each([
    ['no document', ['name="projectName"\r\n\r\nshop'], undefined, 'no field "bom"'],
    ['a document twice', ['name="bom"\r\n\r\n{}', 'name="bom"\r\n\r\n{}'], undefined, 'more than one'],
    ['a form that is cut', ['name="bom"\r\n\r\n{}'], '', ''],
    ['a field that is too long', [`name="a"\r\n\r\n${'x'.repeat(100_000)}`], undefined, 'too long'],
    [
      'too many fields',
      Array.from({ length: 40 }, (_, n) => `name="a${n}"\r\n\r\nx`),
      undefined,
      'more than 32 fields',
    ],
  ])('rejects %s', async (_what, parts, end, problem) => {
    await expect(readParts(parts, 1000, end)).rejects.toMatchObject({
      code: 'BODY_INVALID',
      message: expect.stringContaining(problem),
    });
  });

  it('rejects a Content-Type without a boundary', async () => {
    await expect(read({ method: 'POST', type: 'multipart/form-data; a=b', body: 'x' })).rejects.toMatchObject({
      code: 'BODY_INVALID',
    });
  });
});

it.each([
  ['PUT', 'multipart/form-data; boundary=x'],
  ['PUT', 'application/xml'],
  ['POST', 'application/json'],
  ['POST', 'application/x-www-form-urlencoded'],
])('%s refuses %s', async (method, type) => {
  await expect(read({ method, type, body: '' })).rejects.toMatchObject({ code: 'CONTENT_TYPE_UNSUPPORTED' });
});
