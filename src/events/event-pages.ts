/** Finds the position where a client starts to read events, and reads the pages from there. */
import type { Database } from '../store/database.ts';
import { catchUpEvents, advanceEventClock } from '../store/delivery/positions.ts';
import { getEventPage, type EventPage, type EventQuery } from '../store/delivery/list-events.ts';
import { EVENT_CURSOR_INVALID } from './errors.ts';
import { parseEventCursor, type CursorOwner } from './event-cursor.ts';

export interface EventPosition extends CursorOwner {
  readonly position: number;
}

/** `first` is before the oldest event, `latest` after the newest one; anything else is a cursor. */
export async function getEventPosition(
  database: Database,
  orgId: string,
  after: 'first' | 'latest' | (string & {}),
): Promise<EventPosition> {
  if (after === 'latest') {
    const { newest, cursorKey } = await catchUpEvents(database, orgId);
    return { orgId, cursorKey, position: newest };
  }
  const { cursorKey } = await database.inOrg(orgId, advanceEventClock);
  const position = after === 'first' ? 0 : parseEventCursor({ orgId, cursorKey }, after);
  if (position === undefined) throw EVENT_CURSOR_INVALID();
  return { orgId, cursorKey, position };
}

export type ReadPage = (orgId: string, query: EventQuery) => Promise<EventPage>;

/**
 * One event wakes every follower of an organization, and most of them request the same page at the same time, so the page is read
 * once. A follower that asks after the query has started gets a query of its own, because the event that woke it may not be in
 * the result.
 */
export function createPageReader(database: Database): ReadPage {
  const upcoming = new Map<string, Promise<EventPage>>();
  return async (orgId, query) => {
    const key = JSON.stringify([orgId, query]);
    const known = upcoming.get(key);
    if (known !== undefined) return await known;
    const page = new Promise((resolve) => setImmediate(resolve)).then(async () => {
      upcoming.delete(key);
      return await database.inOrg(orgId, async (tx) => await getEventPage(tx, query));
    });
    upcoming.set(key, page);
    return await page;
  };
}
