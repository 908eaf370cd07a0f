import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { startWakeUps, type WakeUps } from '../../../src/events/wake-ups.ts';
import { openDatabase, type Database } from '../../../src/store/database.ts';
import { insertEvents } from '../../../src/store/delivery/events.ts';
import { newId } from '../../../src/store/new-id.ts';
import { insertOrganization } from '../../../src/store/people/organizations.ts';
import { aDatabase } from '../../support/test-database.ts';

interface Setup {
  readonly url: string;
  readonly database: Database;
  readonly wakeUps: WakeUps;
  readonly troubles: unknown[];
  readonly newOrganization: () => Promise<string>;
  readonly write: (orgId: string) => Promise<void>;
}

async function start(): Promise<Setup> {
  const url = await aDatabase();
  const database = openDatabase({ url, connectionsMax: 2, statementTimeoutMs: 30_000, onIdleError: () => {} });
  const troubles: unknown[] = [];
  const wakeUps = startWakeUps({ url, onTrouble: (error) => troubles.push(error) });
  await new Promise<void>((resolve) => {
    const leave = wakeUps.onEvents('all', () => {
      leave();
      resolve();
    });
  });
  onTestFinished(async () => {
    await wakeUps.stop();
    await database.close();
  });
  return {
    url,
    database,
    wakeUps,
    troubles,
    newOrganization: async () => {
      const organization = { id: newId(), name: 'Woken', createdAt: new Date().toISOString() };
      await database.inOrg(organization.id, async (tx) => await insertOrganization(tx, organization));
      return organization.id;
    },
    write: async (orgId) => {
      const event = { id: newId(), type: 'version.created', at: new Date().toISOString() } as const;
      await database.inOrg(orgId, async (tx) => await insertEvents(tx, [event, { ...event, id: newId() }]));
    },
  };
}

/** Terminates the listening connection, as a server that is stopped does. */
async function cutOff(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'assay-listen' and datname = current_database()`,
  );
  await client.end();
  return rowCount ?? 0;
}

it('wakes subscribers of an organization once per transaction, and subscribers of all organizations', async () => {
  const { wakeUps, newOrganization, write } = await start();
  const [mine, theirs] = [await newOrganization(), await newOrganization()];
  const woken: (string | undefined)[] = [];
  const heard: (string | undefined)[] = [];
  wakeUps.onEvents('all', (orgId) => heard.push(orgId));
  const leave = wakeUps.onEvents(mine, (orgId) => woken.push(orgId));

  await write(theirs);
  await write(mine);
  await expect.poll(() => heard).toEqual([theirs, mine]);
  leave();
  await write(mine);
  await expect.poll(() => heard).toEqual([theirs, mine, mine]);

  expect(woken).toEqual([mine]);
  expect(wakeUps.subscribers).toBe(1);
});

it('wakes all subscribers after a lost connection, because events may have been missed, and listens again', async () => {
  const { url, wakeUps, troubles, newOrganization, write } = await start();
  const orgId = await newOrganization();
  const woken: (string | undefined)[] = [];
  wakeUps.onEvents(orgId, (id) => woken.push(id));

  expect(await cutOff(url)).toBe(1);
  await expect.poll(() => woken).toEqual([undefined]);
  await write(orgId);
  await expect.poll(() => woken).toEqual([undefined, orgId]);

  expect(troubles).toHaveLength(1);
});
