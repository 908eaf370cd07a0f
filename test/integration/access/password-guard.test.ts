/** How often a password may be tried, by whom and from where, with a clock that the test moves. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPasswordGuard, type PasswordGuard } from '../../../src/access/password-guard.ts';
import { LIMITS } from '../../../src/core/limits.ts';
import { openDatabase, type Database } from '../../../src/store/database.ts';
import { newId } from '../../../src/store/new-id.ts';
import { insertOrganization } from '../../../src/store/people/organizations.ts';
import { findPerson, type Person } from '../../../src/store/people/people.ts';
import { aMember, PASSWORD } from '../../support/people.ts';
import { createTestDatabase } from '../../support/test-database.ts';

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
  const { id } = await aMember({ database }, orgId, 'owner', { email: 'ada@example.com' });
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
      // What is limited is the number of attempts; a hundred hashes would only cost time.
      return checks > 3 ? (false as Awaited<ReturnType<typeof work>>) : await work();
    },
  });
});

interface Try {
  readonly account?: string;
  readonly address?: string;
  readonly password?: string;
  readonly person?: Person | undefined;
}

async function attempt({ account = person.email, address = '198.51.100.1', password = 'wrong', ...rest }: Try = {}) {
  const whom = 'person' in rest ? rest.person : person;
  try {
    return (await guard.check({ account, address, password, person: whom })) ? 'right' : 'wrong';
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

  it('may be wrong ten times from one address, and again after a while', async () => {
    await fail(LIMITS.signInsPerAccountAndAddressMax, () => ({}));

    expect(await attempt({ password: PASSWORD })).toBe('RATE_LIMITED');
    expect(await attempt({ address: '198.51.100.2' })).toBe('wrong');
    nowMs += 91_000;
    expect(await attempt()).toBe('wrong');
    expect(await attempt()).toBe('RATE_LIMITED');
  });

  it('costs nothing when it is right', async () => {
    await fail(2, () => ({}));
    expect(await attempt({ password: PASSWORD })).toBe('right');

    await fail(LIMITS.signInsPerAccountAndAddressMax - 2, () => ({}));
    expect(await attempt()).toBe('RATE_LIMITED');
  });

  it('of many accounts may be tried sixty times from one address', async () => {
    await fail(LIMITS.signInsPerAddressMax, (n) => ({ account: `${n}@example.com`, person: undefined }));

    expect(await attempt({ account: 'one-more@example.com', person: undefined })).toBe('RATE_LIMITED');
    expect(await attempt({ address: '198.51.100.2' })).toBe('wrong');
  });

  it('cannot be tried by many at once faster than one after the other', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, async () => await attempt()));

    expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(LIMITS.signInsPerAccountAndAddressMax);
  });

  it('of an account that strangers try from everywhere still opens it from where its owner was before', async () => {
    await fail(LIMITS.signInsPerAccountMax, (n) => ({ address: `10.0.0.${n}` }));
    checks = 0;

    expect(await attempt({ address: '10.0.1.1', password: PASSWORD })).toBe('RATE_LIMITED');
    // The session of the fixture began there.
    expect(await attempt({ address: '192.0.2.1', password: PASSWORD })).toBe('right');
    expect(await attempt({ address: '192.0.2.1', person: undefined })).toBe('RATE_LIMITED');
  });
});
