/** `wait=` of the list of events: if there are none, delays the response until one arrives or the time is up. */
import { WakeSignal } from '../events/bell.ts';
import type { EventPosition, ReadPage } from '../events/event-pages.ts';
import { POLL_INTERVAL_MS, type WakeUps } from '../events/wake-ups.ts';
import type { EventFilter, EventPage } from '../store/delivery/read-events.ts';

export interface EventWait {
  readonly place: EventPosition;
  readonly filter: EventFilter;
  readonly limit: number;
  readonly waitSeconds: number;
  readonly signal: AbortSignal;
}

export function createEventWaiter(deps: {
  readonly readPage: ReadPage;
  readonly wakeUps: WakeUps;
}): (asked: EventWait) => Promise<EventPage> {
  return async (asked) => {
    const { place, filter, limit, waitSeconds, signal } = asked;
    const read = async (after: number): Promise<EventPage> =>
      await deps.readPage(place.orgId, { ...filter, after, limit });
    const bell = new WakeSignal();
    const stop = deps.wakeUps.onEvents(place.orgId, bell.notify);
    try {
      const until = performance.now() + waitSeconds * 1000;
      let page = await read(place.position);
      while (page.events.length === 0 && performance.now() < until && !signal.aborted) {
        if (!page.hasMore) await bell.sleep(Math.min(POLL_INTERVAL_MS, until - performance.now()), signal);
        page = await read(page.position);
      }
      return page;
    } finally {
      stop();
    }
  };
}
