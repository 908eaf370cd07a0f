import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../../src/access/tokens/authenticate-token.ts';
import type { Database } from '../../../src/store/database.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';

let assay: TestAssay;

beforeAll(async () => {
  assay = await startTestAssay();
});

afterAll(async () => await assay.stop());

/** Also counts the lookups in the token directory. */
function anAuthenticator() {
  const asked = { times: 0 };
  const clock = { now: Date.now() };
  const database: Database = {
    ...assay.database,
    reference: async (work) => {
      asked.times += 1;
      return await assay.database.reference(work);
    },
  };
  const onError = (error: unknown): void => {
    throw error;
  };
  return { asked, clock, authenticator: createAuthenticator({ database, now: () => clock.now, onError }) };
}

describe('concurrent requests', () => {
  it('with the same token look it up once', async () => {
    const { authenticator, asked } = anAuthenticator();
    const header = `Bearer ${assay.token}`;

    const principals = await Promise.all(
      Array.from({ length: 50 }, async () => await authenticator.authenticate(header)),
    );

    expect(new Set(principals.map((principal) => principal?.orgId)).size).toBe(1);
    expect(principals[0]).toBeDefined();
    expect(asked.times).toBe(1);
  });

  it('with another secret for the same token are rejected, and do not evict it from the cache', async () => {
    const { authenticator, asked } = anAuthenticator();
    const wrong = assay.token.slice(0, -5) + (assay.token.endsWith('AAAAA') ? 'BBBBB' : 'AAAAA');

    const answers = await Promise.all(
      [assay.token, wrong, assay.token, wrong].map(
        async (token) => await authenticator.authenticate(`Bearer ${token}`),
      ),
    );

    expect(answers.map((principal) => principal !== undefined)).toEqual([true, false, true, false]);
    expect(asked.times).toBe(2);
    expect(await authenticator.authenticate(`Bearer ${wrong}`)).toBeUndefined();
  });
});

describe('a cached token', () => {
  it('is looked up again after a second, and as soon as it is revoked', async () => {
    const { authenticator, asked, clock } = anAuthenticator();
    const header = `Bearer ${assay.token}`;
    const principal = await authenticator.authenticate(header);
    await authenticator.authenticate(header);
    const times = [asked.times];
    clock.now += 1_001;
    await authenticator.authenticate(header);
    times.push(asked.times);
    authenticator.forget(principal?.publicId ?? '');
    await authenticator.authenticate(header);
    times.push(asked.times);

    expect(times).toEqual([1, 2, 3]);
  });
});
