import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../core/limits.ts';
import { createBoundedAjv } from './bounded-ajv.ts';

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
