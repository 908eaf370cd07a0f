import { afterAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../core/limits.ts';
import { createThreadPool } from '../pool/thread-pool.ts';
import { validateStrictly } from './validate-strictly.ts';

const pool = createThreadPool({ count: 2 });
const smallPool = createThreadPool({ count: 1, memoryMb: 64 });
afterAll(async () => {
  await Promise.all([pool.close(), smallPool.close()]);
});

const HEAD = '"bomFormat":"CycloneDX","specVersion":"1.6"';
const VALID = `{${HEAD},"components":[{"type":"library","name":"a"}]}`;

async function validate(text: string, threads = pool) {
  const bytes = new TextEncoder().encode(text);
  return await validateStrictly(threads, { format: 'cyclonedx', specVersion: '1.6', path: '', bytes });
}

describe('validateStrictly', () => {
  it('returns no details for a valid document, with or without a BOM', async () => {
    expect(await validate(VALID)).toEqual([]);
    expect(await validate(`\ufeff${VALID}`)).toEqual([]);
  });

  it('returns the details of an invalid document', async () => {
    expect(await validate(`{${HEAD},"components":[{"name":"a"}]}`)).toEqual([
      { path: '/components/0', message: 'must have the member "type"' },
    ]);
  });

  it('transfers the bytes, and copies a view of a larger buffer', async () => {
    const whole = new TextEncoder().encode(VALID);
    const shared = Buffer.from(`neighbor${VALID}`);
    const request = { format: 'cyclonedx', specVersion: '1.6', path: '' } as const;

    expect(await validateStrictly(pool, { ...request, bytes: whole })).toEqual([]);
    expect(await validateStrictly(pool, { ...request, bytes: shared.subarray(8) })).toEqual([]);

    expect(whole.byteLength).toBe(0);
    expect(shared.toString()).toBe(`neighbor${VALID}`);
  });

  it('rejects documents above the size limit', async () => {
    const bytes = new Uint8Array(LIMITS.strictBodyBytesMax + 1);

    await expect(validateStrictly(pool, { format: 'cyclonedx', specVersion: '1.6', path: '', bytes })).rejects.toThrow(
      'The size was checked before',
    );
  });

  it('validates many documents at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, async () => await validate(VALID)));

    expect(answers).toEqual(Array.from({ length: 20 }, () => []));
  });
});

describe('hostile documents', () => {
  it('with the maximum depth of the scanner are validated completely', async () => {
    const levels = (LIMITS.jsonDepthMax - 4) / 2;
    const open = '{"type":"library","name":"a","components":['.repeat(levels);

    const details = await validate(`{${HEAD},"components":[${open}{}${']}'.repeat(levels)}]}`);

    const path = `/components${'/0/components'.repeat(levels)}/0`;
    expect(details).toEqual([
      { path, message: 'must have the member "type"' },
      { path, message: 'must have the member "name"' },
    ]);
  });

  it('with 200,000 invalid components get a limited number of details', async () => {
    const components = Array.from({ length: 200_000 }, (_, n) => `{"type":"library","version":"${n}"}`);

    const details = await validate(`{${HEAD},"components":[${components.join(',')}]}`);

    expect(details).toHaveLength(LIMITS.schemaErrorsMax);
  });

  it('with 200,000 valid components and one duplicate at the end are compared in linear time', async () => {
    const components = Array.from({ length: 200_000 }, (_, n) => `{"type":"library","name":"${n}"}`);

    const details = await validate(`{${HEAD},"components":[${components.join(',')},{"name":"0","type":"library"}]}`);

    expect(details).toEqual([
      { path: '/components', message: expect.stringContaining('0 and 200000 are equal') as string },
    ]);
  });

  it('whose invalid components branch four ways at every level get a limited number of details', async () => {
    const lists = (inner: string): string =>
      `"components":[${inner}],"pedigree":{"ancestors":[${inner}],"descendants":[${inner}],"variants":[${inner}]}`;
    let tree = '{}';
    for (let level = 0; level < 7; level += 1) tree = `{${lists(tree)}}`;

    const details = await validate(`{${HEAD},"components":[${tree}]}`);

    expect(details).toHaveLength(LIMITS.schemaErrorsMax);
  });

  it.each([
    ['empty arrays', '[],', '[]'],
    ['nested arrays', '[[[[[[[[]]]]]]]],', '[]'],
    ['objects', '{"a":{}},', '{}'],
  ])('of %s that exceed the memory are rejected, and the next document is validated', async (_, repeated, last) => {
    const bomb = `{${HEAD},"components":[${repeated.repeat((16 * 1024 * 1024) / repeated.length)}${last}]}`;

    await expect(validate(bomb, smallPool)).rejects.toMatchObject({ code: 'THREAD_OUT_OF_MEMORY' });

    expect(await validate(VALID, smallPool)).toEqual([]);
  });

  it('of objects with all different members, just within the limit, are validated', async () => {
    const objects = Array.from({ length: 120_000 }, (_, n) => `{"${n.toString(36)}":1}`);

    const details = await validate(`{${HEAD},"components":[${objects.join(',')}]}`, smallPool);

    expect(details).toHaveLength(LIMITS.schemaErrorsMax);
  });

  it('with members named like prototype properties are validated like any other', async () => {
    const details = await validate(`{${HEAD},"__proto__":{"a":1},"constructor":1,"components":[{"__proto__":null}]}`);

    expect(details.map(({ path, message }) => `${path} ${message}`)).toEqual([
      ' has the unknown member "__proto__"',
      ' has the unknown member "constructor"',
      '/components/0 must have the member "type"',
      '/components/0 must have the member "name"',
      '/components/0 has the unknown member "__proto__"',
    ]);
  });
});
