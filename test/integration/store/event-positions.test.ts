import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../../src/store/database.ts';
import { insertEvents, type NewEvent } from '../../../src/store/delivery/events.ts';
import { catchUpEvents, advanceEventClock, assignPositions } from '../../../src/store/delivery/positions.ts';
import { listEvents, getEventPage, type EventFilter } from '../../../src/store/delivery/list-events.ts';
import { newId } from '../../../src/store/new-id.ts';
import { insertOrganization } from '../../../src/store/people/organizations.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({
    url: testDatabase.url,
    connectionsMax: 16,
    statementTimeoutMs: 30_000,
    onIdleError: () => {},
  });
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

async function anOrganization(): Promise<string> {
  const id = newId();
  const createdAt = new Date().toISOString();
  await database.inOrg(id, async (tx) => await insertOrganization(tx, { id, name: 'Events', createdAt }));
  return id;
}

function anEvent(change: Partial<NewEvent> = {}): NewEvent {
  return { id: newId(), type: 'version.created', at: new Date().toISOString(), ...change };
}

async function write(orgId: string, events: readonly NewEvent[]): Promise<void> {
  await database.inOrg(orgId, async (tx) => await insertEvents(tx, events));
}

/** Reads from the beginning until a page is empty and `isOver` says that no more events are written. */
async function follow(
  orgId: string,
  limits: readonly number[],
  isOver: () => boolean,
  filter: EventFilter = {},
): Promise<string[]> {
  const seen: string[] = [];
  for (let page = 0, after = 0; ; page += 1) {
    const wasOver = isOver();
    const limit = limits[page % limits.length] ?? 1;
    const read = await database.inOrg(orgId, async (tx) => await getEventPage(tx, { after, limit, ...filter }));
    seen.push(...read.events.map(({ id }) => id));
    if (wasOver && read.events.length === 0 && !read.hasMore) return seen;
    after = read.position;
    await delay(1);
  }
}

const aTransaction = fc.record({ count: fc.integer({ min: 1, max: 7 }), pauseMs: fc.integer({ min: 0, max: 15 }) });

describe('positions of events', () => {
  it('lead every reader to every event once, in one order, however transactions commit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(aTransaction, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 8 }),
        fc.array(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 }), {
          minLength: 2,
          maxLength: 5,
        }),
        async (writers, readers) => {
          const orgId = await anOrganization();
          const written: string[] = [];
          let writing = true;
          const reading = readers.map(async (limits) => await follow(orgId, limits, () => !writing));
          await Promise.all(
            writers.map(async (transactions) => {
              for (const { count, pauseMs } of transactions) {
                const events = Array.from({ length: count }, () => anEvent());
                // The ids and times are older than those of transactions that commit during the pause.
                await database.inOrg(orgId, async (tx) => {
                  await insertEvents(tx, events);
                  await delay(pauseMs);
                });
                written.push(...events.map(({ id }) => id));
              }
            }),
          );
          writing = false;

          const [first = [], ...others] = await Promise.all(reading);

          expect(first.toSorted()).toEqual(written.toSorted());
          for (const other of others) expect(other).toEqual(first);
        },
      ),
      { numRuns: 8 },
    );
  });

  it('of a late event come after all earlier reads, whatever its id and time', async () => {
    const orgId = await anOrganization();
    const late = anEvent({ at: '2020-01-01T00:00:00.000Z' });
    const early = anEvent();
    const lateMayCommit = Promise.withResolvers<void>();
    const lateIsWritten = Promise.withResolvers<void>();
    const writing = database.inOrg(orgId, async (tx) => {
      await insertEvents(tx, [late]);
      lateIsWritten.resolve();
      await lateMayCommit.promise;
    });
    await lateIsWritten.promise;
    await write(orgId, [early]);
    const before = await database.inOrg(orgId, async (tx) => await getEventPage(tx, { after: 0, limit: 10 }));
    lateMayCommit.resolve();
    await writing;

    const after = await database.inOrg(
      orgId,
      async (tx) => await getEventPage(tx, { after: before.position, limit: 10 }),
    );

    expect(before.events.map(({ id }) => id)).toEqual([early.id]);
    expect(after.events.map(({ id }) => id)).toEqual([late.id]);
  });

  it('of events that are read for the first time follow their time, then their order of creation', async () => {
    const orgId = await anOrganization();
    const [first, second, third] = [
      anEvent({ at: '2026-01-01T00:00:00.001Z' }),
      anEvent({ at: '2026-01-01T00:00:00.001Z' }),
      anEvent({ at: '2026-01-01T00:00:00.000Z' }),
    ];
    await write(orgId, [first, second, third]);

    const { events } = await database.inOrg(orgId, async (tx) => await getEventPage(tx, { after: 0, limit: 10 }));

    expect(events.map(({ id, position }) => [id, position])).toEqual([
      [third.id, 1],
      [first.id, 2],
      [second.id, 3],
    ]);
  });

  it('are assigned again when the transaction that assigned them did not commit', async () => {
    const orgId = await anOrganization();
    const event = anEvent();
    await write(orgId, [event]);
    const dying = database.inOrg(orgId, async (tx) => {
      expect(await assignPositions(tx)).toBe(1);
      throw new Error('The process died here.');
    });
    await expect(dying).rejects.toThrow('died');

    const events = await database.inOrg(orgId, async (tx) => {
      await assignPositions(tx);
      return await listEvents(tx, { after: 0, limit: 10 });
    });

    expect(events.map(({ id, position }) => [id, position])).toEqual([[event.id, 1]]);
  });

  it('are assigned in several transactions when there are too many for one', async () => {
    const orgId = await anOrganization();
    await write(
      orgId,
      Array.from({ length: 20_001 }, () => anEvent()),
    );

    const first = await database.inOrg(orgId, advanceEventClock);
    const page = await database.inOrg(
      orgId,
      async (tx) => await getEventPage(tx, { after: 0, limit: 10, types: ['sbom.received'] }),
    );
    const all = await catchUpEvents(database, orgId);

    expect(first).toMatchObject({ newest: 20_000, isComplete: false });
    expect(page).toMatchObject({ events: [], position: 10_000, hasMore: true });
    expect(all).toMatchObject({ newest: 20_001, isComplete: true });
  });

  it('work with a filter, which skips all other events', async () => {
    const orgId = await anOrganization();
    const [mine, theirs] = [newId(), newId()];
    const events = [
      anEvent({ serviceId: mine }),
      anEvent({ serviceId: theirs }),
      anEvent({ type: 'advisories.stale', detail: { since: 'then' } }),
      anEvent({ serviceId: mine, type: 'sbom.received' }),
      anEvent({ serviceId: theirs }),
    ];
    await write(orgId, events);
    const read = async (filter: EventFilter): Promise<number[]> => {
      const seen = await follow(orgId, [2, 1], () => true, filter);
      return seen.map((id) => events.findIndex((event) => event.id === id));
    };

    expect(await read({ serviceIds: [mine] })).toEqual([0, 3]);
    expect(await read({ serviceIds: [mine], alsoCommon: true })).toEqual([0, 2, 3]);
    expect(await read({ types: ['sbom.received', 'advisories.stale'] })).toEqual([2, 3]);
    expect(await read({ serviceIds: [], alsoCommon: false })).toEqual([]);
    const page = await database.inOrg(
      orgId,
      async (tx) => await getEventPage(tx, { after: 0, limit: 10, serviceIds: [mine] }),
    );
    expect(page).toMatchObject({ position: 5, hasMore: false });
  });
});
