/**
 * Finds the position where a client starts to read events, and reads the pages from there. A position is shown as an opaque
 * cursor, signed for one organization: a cursor of another organization, or a forged one, would silently skip events, so it is
 * refused.
 */
import type { Database } from '../store/database.ts';
import { catchUpEvents, advanceEventClock } from '../store/delivery/positions.ts';
import { getEventPage, type EventPage, type EventQuery, type StoredEvent } from '../store/delivery/list-events.ts';
import { EVENT_CURSOR_INVALID } from './errors.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WireEvent } from '../api/contract/events.ts';

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

const POSITION_BYTES = 8;
const SIGNATURE_BYTES = 16;

/** The organization that the cursor belongs to, and the key that signs it. */
interface CursorOwner {
  readonly orgId: string;
  readonly cursorKey: Buffer;
}

export function toEventCursor(owner: CursorOwner, position: number): string {
  const bytes = Buffer.alloc(POSITION_BYTES);
  bytes.writeBigUInt64BE(BigInt(position));
  return Buffer.concat([bytes, sign(owner, bytes)]).toString('base64url');
}

/** Returns undefined if the text is not a cursor of this organization. */
export function parseEventCursor(owner: CursorOwner, text: string): number | undefined {
  const bytes = Buffer.from(text, 'base64url');
  // Decoding ignores characters that are not base64url.
  if (bytes.length !== POSITION_BYTES + SIGNATURE_BYTES || bytes.toString('base64url') !== text) return undefined;
  const position = bytes.subarray(0, POSITION_BYTES);
  if (!timingSafeEqual(sign(owner, position), bytes.subarray(POSITION_BYTES))) return undefined;
  return Number(position.readBigUInt64BE());
}

function sign({ orgId, cursorKey }: CursorOwner, position: Buffer): Buffer {
  return createHmac('sha256', cursorKey).update(orgId).update(position).digest().subarray(0, SIGNATURE_BYTES);
}

/**
 * The form that clients see, the same for polling, streaming and webhooks. Leaves out the position: clients use a cursor, which
 * they cannot mistake for a number to count with.
 */
export function toWireEvent(event: StoredEvent): WireEvent {
  return {
    id: event.id,
    type: event.type,
    at: event.at,
    serviceId: event.serviceId,
    versionId: event.versionId,
    sbomId: event.sbomId,
    analysisId: event.analysisId,
    findingId: event.findingId,
    snapshot: event.snapshot,
    cause: event.cause,
    detail: { ...event.detail },
  };
}
