/**
 * Ajv for untrusted documents. It collects all errors, but not millions of them; no keyword takes quadratic time; and no schema
 * is ever fetched. Two keywords are replaced for this: `items` leaves an array after enough failures, and `uniqueItems` is
 * linear. Neither changes the result.
 */
import { _, Ajv, Name, type KeywordCxt, type SchemaValidateFunction } from 'ajv';
import { alwaysValidSchema, Type } from 'ajv/dist/compile/util.js';
import { validateTuple } from 'ajv/dist/vocabularies/applicator/items.js';
import { LIMITS } from '../../core/limits.ts';
import { hash } from 'node:crypto';

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

/**
 * `uniqueItems` in linear time. The usual check compares all pairs of items, which takes minutes for an SBOM with 50,000 components;
 * here each item gets a canonical text (members sorted by name), and a map finds duplicates. Returns the indexes of the first two
 * equal items, or undefined if all differ. Equality is that of JSON Schema: the order of members does not matter, so
 * `[{ "a": 1, "b": 2 }, { "b": 2, "a": 1 }]` returns `[0, 1]`.
 */
export function findEqualItems(items: readonly unknown[]): readonly [number, number] | undefined {
  const plain = new Map<unknown, number>();
  const composed = new Map<unknown, number>();
  for (const [index, item] of items.entries()) {
    const isComposed = typeof item === 'object' && item !== null;
    const seen = isComposed ? composed : plain;
    const key = isComposed ? canonicalText(item) : item;
    const earlier = seen.get(key);
    if (earlier !== undefined) return [earlier, index];
    seen.set(key, index);
  }
  return undefined;
}

/** An array or object being serialized, and the current position in it. */
interface Frame {
  readonly names: readonly string[] | undefined;
  readonly values: readonly unknown[] | Readonly<Record<string, unknown>>;
  readonly length: number;
  next: number;
}

/** A long text is folded into a digest along the way, so that a huge item is not copied. */
const FOLD_CHARACTERS = 65_536;

/** Uses an explicit stack instead of recursion; it is as deep as the document, never as wide. */
function canonicalText(item: object): string {
  const frames = [open(item)];
  let text = '';
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    if (frame.next === 0) text += frame.names === undefined ? '[' : '{';
    if (frame.next === frame.length) {
      text += frame.names === undefined ? ']' : '}';
      frames.pop();
      continue;
    }
    const name = frame.names?.[frame.next] ?? frame.next;
    text += frame.names === undefined ? ',' : `,${JSON.stringify(name)}:`;
    const value = Reflect.get(frame.values, name);
    frame.next += 1;
    if (typeof value === 'object' && value !== null) frames.push(open(value));
    else text += JSON.stringify(value);
    if (text.length > FOLD_CHARACTERS) text = hash('sha256', text);
  }
  return text;
}

function open(value: object): Frame {
  if (Array.isArray(value)) return { names: undefined, values: value, length: value.length, next: 0 };
  const names = Object.keys(value).sort();
  return { names, values: value as Readonly<Record<string, unknown>>, length: names.length, next: 0 };
}

/**
 * The `format` keywords used by the official schemas, each checked in one pass. They reject what is clearly wrong and accept some
 * values that a full grammar would reject: the schemas are strict about structure, but tools are lenient about URLs.
 */
export const JSON_FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': isDateTime,
  date: isDate,
  'idn-email': isEmail,
  'iri-reference': isIriReference,
  uri: isUri,
};

const DATE = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;
const TIME = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:[Zz]|[+-]([0-9]{2}):([0-9]{2}))$/;
const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** RFC 3339 section 5.6; a space is allowed instead of the T. */
function isDateTime(text: string): boolean {
  return isDate(text.slice(0, 10)) && 'Tt '.includes(text.charAt(10) || '-') && isTime(text.slice(11));
}

function isDate(text: string): boolean {
  const [year, month, day] = numbersOf(DATE, text);
  if (year === undefined || month === undefined || day === undefined) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeap ? 29 : (DAYS_OF_MONTH[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

function isTime(text: string): boolean {
  const [hour = 99, minute = 99, second = 99, zoneHour = 0, zoneMinute = 0] = numbersOf(TIME, text);
  return hour <= 23 && minute <= 59 && second <= 60 && zoneHour <= 23 && zoneMinute <= 59;
}

function numbersOf(pattern: RegExp, text: string): readonly (number | undefined)[] {
  const [, ...groups] = pattern.exec(text) ?? [];
  return groups.map((group: string | undefined) => (group === undefined ? undefined : Number(group)));
}

/** RFC 6531 without its grammar: text, an @, text, and no white space. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  return at > 0 && at < text.length - 1 && !WHITE_SPACE.test(text);
}

const WHITE_SPACE = /[\s\p{Cc}]/u;
/**
 * Characters that RFC 3987 forbids in an IRI, except braces: many published documents contain URLs with an unresolved Maven
 * placeholder (`${project.scm.tag}`), including an official CycloneDX example.
 */
const OUTSIDE_OF_IRI = /[\s\p{Cc}<>"|\\^`]/u;
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;

function isIriReference(text: string): boolean {
  return !OUTSIDE_OF_IRI.test(text);
}

function isUri(text: string): boolean {
  return SCHEME.test(text) && isIriReference(text);
}
