/**
 * Ajv for untrusted documents. It collects all errors, but not millions of them; no keyword takes quadratic time; and no schema
 * is ever fetched. Two keywords are replaced for this: `items` leaves an array after enough failures, and `uniqueItems` is
 * linear. Neither changes the result.
 */
import { _, Ajv, Name, type KeywordCxt, type SchemaValidateFunction } from 'ajv';
import { alwaysValidSchema, Type } from 'ajv/dist/compile/util.js';
import { validateTuple } from 'ajv/dist/vocabularies/applicator/items.js';
import { LIMITS } from '../../core/limits.ts';
import { JSON_FORMATS } from './json-formats.ts';
import { findEqualItems } from './unique-items.ts';

export function createBoundedAjv(): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    // The official schemas have annotations and tuples that strict mode rejects; they are trusted, so they are not checked.
    strict: false,
    validateSchema: false,
    meta: false,
    // The official patterns contain unnecessary escapes, which Unicode mode rejects.
    unicodeRegExp: false,
    formats: { ...JSON_FORMATS },
  });
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', validate: checkUniqueItems });
  ajv.removeKeyword('items');
  ajv.addKeyword({
    keyword: 'items',
    type: 'array',
    schemaType: ['object', 'array', 'boolean'],
    before: 'uniqueItems',
    code: checkItems,
  });
  return ajv;
}

const checkUniqueItems: SchemaValidateFunction = (wanted: boolean, items: readonly unknown[]): boolean => {
  const equal = wanted ? findEqualItems(items) : undefined;
  if (equal === undefined) return true;
  checkUniqueItems.errors = [{ keyword: 'uniqueItems', params: { first: equal[0], second: equal[1] } }];
  return false;
};

/** The error counter in every validation function that Ajv generates. */
const ERRORS = new Name('errors');

/**
 * Ajv's own loop with one more line. The exit condition is checked only after an item has failed: the counter includes errors of
 * undecided alternatives (`oneOf`), so on its own it says nothing about this array.
 */
function checkItems(cxt: KeywordCxt): void {
  const { gen, data, keyword, it } = cxt;
  const schema: unknown = cxt.schema;
  if (Array.isArray(schema)) {
    validateTuple(cxt, 'additionalItems', schema);
    return;
  }
  if (alwaysValidSchema(it, cxt.schema)) return;

  const valid = gen.name('valid');
  const allValid = gen.let('valid', true);
  gen.forRange('i', 0, _`${data}.length`, (i) => {
    cxt.subschema({ keyword, dataProp: i, dataPropType: Type.Num }, valid);
    gen.if(_`!${valid}`, () => {
      gen.assign(allValid, false);
      gen.if(_`${ERRORS} >= ${LIMITS.schemaErrorsMax}`, () => gen.break());
    });
  });
  cxt.ok(allValid);
}
