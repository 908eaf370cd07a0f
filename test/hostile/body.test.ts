/** Hostile inputs, group "Body and JSON": bodies that are empty, broken, deep, wide or wrongly encoded. */
import { describe, expect, it } from 'vitest';
import { aCycloneDx, anSpdx } from '../support/documents.ts';
import { useHostileAssay, UPLOAD_PATH } from '../support/hostile-assay.ts';
import {
  encode,
  json,
  nested,
  nestedComponents,
  WIDE_ENCODINGS,
  withKeys,
  withMembers,
} from '../support/hostile-documents.ts';
import { testRows } from '../support/hostile-rows.ts';
import { exchange } from '../support/raw-connection.ts';
import { bytesOfLine, readByteLines } from '../support/scan-bytes.ts';

const hostile = useHostileAssay();

const EMPTY = { status: 400, code: 'BODY_EMPTY' };
const NOT_OBJECT = { status: 400, code: 'JSON_NOT_OBJECT', says: /must be a JSON object/ };
const UNKNOWN = {
  status: 400,
  code: 'SBOM_FORMAT_UNKNOWN',
  says: /Unknown SBOM format: must be either 'SPDX' or 'CycloneDX'/,
};
const INVALID = { status: 400, code: 'JSON_INVALID', says: /line [0-9]+, column [0-9]+/ };
const NOT_UTF8 = { status: 400, code: 'JSON_NOT_UTF8', says: /must be UTF-8.*offset [0-9]+/s };
const TOO_DEEP = { status: 400, code: 'JSON_TOO_DEEP', says: /nested deeper than 64/ };
const TOO_MANY_KEYS = { status: 400, code: 'JSON_TOO_MANY_KEYS', says: /10000/ };

const valid = JSON.stringify(aCycloneDx());
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('an empty body', () => {
  testRows(hostile, [
    { name: 'B1 has the length 0', change: () => ({ body: '' }), ...EMPTY },
    {
      name: 'B1 has no length and no type',
      change: () => ({ body: undefined, headers: { 'Content-Type': undefined } }),
      ...EMPTY,
    },
    { name: 'B1 has only the last chunk', change: () => ({ body: '', chunkBytes: 1 }), ...EMPTY },
    { name: 'B1 is white space', change: () => ({ body: ' \r\n\t ' }), ...EMPTY },
  ]);
});

describe('JSON that is not an SBOM', () => {
  testRows(hostile, [
    ...['null', '42', '"x"', '[]', 'true'].map((body) => ({
      name: `B2 ${body}`,
      change: () => ({ body }),
      ...NOT_OBJECT,
    })),
    ...['{}', '{"name":"x"}'].map((body) => ({ name: `B3 ${body}`, change: () => ({ body }), ...UNKNOWN })),
  ]);
});

describe('a truncated document', () => {
  testRows(hostile, [
    { name: 'B4 before its last byte', change: () => ({ body: valid.slice(0, -1) }), ...INVALID },
    { name: 'B4 in a string', change: () => ({ body: valid.slice(0, valid.indexOf('left-pad') + 3) }), ...INVALID },
    { name: 'B4 in a number', change: () => ({ body: '{"bomFormat":"CycloneDX","version":1.' }), ...INVALID },
    { name: 'B4 in a UTF-8 sequence', change: () => ({ body: latin1('{"name":"caf\xc3') }), ...NOT_UTF8 },
  ]);
});

describe('an encoding other than UTF-8', () => {
  testRows(hostile, [
    ...WIDE_ENCODINGS.flatMap((encoding) =>
      [true, false].map((mark) => ({
        name: `B6 ${encoding} ${mark ? 'with' : 'without'} a byte order mark`,
        change: () => ({ body: encode(valid, encoding, { mark }) }),
        ...NOT_UTF8,
      })),
    ),
    { name: 'B7 the byte 0xFF', change: () => ({ body: latin1('{"name":"\xff"}') }), ...NOT_UTF8 },
    { name: 'B7 an overlong slash', change: () => ({ body: latin1('{"name":"\xc0\xaf"}') }), ...NOT_UTF8 },
    { name: 'B7 a surrogate', change: () => ({ body: latin1('{"name":"\xed\xa0\x80"}') }), ...NOT_UTF8 },
  ]);

  it('B5 accepts a byte order mark before UTF-8, stores it, and analyzes the document', async () => {
    const body = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(valid)]);

    expect(await hostile.analyze({ body })).toMatchObject({ status: 'analyzed', sizeBytes: body.length });
  });
});

describe('JSON that needs too many resources', () => {
  testRows(hostile, [
    { name: 'B9 64 levels', change: () => ({ body: nested(64) }), status: 200 },
    { name: 'B9 65 levels', change: () => ({ body: nested(65) }), ...TOO_DEEP },
    {
      name: 'B10 components in components, 10,000 deep',
      change: () => ({ body: nestedComponents(10_000) }),
      ...TOO_DEEP,
      withinMs: 1_000,
    },
    { name: 'B13 10,000 keys', change: () => ({ body: withKeys(10_000) }), status: 200 },
    { name: 'B13 10,001 keys', change: () => ({ body: withKeys(10_001) }), ...TOO_MANY_KEYS },
    {
      name: 'B13 1,000,000 keys',
      change: () => ({ body: withKeys(1_000_000) }),
      ...TOO_MANY_KEYS,
      withinMs: 3_000,
    },
  ]);
});

describe('names with a special meaning', () => {
  testRows(hostile, [
    {
      name: 'B11 "components" twice',
      change: () => ({ body: `${valid.slice(0, -1)},"components":[]}` }),
      status: 400,
      code: 'JSON_DUPLICATE_KEY',
      says: /"components"/,
    },
    {
      name: 'B11 "packages" twice inside "sbom"',
      change: () => ({ body: `{"sbom":${JSON.stringify(anSpdx()).slice(0, -1)},"packages":[]}}` }),
      status: 400,
      code: 'JSON_DUPLICATE_KEY',
      says: /"packages"/,
    },
    {
      // The replacement by U+FFFD and the warning TEXT_REPLACED are tested with the analysis.
      name: 'B8 NUL in every text of a component',
      change: () => ({ body: json(aCycloneDx({ components: [COMPONENT_OF_NULS] })) }),
      status: 200,
    },
  ]);

  it.each([
    ['at the top level', withMembers('"__proto__":{"isAdmin":true}')],
    ['in a component', valid.replace('"name":"left-pad"', '"__proto__":{"isAdmin":true},"name":"left-pad"')],
  ])('B12 "__proto__" %s does not change any prototype', async (_, body) => {
    await hostile.send({ body }, { status: 200 });
    const strictly = `${UPLOAD_PATH}?validate=strict`;
    await hostile.send({ target: strictly, body }, { status: 400, code: 'SBOM_INVALID', withinMs: 10_000 });

    expect('isAdmin' in {}).toBe(false);
    // The schema allows only named members, so validation in every thread would report an inherited one.
    const answers = await Promise.all(
      Array.from({ length: 4 }, async () => await exchange(hostile.assay.url, hostile.upload({ target: strictly }))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

const COMPONENT_OF_NULS = {
  type: 'library',
  name: 'left\0pad',
  version: '1.3\0.0',
  purl: 'pkg:npm/left\0pad@1.3.0',
  licenses: [{ license: { name: 'MI\0T' } }],
  properties: [{ name: 'a\0b', value: 'c\0d' }],
};

describe('invalid JSON', () => {
  it('B16 is rejected with 400 in every case', async () => {
    const lines = readByteLines(new URL('../../src/core/sbom/json/testdata/must-fail.txt', import.meta.url));
    expect(lines.length).toBeGreaterThan(190);
    const bodies = [...lines.map(bytesOfLine), ...[' ', '[', '{"a":'].map((text) => Buffer.from(text.repeat(100_000)))];
    const expected = {
      status: 400,
      code: 'JSON_INVALID|JSON_NOT_UTF8|JSON_TOO_DEEP|BODY_EMPTY',
      withinMs: 10_000,
    };

    const answers = await hostile.watch(expected, async () => {
      const collected = [];
      for (const body of bodies) collected.push(await exchange(hostile.assay.url, hostile.upload({ body })));
      return collected;
    });

    expect(answers).toHaveLength(bodies.length);
  });
});
