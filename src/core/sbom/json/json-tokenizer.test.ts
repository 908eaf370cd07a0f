import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOfLine, readByteLines, refusalOf, scan, toBytes } from '../../../../test/support/scan-bytes.ts';

const MUST_FAIL = readByteLines(new URL('testdata/must-fail.txt', import.meta.url));
const MUST_PASS = readByteLines(new URL('testdata/must-pass.txt', import.meta.url));

// Rejected by the scanner although JSON.parse accepts it: see the limits and the formats.
const JSON_BUT_REFUSED = new Set(['JSON_NOT_OBJECT', 'JSON_DUPLICATE_KEY', 'JSON_TOO_DEEP', 'JSON_NUMBER_TOO_LONG']);

function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
}

function isJsonForScanner(bytes: Uint8Array): boolean {
  const code = refusalOf(() => scan(bytes))?.code;
  return code === undefined || JSON_BUT_REFUSED.has(code);
}

describe('JSON conformance lists', () => {
  it('contain enough cases', () => {
    expect(MUST_FAIL.length).toBeGreaterThanOrEqual(190);
    expect(MUST_PASS.length).toBeGreaterThanOrEqual(90);
    expect(new Set(MUST_FAIL).size).toBe(MUST_FAIL.length);
    expect(new Set(MUST_PASS).size).toBe(MUST_PASS.length);
  });

  it.each(MUST_FAIL)('reject %s like JSON.parse', (line) => {
    const bytes = bytesOfLine(line);

    expect(isJson(bytes)).toBe(false);
    expect(refusalOf(() => scan(bytes))?.code).toMatch(/^(?:JSON_INVALID|JSON_NOT_UTF8)$/);
  });

  it.each(MUST_PASS)('accept %s like JSON.parse', (line) => {
    const bytes = bytesOfLine(line);

    expect(isJson(bytes)).toBe(true);
    expect(refusalOf(() => scan(bytes))?.code ?? 'JSON_NOT_OBJECT').toBe('JSON_NOT_OBJECT');
  });

  it.each([...MUST_FAIL, ...MUST_PASS])('give the same result for %s byte by byte', (line) => {
    const bytes = bytesOfLine(line);
    const cuts = Array.from(bytes, (_, i) => i);

    expect(refusalOf(() => scan(bytes, { cuts }))).toEqual(refusalOf(() => scan(bytes)));
  });

  it.each(MUST_PASS)('give the same result inside an object: %s', (line) => {
    const bytes = bytesOfLine(line.replace(/^%EF%BB%BF/, ''));
    const inside = Uint8Array.from([...toBytes('{"a":'), ...bytes, ...toBytes('}')]);

    expect(refusalOf(() => scan(inside))).toBeUndefined();
  });
});

describe('JSON grammar', () => {
  const json = fc.json({ maxDepth: 6 });
  const jsonBytes = json.map((text) => toBytes(text));
  const telling = fc.constantFrom(...toBytes('{}[],:"\\0123.eE+-tfnulras \n\t\u0000é/'), 0x80, 0xc3, 0xed, 0xf0, 0xff);
  const mutation = fc.record({
    at: fc.nat(400),
    deleted: fc.nat(3),
    inserted: fc.array(fc.oneof(telling, fc.integer({ min: 0, max: 255 })), { maxLength: 4 }),
  });

  function mutate(bytes: Uint8Array, { at, deleted, inserted }: { at: number; deleted: number; inserted: number[] }) {
    const start = at % (bytes.length + 1);
    return Uint8Array.from([...bytes.subarray(0, start), ...inserted, ...bytes.subarray(start + deleted)]);
  }

  it('accepts every text written by JSON.stringify', () => {
    fc.assert(
      fc.property(jsonBytes, (bytes) => {
        expect(isJsonForScanner(bytes)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('accepts a damaged text exactly if JSON.parse does', () => {
    fc.assert(
      fc.property(jsonBytes, fc.array(mutation, { minLength: 1, maxLength: 3 }), (bytes, mutations) => {
        const damaged = mutations.reduce<Uint8Array>(mutate, bytes);
        // A duplicate name may be rejected before the damage is reached.
        fc.pre(refusalOf(() => scan(damaged))?.code !== 'JSON_DUPLICATE_KEY');

        expect(isJsonForScanner(damaged)).toBe(isJson(damaged));
      }),
      { numRuns: 5_000 },
    );
  });

  it('accepts random bytes in a string exactly if they are UTF-8 without control characters', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 3 }),
      fc.integer({ min: 0, max: 0x10ffff }).map((point) => toBytes(String.fromCodePoint(point))),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const bytes = Uint8Array.from([...toBytes('{"a":"'), ...pieces.flatMap((each) => [...each]), ...toBytes('"}')]);

        expect(isJsonForScanner(bytes)).toBe(isJson(bytes));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('line and column of an error', () => {
  it.each([
    ['{"a":x}', 'a value is expected at line 1, column 6', '/a', 5],
    ['{\n  "a": 1,\n  "b" 2\n}', 'a colon is expected after the member name at line 3, column 7', '/b', 18],
    ['{"é€😀": "é", x}', 'a member name in double quotes is expected at line 1, column 14', '', 20],
    ['\uFEFF{x}', 'a member name in double quotes or } is expected at line 1, column 2', '', 4],
    ['{"a":[1,{"b":tru}]}', 'true is expected here at line 1, column 17', '/a/1/b', 16],
    ['{"a":[1 2]}', 'a comma or the end of the object or array is expected at line 1, column 9', '/a', 8],
    ['{"a":"\\x"}', 'the escape sequence is unknown at line 1, column 8', '/a', 7],
    ['{"a":"x\ty"}', 'a control character in a string must be written as an escape at line 1, column 8', '/a', 7],
    ['{"a":-}', 'a digit is expected in the number at line 1, column 7', '/a', 6],
    ['{"a":1}\r\n\r\n}', 'only whitespace may follow the document at line 3, column 1', '', 11],
    ['{"a":', 'the document ends too early at line 1, column 6', '/a', 5],
    ['{"a":"b', 'the document ends inside a value or a name at line 1, column 8', '/a', 7],
    ['{"a":1', 'the document ends too early at line 1, column 7', '', 6],
    ['{"a~/b":[[]x]}', 'a comma or the end of the object or array is expected at line 1, column 12', '/a~0~1b', 11],
  ])('are reported for %j: %s', (text, problem, path, offset) => {
    expect(refusalOf(() => scan(text))).toEqual({
      code: 'JSON_INVALID',
      message: `The body is not valid JSON: ${problem}.`,
      details: [{ path, message: `byte offset ${offset}` }],
    });
  });
});
