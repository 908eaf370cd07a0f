import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aLargeCycloneDxInventory, aLargeSpdxInventory } from '../../../test/support/large-inventory-document.ts';
import { listRealSboms } from '../../../test/support/real-data.ts';
import { refusalOf, scan } from '../../../test/support/scan-bytes.ts';
import { ElementList } from '../../core/sbom/untrusted-value.ts';
import { inspectSbom } from '../../core/sbom/scan/inspect-sbom.ts';
import { parseSbom } from '../../core/sbom/parse-sbom.ts';
import type { DetectedFormat } from '../../core/sbom/scan/inspect-sbom.ts';
import { parseLargeJson, type LargeJsonOptions } from './parse-large-json.ts';

const SBOMS = listRealSboms();

/** Splits every long list, into one run per element. */
const TINY = { path: '', wholeListBytesMax: 0, runBytes: 0 };

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Converts the lists into arrays, as JSON.parse returns them. */
function parse(text: string, options: Partial<LargeJsonOptions> = {}): unknown {
  const document = parseLargeJson(bytesOf(text), { ...TINY, isLong: () => true, ...options });
  return withArrays(options.path === '/sbom' ? Reflect.get(document as object, 'sbom') : document);
}

function withArrays(document: unknown): unknown {
  const members = Object.entries(document as object).map(([name, value]): [string, unknown] => [
    name,
    value instanceof ElementList ? [...value] : value,
  ]);
  return Object.fromEntries(members);
}

describe('parseLargeJson', () => {
  it.each([
    '{}',
    '{"a":1}',
    '\ufeff { "a" : [ ] , "b" : [ 1 , "x,]" , [ "\\"" ] , { "c" : [ 2 ] } ] , "d" : "e\\\\" , "f" : -1.5e3 }',
    '{"a":[0,0,0,0],"b":null,"c":true,"d":{"a":[1]},"e":""}',
    '{"a":[{"a":"é漢😀"},"\\ud83d\\ude00"],"é漢😀":["é"]}',
    '{"__proto__":[1],"constructor":{"a":1},"toString":2}',
    '{"a":1,"a":[2],"a":[3,4]}',
    '{\n\t"a": [\r\n1,\n2\n]\n}\n',
  ])('equals JSON.parse for %j', (text) => {
    const expected: unknown = JSON.parse(text.replace('\ufeff', ''));

    for (const runBytes of [0, 1, 5, 1_000]) {
      expect(parse(text, { runBytes })).toEqual(expected);
      expect(parse(text, { runBytes, wholeListBytesMax: 10 })).toEqual(expected);
    }
  });

  it('equals JSON.parse for any object, however it is split', () => {
    const anObject = fc.dictionary(
      fc.string({ unit: 'grapheme', maxLength: 5 }),
      fc.oneof(fc.array(fc.jsonValue({ maxDepth: 3 })), fc.jsonValue({ maxDepth: 3 })),
      { maxKeys: 8 },
    );
    const sizes = fc.record({ runBytes: fc.nat(40), wholeListBytesMax: fc.nat(40) });

    fc.assert(
      fc.property(anObject, fc.nat(3), sizes, (object, indent, options) => {
        const text = JSON.stringify(object, undefined, indent);
        const expected: unknown = JSON.parse(text);

        expect(parse(text, options)).toEqual(expected);
        expect(parse(`{"sbom":${text},"other":[{}]}`, { ...options, path: '/sbom' })).toEqual(expected);
      }),
    );
  });

  it.each([
    ['{"sbom":{"a":[1]},"a":2}', { a: [1] }],
    ['{"a":[{"sbom":{"b":1}}],"sbom":{"a":{"sbom":{"c":2}}}}', { a: { sbom: { c: 2 } } }],
    ['{"sbom":{"a":1},"sbom":{"b":2}}', { b: 2 }],
    ['{"sbom":{"a":1},"sbom":5}', {}],
    ['{"sbom":[{"a":1}]}', {}],
    ['{"a":{"b":[1]}}', {}],
    ['[{"sbom":{"a":1}}]', {}],
  ])('parses the members of "sbom" in the wrapped %j', (text, expected) => {
    expect(parse(text, { path: '/sbom' })).toEqual(expected);
  });

  it('can be iterated repeatedly and out of order', () => {
    const list = (parseLargeJson(bytesOf('{"files":[0,1,2,3,4]}'), { ...TINY, runBytes: 3 }) as { files: ElementList })
      .files;

    expect(list).toHaveLength(5);
    expect([...list]).toEqual([0, 1, 2, 3, 4]);
    expect([...list.entries()].map(([index, element]) => index === element)).not.toContain(false);
    const both = [];
    const other = list[Symbol.iterator]();
    for (const element of list) {
      other.next();
      both.push([element, other.next().value]);
    }
    expect(both.slice(0, 2)).toEqual([
      [0, 1],
      [1, 3],
    ]);
  });

  it.each([
    ['a list is truncated', '{"a":[1,2'],
    ['something follows the document', '{} {}'],
    ['it is empty', ''],
    ['there are two BOMs', '\ufeff\ufeff{}'],
  ])('throws SBOM_UNREADABLE when %s', (_, text) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'SBOM_UNREADABLE' }));
  });

  it('throws SBOM_UNREADABLE when bytes are not UTF-8', () => {
    const bytes = Uint8Array.from([...bytesOf('{"a":["'), 0xed, 0xa0, 0x80, ...bytesOf('"]}')]);

    expect(() => withArrays(parseLargeJson(bytes, TINY))).toThrow(expect.objectContaining({ code: 'SBOM_UNREADABLE' }));
  });

  it('names an element that is too large when it is reached', () => {
    const heavy = `[${'{},'.repeat(4_500_000)}{}]`;
    const document = parseLargeJson(bytesOf(`{"components":[1,2,${heavy},4]}`), { path: '' });
    const { components } = document as { components: ElementList };

    expect(() => [...components]).toThrow(
      expect.objectContaining({
        code: 'SBOM_TOO_LARGE_TO_READ',
        message: expect.stringContaining('"/components/2"') as string,
      }),
    );
  });

  it('names a member that is too large when it is accessed', () => {
    const heavy = `{"b":[${'{},'.repeat(4_500_000)}{}]}`;
    const document = parseLargeJson(bytesOf(`{"sbom":{"a":${heavy},"c":1}}`), { path: '/sbom' });
    const { sbom } = document as { sbom: { a: unknown; c: unknown } };

    expect(sbom.c).toBe(1);
    expect(() => sbom.a).toThrow('"/sbom/a"');
  });

  it.each(['"a":1', '"a":{"b":[1]}', '"a":[[1]]'])('parses the member {%s} only once', (member) => {
    const document = parseLargeJson(bytesOf(`{${member}}`), TINY) as { a: unknown };

    expect(document.a).toBe(document.a);
  });
});

describe('inventory of a large document', () => {
  const CYCLONEDX: DetectedFormat = { format: 'cyclonedx', specVersion: '1.6', path: '' };
  const SPDX: DetectedFormat = { format: 'spdx', specVersion: '2.3', path: '' };
  const large = { components: 60, richness: 'rich' } as const;

  /** Returns whether parsing as a whole and in runs result in the same inventory. */
  function isEqual(bytes: Uint8Array, form: DetectedFormat, runBytes: number): boolean {
    const whole = parseSbom(JSON.parse(new TextDecoder().decode(bytes)), form);
    const split = parseSbom(parseLargeJson(bytes, { ...form, wholeListBytesMax: 0, runBytes }), form);
    return isDeepStrictEqual(split, whole);
  }

  it.each<[string, Uint8Array, DetectedFormat]>([
    ['CycloneDX', aLargeCycloneDxInventory(large), CYCLONEDX],
    ['SPDX', aLargeSpdxInventory(large), SPDX],
  ])('equals that of the %s document parsed as a whole, after any change', (_, bytes, form) => {
    const document: unknown = JSON.parse(new TextDecoder().decode(bytes));
    expect(isEqual(bytes, form, 0)).toBe(true);

    const aValue = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('a', '', [], {}, [[]], [null], [{}]));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.infiniteStream(fc.nat()), aValue), { maxLength: 8 }), (changes) => {
        const changed = structuredClone(document);
        for (const [choices, value] of changes) changeSomewhere(changed, choices, structuredClone(value));

        const changedBytes = bytesOf(JSON.stringify(changed));
        expect(isEqual(changedBytes, form, 0)).toBe(true);
        expect(isEqual(changedBytes, form, 700)).toBe(true);
      }),
    );
  });

  it.runIf(SBOMS.length > 0)(
    'equals that of the document parsed as a whole, for all real SBOMs',
    () => {
      const different = SBOMS.filter(({ read }) => {
        const bytes = read();
        let form: DetectedFormat | undefined;
        refusalOf(() => {
          form = inspectSbom(scan(bytes));
        });
        return form !== undefined && !isEqual(bytes, form, 700);
      });

      expect(different.map(({ file }) => file)).toEqual([]);
    },
    240_000,
  );
});

/** Sets the value at a place in the document selected by the choices. */
function changeSomewhere(document: unknown, choices: Iterator<number>, value: unknown): void {
  let holder = document;
  for (;;) {
    if (typeof holder !== 'object' || holder === null) return;
    const names = Object.keys(holder);
    const choice: number = choices.next().value;
    const name = names[choice % Math.max(1, names.length)];
    if (name === undefined) return;
    const inner: unknown = Reflect.get(holder, name);
    const goesDeeper = typeof inner === 'object' && inner !== null && choice % 5 !== 0;
    if (!goesDeeper) {
      Reflect.set(holder, name, value);
      return;
    }
    holder = inner;
  }
}
