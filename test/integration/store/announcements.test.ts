import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../../src/store/database.ts';
import { listen, type Listener } from '../../../src/store/delivery/listen.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { until } from '../../support/server-processes.ts';

const CHANNEL = 'announcements_test';

let testDatabase: TestDatabase;
let database: Database;
let listener: Listener;
let heard: string[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({
    url: testDatabase.url,
    connectionsMax: 4,
    statementTimeoutMs: 30_000,
    onIdleError: () => {},
  });
  await new Promise<void>((resolve) => {
    listener = listen({
      url: testDatabase.url,
      channels: [CHANNEL],
      onMessage: (_channel, payload) => void heard.push(payload),
      onConnected: resolve,
      onTrouble: () => {},
    });
  });
});

afterAll(async () => {
  await listener.stop();
  await database.close();
  await testDatabase.drop();
});

/** Announces `last` after everything before it and waits for it. */
async function hearUpTo(last: string): Promise<string[]> {
  await database.reference(async (tx) => await Promise.resolve(tx.announce(CHANNEL, last)));
  await until(async () => await Promise.resolve(heard.includes(last)));
  const all = heard;
  heard = [];
  return all;
}

describe('an announcement', () => {
  it('is received once its transaction has committed, and not before', async () => {
    let heardInside: string[] = [];
    await database.reference(async (tx) => {
      tx.announce(CHANNEL, 'inside');
      await tx.client.query('select pg_sleep(0.05)');
      heardInside = [...heard];
    });

    expect(heardInside).toEqual([]);
    expect(await hearUpTo('end of the first')).toEqual(['inside', 'end of the first']);
  });

  it('is not sent by a transaction that fails', async () => {
    const failed = database.reference(async (tx) => {
      tx.announce(CHANNEL, 'never');
      await tx.client.query('select 1 / 0');
    });

    await expect(failed).rejects.toThrow(/division by zero/);
    expect(await hearUpTo('end of the second')).toEqual(['end of the second']);
  });

  it('does not make transactions wait for each other', async () => {
    const gate = Promise.withResolvers<void>();
    const slow = database.reference(async (tx) => {
      tx.announce(CHANNEL, 'slow');
      await gate.promise;
    });
    await database.reference(async (tx) => await Promise.resolve(tx.announce(CHANNEL, 'quick')));

    expect(await hearUpTo('end of the third')).toEqual(['quick', 'end of the third']);
    gate.resolve();
    await slow;
    expect(await hearUpTo('end of the fourth')).toEqual(['slow', 'end of the fourth']);
  });

  it('is merged when many transactions send the same one concurrently', async () => {
    await Promise.all(
      Array.from(
        { length: 200 },
        async () => await database.reference(async (tx) => await Promise.resolve(tx.announce(CHANNEL, 'same'))),
      ),
    );
    const told = await hearUpTo('end of the fifth');

    expect(told.at(-1)).toBe('end of the fifth');
    expect(told.length).toBeGreaterThanOrEqual(2);
    expect(told.length).toBeLessThan(200);
  });
});
