/**
 * Parses the question from the text of a request without using the code under test, so that a mismatch between the two is
 * detected.
 */
import { z } from 'zod';

const Precondition = z.strictObject({ type: z.string(), value: z.string().nullable(), quote: z.string() });
const Item = z.strictObject({ id: z.string().regex(/^[km][1-8]$/), preconditions: z.array(Precondition) });
const Fields = z.record(z.string(), z.strictObject({ value: z.unknown(), complete: z.literal(true).optional() }));
const Advisory = z.strictObject({
  texts: z
    .array(
      z.strictObject({
        title: z.string().max(512),
        details: z.string().max(6_000),
        shortened: z.literal(true).optional(),
      }),
    )
    .max(4),
  packages: z.array(z.string().max(200)),
});
const Component = z.strictObject({
  name: z.string().max(200),
  version: z.string().max(200).nullable(),
  scopes: z.array(z.string()),
  pathLength: z.int().nullable(),
});

const FactsData = z.strictObject({ advisory: Advisory });
const SecondData = z.union([
  z.strictObject({
    advisory: Advisory,
    component: Component,
    facts: z.array(z.strictObject({ fields: Fields, notes: z.string().optional() })),
    item: Item,
  }),
  z.strictObject({ advisory: Advisory, item: Item }),
]);

export type AskedPrecondition = z.infer<typeof Precondition>;
export type AskedFields = z.infer<typeof Fields>;
export type FactsAsked = { readonly purpose: 'facts'; readonly data: z.infer<typeof FactsData> };
export type SecondAsked = { readonly purpose: 'second'; readonly data: z.infer<typeof SecondData> };
export type Asked = FactsAsked | SecondAsked;

const FRAME = /^START OF DATA ([0-9a-f]{32})\n(.*)\nEND OF DATA ([0-9a-f]{32})(?:\n\nAn earlier answer [^\n]*)?$/;

/** Throws an error that names the unexpected part. */
export function readAsked(message: string): Asked {
  const [, before, json = '', after] = FRAME.exec(message) ?? [];
  if (before === undefined || before !== after) throw new Error('the data does not stand in its frame');
  const data: unknown = JSON.parse(json);
  if (typeof data === 'object' && data !== null && 'item' in data)
    return { purpose: 'second', data: SecondData.parse(data) };
  return { purpose: 'facts', data: FactsData.parse(data) };
}
