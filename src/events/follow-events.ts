/**
 * Streams the events from a position on as they happen, until the client disconnects. The next page is read only after the client
 * has taken the last one: a slow client costs one page of memory, and progress messages are dropped while it is behind.
 */
import { LIMITS } from '../core/limits.ts';
import type { EventFilter, StoredEvent } from '../store/delivery/list-events.ts';
import type { Progress } from '../store/delivery/progress.ts';
import { WakeSignal, POLL_INTERVAL_MS, type WakeUps } from './wake-ups.ts';
import { toEventCursor, type EventPosition, type ReadPage } from './event-pages.ts';

export type StreamMessage =
  | { readonly kind: 'event'; readonly event: StoredEvent; readonly cursor: string }
  /** No matching event up to here: a client that reconnects starts here. */
  | { readonly kind: 'place'; readonly cursor: string }
  /** Transient: not stored, never sent again. */
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'heartbeat' };

export interface FollowOptions {
  readonly place: EventPosition;
  readonly readPage: ReadPage;
  readonly wakeUps: WakeUps;
  /** Called before every query, because the permissions of a token can change. */
  readonly filter: () => EventFilter;
  readonly wantsProgress: (progress: Progress) => boolean;
  readonly signal: AbortSignal;
}

const EVENTS_PER_PAGE = 100;
const PROGRESS_KEPT_MAX = 100;

/**
 * Starts with the current position, so that a client that reconnects before the first event misses nothing. Ends when the signal
 * is aborted.
 */
export async function* followEvents(options: FollowOptions): AsyncGenerator<readonly StreamMessage[], void> {
  const { place, wakeUps, signal } = options;
  const bell = new WakeSignal();
  let lookAt = 0;
  const progress = new Map<string, Progress>();
  const stops = [
    wakeUps.onEvents(place.orgId, () => {
      lookAt = 0;
      bell.notify();
    }),
    wakeUps.onProgress(place.orgId, (told) => {
      if (!options.wantsProgress(told) || progress.size >= PROGRESS_KEPT_MAX) return;
      progress.set(told.kind === 'analysis' ? told.analysisId : told.source, told);
      bell.notify();
    }),
  ];
  try {
    let { position } = place;
    yield [{ kind: 'place', cursor: toEventCursor(place, position) }];
    let heartbeatAt = performance.now() + LIMITS.eventStreamHeartbeatMs;
    while (!signal.aborted) {
      const messages: StreamMessage[] = [];
      if (performance.now() >= lookAt) {
        lookAt = performance.now() + POLL_INTERVAL_MS;
        const query = { ...options.filter(), after: position, limit: EVENTS_PER_PAGE };
        const page = await options.readPage(place.orgId, query);
        for (const event of page.events)
          messages.push({ kind: 'event', event, cursor: toEventCursor(place, event.position) });
        if (page.position > (page.events.at(-1)?.position ?? position))
          messages.push({ kind: 'place', cursor: toEventCursor(place, page.position) });
        ({ position } = page);
        if (page.hasMore) lookAt = 0;
      }
      for (const told of progress.values()) messages.push({ kind: 'progress', progress: told });
      progress.clear();
      if (messages.length === 0 && performance.now() >= heartbeatAt) messages.push({ kind: 'heartbeat' });
      if (messages.length > 0) {
        yield messages;
        heartbeatAt = performance.now() + LIMITS.eventStreamHeartbeatMs;
      }
      await bell.sleep(Math.min(lookAt, heartbeatAt) - performance.now(), signal);
    }
  } finally {
    for (const stop of stops) stop();
  }
}
