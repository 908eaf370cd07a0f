/** Limits of password attempts by account, address and browser, with a clock that the test controls. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPasswordGuard, type PasswordGuard } from '../../../src/access/passwords/passwords.ts';
import { LIMITS } from '../../../src/core/limits.ts';
import { openDatabase, type Database } from '../../../src/store/database.ts';
import { newId } from '../../../src/store/new-id.ts';
import { insertOrganization } from '../../../src/store/people/organizations.ts';
import { findPerson, type Person } from '../../../src/store/people/people.ts';
import { aMember, PASSWORD } from '../../support/people.ts';
import { createTestDatabase } from '../../support/test-database.ts';

/** The session of the fixture was started in this browser. */
const DEVICE = 'd'.repeat(43);

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
let person: Person;
let nowMs = Date.parse('2026-01-01T00:00:00Z');
let checks = 0;
let guard: PasswordGuard;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const onIdleError = (): void => {};
  database = openDatabase({ url: testDatabase.url, connectionsMax: 2, statementTimeoutMs: 0, onIdleError });
  const orgId = newId();
  const createdAt = new Date().toISOString();
  await database.inOrg(orgId, async (tx) => await insertOrganization(tx, { id: orgId, name: 'Ours', createdAt }));
  const { id } = await aMember({ database }, orgId, 'owner', { email: 'ada@example.com', device: DEVICE });
  const found = await database.reference(async (tx) => await findPerson(tx, id));
  if (found === undefined) throw new Error('The member was made above.');
  person = found;
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
beforeEach(() => {
  checks = 0;
  guard = createPasswordGuard({
    database,
    now: () => nowMs,
    inTurn: async (work) => {
      checks += 1;
      // Only the number of attempts matters here; a hundred hashes would only cost time.
      return checks > 3 ? (false as Awaited<ReturnType<typeof work>>) : await work();
    },
  });
});

interface Try {
  readonly account?: string;
  readonly address?: string;
  readonly device?: string;
  readonly password?: string;
  readonly person?: Person | undefined;
}

const ADDRESS = '198.51.100.1';

async function attempt({ account = person.email, address = ADDRESS, password = 'wrong', device, ...rest }: Try = {}) {
  const whom = 'person' in rest ? rest.person : person;
  try {
    return (await guard.check({ account, address, device, password, person: whom })) ? 'right' : 'wrong';
  } catch (error) {
    return (error as { code: string; retryAfterSeconds: number }).code;
  }
}

async function fail(times: number, toTry: (n: number) => Try): Promise<void> {
  for (let n = 0; n < times; n += 1) expect(await attempt(toTry(n))).toBe('wrong');
}

describe('a password', () => {
  it('is compared once, whether the account exists or not', async () => {
    expect(await attempt({ password: PASSWORD })).toBe('right');
    expect(await attempt({ password: PASSWORD, person: undefined })).toBe('wrong');

    expect(checks).toBe(2);
  });

  it('can be wrong ten times from one address, and again after a while', async () => {
    await fail(LIMITS.signInsPerAccountAndAddressMax, () => ({}));

    expect(await attempt({ password: PASSWORD })).toBe('RATE_LIMITED');
    expect(await attempt({ address: '198.51.100.2' })).toBe('wrong');
    nowMs += 91_000;
    expect(await attempt()).toBe('wrong');
    expect(await attempt()).toBe('RATE_LIMITED');
  });

  it('does not count as an attempt when it is correct', async () => {
    await fail(2, () => ({}));
    expect(await attempt({ password: PASSWORD })).toBe('right');

    await fail(LIMITS.signInsPerAccountAndAddressMax - 2, () => ({}));
    expect(await attempt()).toBe('RATE_LIMITED');
  });

  it('is accepted although others failed many times from the same address', async () => {
    await fail(LIMITS.signInsPerAddressMax / 2, (n) => ({ account: `${n}@example.com`, person: undefined }));
    checks = 0;

    expect(await attempt({ password: PASSWORD })).toBe('right');
  });

  it('of other accounts is rejected from an address with very many failures, except in browsers that signed in before', async () => {
    await fail(LIMITS.signInsPerAddressMax, (n) => ({ account: `${n}@example.com`, person: undefined }));
    checks = 0;

    expect(await attempt({ password: PASSWORD })).toBe('RATE_LIMITED');
    expect(await attempt({ password: PASSWORD, device: DEVICE })).toBe('right');
    expect(await attempt({ address: '198.51.100.2' })).toBe('wrong');
  });

  it('that is rejected for one account does not count against others at the address', async () => {
    await fail(LIMITS.signInsPerAccountAndAddressMax, () => ({}));
    for (let n = 0; n < LIMITS.signInsPerAddressMax; n += 1) expect(await attempt()).toBe('RATE_LIMITED');

    expect(await attempt({ account: 'other@example.com', person: undefined })).toBe('wrong');
  });

  it('cannot be tried faster by concurrent requests than one after the other', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, async () => await attempt()));

    expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(LIMITS.signInsPerAccountAndAddressMax);
  });

  it('is accepted in a browser that signed in before, whatever others try from anywhere', async () => {
    await fail(LIMITS.signInsPerAccountAndAddressMax, () => ({}));
    const left = LIMITS.signInsPerAccountMax - LIMITS.signInsPerAccountAndAddressMax;
    await fail(left, (n) => ({ address: `10.0.0.${n}` }));
    checks = 0;

    expect(await attempt({ address: '10.0.1.1', password: PASSWORD })).toBe('RATE_LIMITED');
    expect(await attempt({ device: DEVICE, password: PASSWORD })).toBe('right');
    expect(await attempt({ address: '10.0.1.1', device: 'x'.repeat(43), password: PASSWORD })).toBe('RATE_LIMITED');
    expect(await attempt({ address: '10.0.1.1', device: DEVICE, person: undefined })).toBe('RATE_LIMITED');
  });

  it('can be wrong ten times in a browser that signed in before', async () => {
    await fail(LIMITS.signInsPerDeviceMax, (n) => ({ device: DEVICE, address: `10.0.0.${n}` }));

    expect(await attempt({ device: DEVICE, password: PASSWORD })).toBe('RATE_LIMITED');
  });
});
