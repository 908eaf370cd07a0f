import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scan, toBytes } from '../../../../test/support/scan-bytes.ts';
import { capture } from './captured-text.ts';
import { KnownNames } from './known-names.ts';

function textAt(names: KnownNames, text: string): string | undefined {
  const end = names.find(toBytes(`"${text}":`), 1);
  return end === 0 ? undefined : names.found.decode();
}

describe('KnownNames', () => {
  it('finds exactly the names that it knows', () => {
    const name = fc.oneof(fc.constantFrom('', 'a', 'ab', 'b', 'name', 'names'), fc.stringMatching(/^[a-d]{0,4}$/));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), name), { maxLength: 80 }), (steps) => {
        const names = new KnownNames();
        const known = new Set(['']);
        for (const [isRead, text] of steps) {
          if (isRead) expect(names.know(capture(text)).decode()).toBe(text);
          if (isRead) known.add(text);
          expect(textAt(names, text)).toBe(known.has(text) ? text : undefined);
        }
      }),
    );
  });

  it('does not find a name that continues, has an escape or does not end', () => {
    const names = new KnownNames();
    names.know(capture('name'));

    expect(textAt(names, 'name')).toBe('name');
    expect(textAt(names, 'names')).toBeUndefined();
    expect(textAt(names, 'nam')).toBeUndefined();
    expect(textAt(names, 'n\\u0061me')).toBeUndefined();
    expect(names.find(toBytes('"name'), 1)).toBe(0);
  });

  it('gives equal names one number and leaves out those beyond the limit', () => {
    const names = new KnownNames();
    const numbers = Array.from({ length: 400 }, (_, i) => names.know(capture(`name ${i}`)).known);

    expect(new Set(numbers.filter((number) => number !== -1)).size).toBe(255);
    expect(Array.from({ length: 400 }, (_, i) => names.know(capture(`name ${i}`)).known)).toEqual(numbers);
  });

  it('distinguishes two names with the same hash', () => {
    const names = new KnownNames();
    const [left, right] = ['costarring', 'liquid'].map((word) => names.know(capture(word)));

    expect(left?.hash).toBe(right?.hash);
    expect(left?.known).not.toBe(right?.known);
    expect(textAt(names, 'costarring')).toBe('costarring');
    expect(textAt(names, 'liquid')).toBe('liquid');
  });
});

function toName({ name }: { readonly name: string }): unknown {
  return JSON.parse(name);
}

describe('a scan with known names', () => {
  const text = fc.oneof(
    fc.constantFrom('name', 'version', 'purl', 'type', 'a', 'é', '€', '😀', '"', '\\', '\n', 'x'.repeat(70)),
    fc.string({ maxLength: 6, unit: 'binary' }).filter((each) => each.isWellFormed()),
  );
  const space = fc.constantFrom('', '', ' ', '\n  ', '\r\n\t');
  /** A text with some of its characters as escapes. */
  const written = fc
    .tuple(text, fc.nat(3))
    .map(([each, every]) =>
      every !== 1
        ? JSON.stringify(each)
        : `"${Array.from({ length: each.length }, (_, i) => `\\u${each.charCodeAt(i).toString(16).padStart(4, '0')}`).join('')}"`,
    );
  const value = fc.oneof(
    { weight: 4, arbitrary: written },
    { weight: 1, arbitrary: fc.constantFrom('1', 'null', '[]', '["a"]', '-0.5e1') },
  );
  const member = fc
    .tuple(written, space, space, value, space)
    .map(([name, before, after, held, end]) => ({ name, text: `${name}${before}:${after}${held}${end}` }));
  const object = fc.array(member, { maxLength: 50 });

  it('counts the names that are equal for JSON.parse, wherever chunks end', () => {
    fc.assert(
      fc.property(
        fc.array(object, { maxLength: 12 }),
        space,
        fc.array(fc.nat(4000), { maxLength: 12 }),
        (objects, gap, cuts) => {
          const items = objects.map((members) => `{${gap}${members.map(({ text: each }) => each).join(`,${gap}`)}}`);
          const document = `{"bomFormat":"CycloneDX","components":[${items.join(`${gap},`)}]}`;
          const repeated = objects.map((members) => members.length - new Set(members.map(toName)).size);
          const bytes = toBytes(document);
          const inOrder = cuts.filter((cut) => cut < bytes.length).toSorted((a, b) => a - b);

          const facts = scan(bytes, { cuts: inOrder });

          expect(facts.duplicateNames).toBe(repeated.reduce((sum, count) => sum + count, 0));
          expect(facts.top.counts.components).toBe(objects.length);
          expect(facts.bytes).toBe(bytes.length);
        },
      ),
      { numRuns: 400 },
    );
  });
});
