import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOfLine, refusalOf, scan, toBytes, type Refusal } from '../../../../test/support/scan-bytes.ts';
import { LIMITS } from '../../limits.ts';
import { createScanner } from './scan-document.ts';
import type { ScanFacts } from './scan-facts.ts';
import type { ScanLimits } from '../json/json-errors.ts';

const SBOM = '{"bomFormat": "CycloneDX", "specVersion": "1.6", "components": [{"name": "é€😀", "version": "1.0"}]}';

function codeOf(document: string | Uint8Array, limits: Partial<ScanLimits> = {}): string | undefined {
  return refusalOf(() => scan(document, { limits }))?.code;
}

function encode(text: string, encoding: 'utf16le' | 'utf16be' | 'utf32le' | 'utf32be'): Uint8Array {
  const width = encoding.startsWith('utf16') ? 2 : 4;
  const bytes = new DataView(new ArrayBuffer(text.length * width));
  Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)).forEach((unit, i) => {
    if (width === 2) bytes.setUint16(i * width, unit, encoding.endsWith('le'));
    else bytes.setUint32(i * width, unit, encoding.endsWith('le'));
  });
  return new Uint8Array(bytes.buffer);
}

describe('createScanner', () => {
  it('counts the bytes of a document, including a byte order mark', () => {
    expect(scan(SBOM).bytes).toBe(toBytes(SBOM).length);
    expect(scan(`\uFEFF${SBOM}\n`).bytes).toBe(toBytes(SBOM).length + 4);
  });

  it.each([
    ['nothing', ''],
    ['white space', ' \r\n\t '],
    ['a byte order mark', '\uFEFF'],
    ['a byte order mark and white space', '\uFEFF \n'],
  ])('rejects %s as empty', (_, document) => {
    expect(codeOf(document)).toBe('BODY_EMPTY');
  });

  it.each(['null', '42', '"x"', '[]', 'true', '-1.5e3', '[{"bomFormat":"CycloneDX"}]', ' false '])(
    'rejects %s, which is not an object',
    (document) => {
      expect(refusalOf(() => scan(document))).toMatchObject({
        code: 'JSON_NOT_OBJECT',
        message: expect.stringContaining('must be a JSON object'),
      });
    },
  );

  it.each(['[1', '[1,]', '[}', '"x', '42x', 'nul'])('rejects %s as invalid JSON first', (document) => {
    expect(codeOf(document)).toBe('JSON_INVALID');
  });

  it('reports the position for every truncated document', () => {
    const bytes = toBytes(SBOM);
    const inCharacter = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;
    for (let length = 1; length < bytes.length; length += 1) {
      const code = codeOf(bytes.subarray(0, length));

      expect(code, `cut at ${length}`).toBe(inCharacter(bytes[length]) ? 'JSON_NOT_UTF8' : 'JSON_INVALID');
    }
  });
});

describe('createScanner with invalid UTF-8', () => {
  const encodings = ['utf16le', 'utf16be', 'utf32le', 'utf32be'] as const;
  const starts = [SBOM, `\uFEFF${SBOM}`, ` ${SBOM}`, `\r\n${SBOM}`, '{}'];

  it.each(encodings.flatMap((encoding) => starts.map((start) => [encoding, start] as const)))(
    'detects %s of %j',
    (encoding, text) => {
      expect(refusalOf(() => scan(encode(text, encoding)))).toMatchObject({
        code: 'JSON_NOT_UTF8',
        message: expect.stringContaining('must be UTF-8'),
      });
    },
  );

  it.each([
    ['{"a":"%FF"}', 6],
    ['{"a":"x%C0%AF"}', 7],
    ['{"a":"%ED%A0%80"}', 6],
    ['{"%E9":1}', 2],
    ['{"a":1}%FF', 7],
    ['{"a":"%E2%82', 6],
    ['%EF%BB%BF{"a":"%80"}', 9],
  ])('reports the offset: %s at %i', (line, offset) => {
    const refusal = refusalOf(() => scan(bytesOfLine(line)));

    expect(refusal?.code).toBe('JSON_NOT_UTF8');
    expect(refusal?.message).toContain(`offset ${offset} `);
  });
});

describe('createScanner with a body that is not JSON', () => {
  it.each([
    ['gzip', '%1F%8B%08%00%00%00%00%00', 'BODY_LOOKS_COMPRESSED', 'Content-Encoding: gzip'],
    ['zstd', '%28%B5%2F%FD%04%00', 'BODY_LOOKS_COMPRESSED', 'Content-Encoding: zstd'],
    ['zip', 'PK%03%04%14%00', 'BODY_LOOKS_COMPRESSED', 'zip archive'],
    ['XML', '<?xml version="1.0"?><bom/>', 'SBOM_FORMAT_UNSUPPORTED', 'cyclonedx-cli convert'],
    [
      'XML behind a byte order mark',
      '%EF%BB%BF%0A<bom xmlns="x"/>',
      'SBOM_FORMAT_UNSUPPORTED',
      'cyclonedx-cli convert',
    ],
    ['HTML', '%20%0A<!doctype html>', 'SBOM_FORMAT_UNSUPPORTED', 'XML, RDF or HTML'],
    ['RDF', '<rdf:RDF>', 'SBOM_FORMAT_UNSUPPORTED', 'pyspdxtools'],
    ['tag-value', 'SPDXVersion: SPDX-2.3', 'SBOM_FORMAT_UNSUPPORTED', 'tag-value'],
    ['tag-value without more', 'SPDXVersion:', 'SBOM_FORMAT_UNSUPPORTED', 'tag-value'],
    ['YAML', 'spdxVersion: "SPDX-2.3"', 'SBOM_FORMAT_UNSUPPORTED', 'YAML'],
    ['YAML with its mark', '---%0Aa: b', 'SBOM_FORMAT_UNSUPPORTED', 'YAML'],
    ['the mark of YAML alone', '---', 'SBOM_FORMAT_UNSUPPORTED', 'YAML'],
  ])('names the format %s', (_, line, code, text) => {
    const bytes = bytesOfLine(line);
    const refusal = refusalOf(() => scan(bytes));

    expect(refusal).toMatchObject({ code, message: expect.stringContaining(text) });
    expect(refusalOf(() => scan(bytes, { cuts: Array.from(bytes, (__, i) => i) }))).toEqual(refusal);
  });

  it.each([
    '<.>',
    '< bom>',
    '<',
    'SPDXVersion',
    'spdxversion: x',
    '----BEGIN',
    '--',
    'PK',
    ' (%B5%2F%FD',
    'hello world',
  ])('leaves a body without a signature to the grammar: %s', (line) => {
    expect(codeOf(bytesOfLine(line))).toMatch(/^JSON_(?:INVALID|NOT_UTF8)$/);
  });

  it('does not detect compression after white space', () => {
    expect(codeOf(bytesOfLine('%20PK%03%04'))).toBe('JSON_INVALID');
  });
});

describe('scanner limits', () => {
  const nested = (depth: number): string => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;
  const arrays = (depth: number): string => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
  const members = (count: number): string => `{"x":{${Array.from({ length: count }, (_, i) => `"k${i}":0`).join()}}}`;
  const repeated = (count: number): string => `{"x":{${Array.from({ length: count }, () => '"k":0').join()}}}`;
  const string = (length: number): string => `{"a":"${'x'.repeat(length)}"}`;
  const wideString = (length: number): string => `{"a":"${'é'.repeat(length >> 1)}${length % 2 === 1 ? 'x' : ''}"}`;
  const escapes = (length: number): string => `{"a":"${'x'.repeat(length % 2)}${'\\n'.repeat(length >> 1)}"}`;
  const name = (length: number): string => `{"${'x'.repeat(length)}":1}`;
  const digits = (length: number): string => `{"a":${'1'.repeat(length)}}`;
  const exponent = (length: number): string => `{"a":[-1.5e+${'0'.repeat(length - 6)}]}`;
  const list = (member: string, element: string) => (count: number) =>
    `{"${member}":[${Array.from({ length: count }, () => element).join()}]}`;
  const nestedComponents = (count: number): string => `${'{"components":['.repeat(count)}{}${']}'.repeat(count)}`;
  const mixed = (count: number): string =>
    `{"packages":[{}],"files":[{}],"@graph":[{"type":"software_Package"}],"components":[${Array.from({ length: count - 3 }, () => 1).join()}]}`;
  const targets = (count: number): string =>
    `{"dependencies":[{"dependsOn":["a"],"provides":[${Array.from({ length: count - 1 }, () => '"b"').join()}]}]}`;

  const small: Partial<ScanLimits> = {
    jsonDepthMax: 16,
    jsonObjectKeysMax: 50,
    jsonStringBytesMax: 20,
    jsonNumberCharactersMax: 10,
    componentsMax: 5,
    edgesMax: 5,
  };

  it.each<[string, (n: number) => string, keyof ScanLimits, string]>([
    ['depth of objects', nested, 'jsonDepthMax', 'JSON_TOO_DEEP'],
    ['depth of arrays', arrays, 'jsonDepthMax', 'JSON_TOO_DEEP'],
    ['members', members, 'jsonObjectKeysMax', 'JSON_TOO_MANY_KEYS'],
    ['members of one name', repeated, 'jsonObjectKeysMax', 'JSON_TOO_MANY_KEYS'],
    ['a string', string, 'jsonStringBytesMax', 'JSON_STRING_TOO_LONG'],
    ['a string outside ASCII', wideString, 'jsonStringBytesMax', 'JSON_STRING_TOO_LONG'],
    ['a string of escapes', escapes, 'jsonStringBytesMax', 'JSON_STRING_TOO_LONG'],
    ['a name', name, 'jsonStringBytesMax', 'JSON_STRING_TOO_LONG'],
    ['a number', digits, 'jsonNumberCharactersMax', 'JSON_NUMBER_TOO_LONG'],
    ['an exponent', exponent, 'jsonNumberCharactersMax', 'JSON_NUMBER_TOO_LONG'],
    ['components', list('components', '{}'), 'componentsMax', 'SBOM_TOO_MANY_COMPONENTS'],
    ['nested components', nestedComponents, 'componentsMax', 'SBOM_TOO_MANY_COMPONENTS'],
    ['packages', list('packages', '{}'), 'componentsMax', 'SBOM_TOO_MANY_COMPONENTS'],
    ['files', list('files', '{}'), 'componentsMax', 'SBOM_TOO_MANY_COMPONENTS'],
    ['graph packages', list('@graph', '{"type":"Package"}'), 'componentsMax', 'SBOM_TOO_MANY_COMPONENTS'],
    ['all of them together', mixed, 'componentsMax', 'SBOM_TOO_MANY_COMPONENTS'],
    ['relationships', list('relationships', '{}'), 'edgesMax', 'SBOM_TOO_MANY_EDGES'],
    ['dependency targets', targets, 'edgesMax', 'SBOM_TOO_MANY_EDGES'],
    ['graph targets', list('@graph', '{"to":["a"]}'), 'edgesMax', 'SBOM_TOO_MANY_EDGES'],
  ])('%s: accept up to the limit and reject one more', (_, make, limit, code) => {
    const max = small[limit] ?? 0;
    const cuts = Array.from({ length: 400 }, (__, i) => i);

    expect(codeOf(make(max - 1), small)).toBeUndefined();
    expect(codeOf(make(max), small)).toBeUndefined();
    expect(codeOf(make(max + 1), small)).toBe(code);
    const refusal = refusalOf(() => scan(make(max + 1), { limits: small }));
    expect(refusalOf(() => scan(make(max + 1), { limits: small, cuts }))).toEqual(refusal);
    expect(refusal?.message).toContain(String(max));
  });

  it.each<[string, (n: number) => string, number, string]>([
    ['depth', nested, LIMITS.jsonDepthMax, 'JSON_TOO_DEEP'],
    ['members', members, LIMITS.jsonObjectKeysMax, 'JSON_TOO_MANY_KEYS'],
    ['a string', string, LIMITS.jsonStringBytesMax, 'JSON_STRING_TOO_LONG'],
    ['a number', digits, LIMITS.jsonNumberCharactersMax, 'JSON_NUMBER_TOO_LONG'],
    ['components', list('components', '0'), LIMITS.componentsMax, 'SBOM_TOO_MANY_COMPONENTS'],
  ])('are those of the table by default: %s', (_, make, max, code) => {
    expect(codeOf(make(max))).toBeUndefined();
    expect(codeOf(make(max + 1))).toBe(code);
  });

  it('reject endless nesting, members and strings immediately, not at the end', () => {
    const endless = (piece: string): string | undefined => {
      const scanner = createScanner();
      const chunk = toBytes(piece.repeat(100_000));
      return refusalOf(() => {
        scanner.push(toBytes('{"components":'));
        for (let i = 0; i < 100; i += 1) scanner.push(chunk);
      })?.code;
    };

    expect(endless('[')).toBe('JSON_TOO_DEEP');
    expect(endless('{"components":[')).toBe('JSON_TOO_DEEP');
    expect(endless('"'.padEnd(60, 'x'))).toBe('JSON_INVALID');
    expect(endless('9')).toBe('JSON_NUMBER_TOO_LONG');
    expect(refusalOf(() => createScanner().push(toBytes(`{"a":"${'x'.repeat(5_000_000)}`)))?.code).toBe(
      'JSON_STRING_TOO_LONG',
    );
  });
});

describe('duplicate names', () => {
  it.each([
    ['{"components":[1],"components":[]}', 'components'],
    ['{"a":1,"b":{"a":1},"a":2}', 'a'],
    ['{"components":1,"\\u0063omponents":2}', 'components'],
    ['{"é":1,"\\u00e9":2}', 'é'],
    ['{"😀":1,"\\ud83d\\ude00":2}', '😀'],
    ['{"":1,"":2}', ''],
    ['{"sbom":{"packages":[1],"packages":[]}}', 'packages'],
    ['{"sbom":1,"sbom":2}', 'sbom'],
    [`{"${'x'.repeat(200)}":1,"${'x'.repeat(200)}":2}`, 'x'.repeat(20)],
  ])('are rejected at the top level and in the wrapper: %s', (document, key) => {
    expect(refusalOf(() => scan(document))).toMatchObject({
      code: 'JSON_DUPLICATE_KEY',
      message: expect.stringContaining(`"${key}`),
    });
  });

  it.each([
    ['{"a":{"b":1,"b":2}}', 1],
    ['{"a":[{"b":1,"b":2,"b":3},{"b":1}]}', 2],
    ['{"x":{"sbom":{"a":1,"a":2}}}', 1],
    ['{"sbom":{"a":{"b":1,"b":2}}}', 1],
    ['{"sbom":[{"a":1,"a":2}]}', 1],
    ['{"a":{"b":{"c":1},"c":1,"b":{"c":1}}}', 1],
    ['{"a":{"A":1,"a":2," a":3}}', 0],
    ['{"a":{"\\ud83d":1,"\\ude00":2,"\\ud83d\\ude00":3,"\\ufffd":4}}', 0],
    ['{"a":{"__proto__":1,"constructor":2,"__proto__":3}}', 1],
  ])('are counted below: %s has %i', (document, count) => {
    expect(scan(document).duplicateNames).toBe(count);
  });
});

describe('chunk boundaries', () => {
  const documents = fc.oneof(
    fc.constantFrom(
      SBOM,
      `\uFEFF\r\n ${SBOM} `,
      '{"sbom":{"spdxVersion":"SPDX-2.3","packages":[{"SPDXID":"a\\u00e9"}],"relationships":[{"relationshipType":"DESCRIBES"}]}}',
      '{"@context":["https://spdx.org/rdf/3.0.1/spdx-context.jsonld"],"@graph":[{"type":"software_Package","spdxId":"p"}]}',
      '{"a":{"\\ud83d\\ude00":-1.5e+10,"😀":false}}',
    ),
    fc.json({ maxDepth: 4 }).map((text) => `{"components": [${text}], "x":\n${text}}`),
  );
  const damage = fc.record({ at: fc.nat(300), byte: fc.option(fc.integer({ min: 0, max: 255 })) });

  function outcomeOf(bytes: Uint8Array, cuts: readonly number[]): Refusal | ScanFacts {
    let facts: ScanFacts | undefined;
    const refusal = refusalOf(() => {
      facts = scan(bytes, { cuts });
    });
    return refusal ?? facts ?? { code: '', message: '', details: [] };
  }

  it('change neither the facts nor the first error', () => {
    fc.assert(
      fc.property(documents, fc.option(damage), fc.array(fc.nat(400), { maxLength: 12 }), (text, harm, cuts) => {
        const bytes = toBytes(text);
        const position = harm === null ? 0 : harm.at % bytes.length;
        if (harm !== null && harm.byte !== null) bytes[position] = harm.byte;
        const document = harm !== null && harm.byte === null ? bytes.subarray(0, position) : bytes;

        expect(outcomeOf(document, cuts)).toEqual(outcomeOf(document, []));
      }),
      { numRuns: 1_500 },
    );
  });
});
