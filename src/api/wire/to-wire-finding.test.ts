import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createPicker } from './to-wire-finding.ts';

const pick = createPicker(
  z.object({
    id: z.string(),
    score: z.object({ value: z.number(), unit: z.string().nullable() }).nullable(),
    parts: z.array(z.object({ name: z.string(), note: z.string().nullable() })).describe('Parts.'),
  }),
);

describe('createPicker', () => {
  it('copies the members of the schema in its order, at every depth', () => {
    const value = { parts: [{ note: 'b', hidden: 1, name: 'a' }], score: { unit: '%', value: 1 }, hidden: 2, id: 'x' };

    expect(JSON.stringify(pick(value))).toBe(
      '{"id":"x","score":{"value":1,"unit":"%"},"parts":[{"name":"a","note":"b"}]}',
    );
  });

  it('sets missing members that may be null to null', () => {
    expect(pick({ id: 'x', parts: [{ name: 'a' }] })).toEqual({
      ...{ id: 'x', score: null, parts: [{ name: 'a', note: null }] },
    });
  });

  it('shares no object with the value', () => {
    const value = { id: 'x', score: { value: 1, unit: null }, parts: [] };
    const picked = pick(value);

    expect(picked).toEqual(value);
    expect(picked.score).not.toBe(value.score);
    expect(picked.parts).not.toBe(value.parts);
  });
});
