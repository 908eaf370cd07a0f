import fc from 'fast-check';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../core/limits.ts';
import { createBoundedAjv, JSON_FORMATS, findEqualItems } from './bounded-ajv.ts';

const TEXTS = { type: 'array', items: { type: 'string' } };
const NUMBERS = { type: 'array', items: { type: 'number' } };
const TREE = { type: 'object', required: ['name'], properties: { nodes: { type: 'array', items: { $ref: '#' } } } };

/** Schemas where leaving an array early could change the result: alternatives, tuples and recursive schemas. */
const SCHEMAS: readonly object[] = [
  TEXTS,
  { ...TEXTS, uniqueItems: true },
  { uniqueItems: false },
  { anyOf: [NUMBERS, TEXTS] },
  { oneOf: [NUMBERS, TEXTS, { maxItems: 3 }] },
  { not: TEXTS },
  { if: TEXTS, then: { minItems: 2 }, else: NUMBERS },
  { type: 'array', items: [{ type: 'string' }, { type: 'number' }], additionalItems: false },
  { type: 'array', items: [{ type: 'string' }], additionalItems: { type: 'number' } },
  { items: false },
  { items: true },
  { items: { anyOf: [TEXTS, NUMBERS] } },
  TREE,
];

const aValue = fc.oneof(fc.string({ maxLength: 1 }), fc.integer({ min: 0, max: 3 }));
const aList = fc.oneof(fc.array(aValue, { maxLength: 5 }), manyOf('a'), manyOf(1));
const aDocument = fc.oneof(aList, fc.array(aList, { maxLength: 3 }), aTree());

describe('createBoundedAjv', () => {
  it.each(SCHEMAS.map((schema) => [schema]))('has the same result as plain Ajv for %j', (schema) => {
    const bounded = createBoundedAjv().compile(schema);
    const plain = new Ajv({ strict: false }).compile(schema);

    fc.assert(
      fc.property(aDocument, (document) => {
        expect(bounded(document)).toBe(plain(document));
      }),
    );
  });

  it('leaves an array after enough failures', () => {
    const validate = createBoundedAjv().compile(TEXTS);

    expect(validate(Array.from({ length: 100_000 }, () => 1))).toBe(false);
    expect(validate.errors).toHaveLength(LIMITS.schemaErrorsMax);
  });

  it('checks a whole array even if an earlier alternative failed often', () => {
    const validate = createBoundedAjv().compile({ anyOf: [NUMBERS, TEXTS] });
    const texts: unknown[] = Array.from({ length: 200 }, () => 'a');

    expect(validate(texts)).toBe(true);
    expect(validate([...texts, 1])).toBe(false);
  });
});

/** Many equal items, with a different one at some index. */
function manyOf(item: string | number): fc.Arbitrary<unknown[]> {
  return fc
    .tuple(fc.integer({ min: 0, max: 150 }), fc.integer({ min: 0, max: 150 }), fc.option(aValue))
    .map(([length, at, other]) =>
      Array.from({ length }, (_, index) => (index === at && other !== null ? other : item)),
    );
}

function aTree(): fc.Arbitrary<unknown> {
  const { tree } = fc.letrec((tie) => ({
    tree: fc.record(
      { name: fc.constant('a'), nodes: fc.array(tie('tree'), { maxLength: 3, depthIdentifier: 'tree' }) },
      { requiredKeys: [] },
    ),
  }));
  return tree;
}

const TABLE: Readonly<Record<string, { readonly valid: readonly string[]; readonly invalid: readonly string[] }>> = {
  'date-time': {
    valid: [
      '2024-01-31T23:59:59Z',
      '2024-02-29T00:00:00.123456789Z',
      '2000-02-29t00:00:00z',
      '2024-06-30 23:59:60+14:00',
      '2024-01-31T23:59:59-00:30',
    ],
    invalid: [
      '',
      '2024-01-31',
      '2024-01-31T23:59:59',
      '2024-01-31T24:00:00Z',
      '2024-01-31T23:60:00Z',
      '2024-01-31T23:59Z',
      '2024-01-31T23:59:59.Z',
      '2024-01-31T23:59:59+0100',
      '2024-01-31T23:59:59+24:00',
      '2024-13-01T00:00:00Z',
      '2023-02-29T00:00:00Z',
      '1900-02-29T00:00:00Z',
      '2024-04-31T00:00:00Z',
      '2024-00-10T00:00:00Z',
      '2024-01-00T00:00:00Z',
      '01-01-2026',
      '2024-01-31T23:59:59Z\n',
      `2024-01-31T23:59:59.${'1'.repeat(100_000)}`,
    ],
  },
  date: { valid: ['2024-02-29'], invalid: ['2024-02-30', '2024-2-3', '2024-02-29T00:00:00Z'] },
  'idn-email': {
    valid: ['a@b', 'jörg@bücher.example', '"a@b"@example.org'],
    invalid: ['', 'ironman', '@b', 'a@', 'a b@c', 'a@b\n', '@'],
  },
  'iri-reference': {
    valid: [
      '',
      'https://example.org/a?b#c',
      '../a',
      'git@github.com:a/b.git',
      'https://bücher.example/ä',
      'https://example.org/${project.scm.tag}',
    ],
    invalid: ['https://example.org/a b', 'a\nb', 'a\\b', '<a>', 'a"b', `${'a'.repeat(100_000)} `],
  },
  uri: { valid: ['https://example.org', 'urn:a:b', 'x-y+z.1:a'], invalid: ['', 'example.org', '1a:b', 'https://a b'] },
};

const rows = (kind: 'valid' | 'invalid') =>
  Object.entries(TABLE).flatMap(([format, cases]) => cases[kind].map((text) => [format, text] as const));

describe('JSON_FORMATS', () => {
  it.each(rows('valid'))('%s accepts %j', (format, text) => {
    expect(JSON_FORMATS[format]?.(text)).toBe(true);
  });

  it.each(rows('invalid'))('%s rejects %j', (format, text) => {
    expect(JSON_FORMATS[format]?.(text)).toBe(false);
  });

  it('covers every format', () => {
    expect(Object.keys(TABLE).sort()).toEqual(Object.keys(JSON_FORMATS).sort());
  });
});

describe('findEqualItems', () => {
  it.each<[string, string]>([
    ['texts', '["a", "b", "a"]'],
    ['numbers written differently', '[1, 2, 1.0]'],
    ['zeros', '[0, 1, -0]'],
    ['nulls', '[null, false, null]'],
    ['objects', '[{ "a": 1 }, {}, { "a": 1 }]'],
    [
      'objects with members in another order',
      '[{ "a": 1, "b": { "c": 1, "d": 2 } }, 0, { "b": { "d": 2, "c": 1 }, "a": 1 }]',
    ],
    ['arrays', '[[1, [2]], [], [1, [2]]]'],
    ['members named __proto__', '[{ "__proto__": 1 }, {}, { "__proto__": 1 }]'],
  ])('finds equal %s', (_, json) => {
    expect(findEqualItems(JSON.parse(json) as unknown[])).toEqual([0, 2]);
  });

  it.each<[string, string]>([
    ['an empty list', '[]'],
    ['values of different types', '[0, "0", false, null, "", [], {}, [0], ["0"], { "0": 0 }]'],
    ['a text that looks like an item beside it', '[["a"], "[,\\"a\\"]", { "a": 1 }, "{,\\"a\\":1}"]'],
    ['other nestings of the same values', '[[[1], 2], [[1, 2]], [1, [2]], [1, 2], [[1], [2]]]'],
    ['other members with the same values', '[{ "a": 1, "b": 2 }, { "a": 2, "b": 1 }, { "a": 1 }, { "b": 2 }]'],
  ])('finds no equal items in %s', (_, json) => {
    expect(findEqualItems(JSON.parse(json) as unknown[])).toBeUndefined();
  });

  it('compares items longer than the text it keeps', () => {
    const long = (end: string): unknown => ({
      texts: Array.from({ length: 3_000 }, (_, n) => `${'x'.repeat(100)}${n}`),
      end,
    });

    expect(findEqualItems([long('a'), long('b'), long('c')])).toBeUndefined();
    expect(findEqualItems([long('a'), long('b'), long('a')])).toEqual([0, 2]);
  });

  it('agrees with a comparison of all pairs', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 3 })), (values) => {
        const items = JSON.parse(JSON.stringify(values)) as unknown[];

        expect(findEqualItems(items) !== undefined).toBe(hasEqualPair(items));
      }),
    );
  });

  it('finds a copy with its members in another order', () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 3, values: [fc.string(), fc.integer(), fc.constant(null)] }), (object) => {
        const item = JSON.parse(JSON.stringify(object)) as object;

        expect(findEqualItems([item, reverseMembers(item)])).toEqual([0, 1]);
      }),
    );
  });
});

function hasEqualPair(items: readonly unknown[]): boolean {
  return items.some((a, i) => items.slice(i + 1).some((b) => isEqual(a, b)));
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(sortMembers(a)) === JSON.stringify(sortMembers(b));
}

function sortMembers(value: unknown): unknown {
  return mapMembers(value, sortMembers, (entries) => entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function reverseMembers(value: unknown): unknown {
  return mapMembers(value, reverseMembers, (entries) => entries.reverse());
}

type Entry = [string, unknown];

function mapMembers(value: unknown, map: (value: unknown) => unknown, order: (entries: Entry[]) => Entry[]): unknown {
  if (Array.isArray(value)) return value.map(map);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(order(Object.entries(value)).map(([name, member]) => [name, map(member)]));
}
