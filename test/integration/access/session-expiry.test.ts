/** The lifetime of a session, with a clock that the test controls. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSessionAuthenticator } from '../../../src/access/sessions/sessions.ts';
import { startSession } from '../../../src/access/sessions/sign-in.ts';
import { DAY_MS } from '../../../src/core/calendar.ts';
import { openDatabase, type Database } from '../../../src/store/database.ts';
import { newId } from '../../../src/store/new-id.ts';
import { insertOrganization } from '../../../src/store/people/organizations.ts';
import { findPerson, type Person } from '../../../src/store/people/people.ts';
import { listSessions } from '../../../src/store/people/sessions.ts';
import { aMember, type TestPerson } from '../../support/people.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const START = Date.parse('2026-01-01T00:00:00.000Z');
const CLIENT = { userAgent: 'Test', address: '192.0.2.1', requestId: 'test' };

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
let person: TestPerson;
let nowMs = START;
const now = (): number => nowMs;
const orgId = newId();
const errors: unknown[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const onIdleError = (): void => {};
  database = openDatabase({ url: testDatabase.url, connectionsMax: 2, statementTimeoutMs: 0, onIdleError });
  const createdAt = new Date().toISOString();
  await database.inOrg(orgId, async (tx) => await insertOrganization(tx, { id: orgId, name: 'Ours', createdAt }));
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** Starts a session of a new member. */
async function start(): Promise<string> {
  nowMs = START;
  person = await aMember({ database }, orgId, 'member');
  const holder = await getHolder();
  return (await database.inOrg(orgId, async (tx) => await startSession({ now, newId }, tx, holder, CLIENT))).secret;
}

async function getHolder(): Promise<Person> {
  const holder = await database.reference(async (tx) => await findPerson(tx, person.id));
  if (holder === undefined) throw new Error('The member was made before.');
  return holder;
}

async function isAliveAfter(days: number, secret: string): Promise<boolean> {
  nowMs = START + days * DAY_MS;
  const sessions = createSessionAuthenticator({ database, now, onError: (error) => errors.push(error) });
  const isAlive = (await sessions.authenticate(secret)) !== undefined;
  // Use is recorded after the response.
  if (isAlive) await expect.poll(async () => await lastUse()).toBe(nowMs);
  return isAlive;
}

async function lastUse(): Promise<number> {
  const at = new Date(nowMs).toISOString();
  const uses = await database.reference(async (tx) => await listSessions(tx, person.id, at, 10));
  return Math.max(
    ...uses.filter(({ createdAt }) => Date.parse(createdAt) === START).map((use) => Date.parse(use.lastUsedAt)),
  );
}

describe('a session', () => {
  it('expires thirty days after its last use', async () => {
    const secret = await start();

    expect(await isAliveAfter(29.9, secret)).toBe(true);
    expect(await isAliveAfter(59.8, secret)).toBe(true);
    expect(await isAliveAfter(89.9, secret)).toBe(false);
  });

  it('expires exactly thirty days after its start if it was never used', async () => {
    const secret = await start();

    expect(await isAliveAfter(30, secret)).toBe(false);
    expect(await isAliveAfter(30 - 1 / DAY_MS, secret)).toBe(true);
  });

  it('expires after ninety days however much it is used, and is deleted at the next sign-in', async () => {
    const secret = await start();
    for (const days of [20, 40, 60, 80, 89.9]) expect(await isAliveAfter(days, secret)).toBe(true);

    expect(await isAliveAfter(90, secret)).toBe(false);
    nowMs = START + 91 * DAY_MS;
    const holder = await getHolder();
    await database.inOrg(orgId, async (tx) => await startSession({ now, newId }, tx, holder, CLIENT));
    const { rows } = await database.reference(
      async (tx) =>
        await tx.client.query('select 1 from session where person_id = $1 and created_at = $2', [
          person.id,
          new Date(START),
        ]),
    );
    expect(rows).toEqual([]);
    expect(errors).toEqual([]);
  });
});
