import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { COLUMN_PARSERS, parseTextArray } from './text-arrays.ts';

const parserOf = pg.types.getTypeParser as (oid: number) => (text: string) => unknown;
const parseByDriver = parserOf(1009);

/** As the server writes it. */
function write(elements: readonly (string | null)[]): string {
  const texts = elements.map((element) => {
    if (element === null) return 'NULL';
    const isPlain = element !== '' && !/[{}",\\\s]/.test(element) && element.toUpperCase() !== 'NULL';
    return isPlain ? element : `"${element.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  });
  return `{${texts.join(',')}}`;
}

describe('parseTextArray', () => {
  it.each([
    '{}',
    '{a}',
    '{NULL}',
    '{"NULL"}',
    '{NULLABLE,a}',
    '{""}',
    '{"a,b",c}',
    String.raw`{"\\"}`,
    '[0:1]={a,b}',
    '{{a},{b}}',
  ])('reads %s like the driver', (text) => {
    expect(parseTextArray(text)).toEqual(parseByDriver(text));
  });

  it('reads what the server writes', () => {
    const element = fc.oneof(fc.string(), fc.webUrl(), fc.constantFrom(null, 'NULL', '', 'a b', '{', 'CVE-2024-1'));
    fc.assert(
      fc.property(fc.array(element), (elements) => {
        expect(parseTextArray(write(elements))).toEqual(elements);
      }),
    );
  });

  it('is used for columns in text format', () => {
    const columnParserOf = COLUMN_PARSERS.getTypeParser as (oid: number, format: string) => (text: string) => unknown;

    expect(columnParserOf(1009, 'text')).toBe(parseTextArray);
    expect(columnParserOf(23, 'text')('7')).toBe(7);
  });
});
