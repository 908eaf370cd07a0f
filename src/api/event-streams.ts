/**
 * The streams of events that this process holds open: how many there may be, that each ends soon after its token or its session
 * does, that one whose reader takes nothing is cut off, and that all of them end before the process does.
 */
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { RATE_LIMITED } from '../access/errors.ts';
import type { Principal } from '../access/principal.ts';
import { Seats } from '../access/seats.ts';
import { LIMITS } from '../core/limits.ts';
import type { StreamMessage } from '../events/follow-events.ts';
import { LOOK_EVERY_MS } from '../events/wake-ups.ts';
import type { Logger } from '../telemetry/log.ts';
import { SERVER_BUSY } from './errors.ts';
import { toEventText, toRetryText } from './to-event-text.ts';

interface OpenStream {
  readonly readable: Readable;
  readonly end: () => void;
}

export interface StreamRequest {
  readonly principal: Principal;
  /** Who is asking by now; undefined when nobody is any more. */
  readonly findPrincipal: () => Promise<Principal | undefined>;
  /** `principal` as it is by now, because the services of a token may change. */
  readonly follow: (signal: AbortSignal, principal: () => Principal) => AsyncIterable<readonly StreamMessage[]>;
}

const RETRY_MS = 3_000;
/** Clients of a server that goes away come to another one, not all at once. */
const RETRY_SPREAD_MS = 4_000;
const DRAIN_MS = 1_000;
const BUFFER_BYTES = 16 * 1024;
const RETRY_AFTER_SECONDS = 10;

export class EventStreams {
  readonly #log: Logger;
  readonly #onCount: (count: number) => void;
  readonly #open = new Set<OpenStream>();
  readonly #seats = new Seats({
    total: LIMITS.eventStreamsMax,
    perOrg: LIMITS.eventStreamsPerOrgMax,
    perToken: LIMITS.eventStreamsPerTokenMax,
  });

  constructor(deps: { readonly log: Logger; readonly onCount: (count: number) => void }) {
    this.#log = deps.log;
    this.#onCount = deps.onCount;
  }

  /** Throws when there are too many; returns how to give the place back, which has to be called once. */
  takeSeat(principal: Principal): () => void {
    const seat = this.#seats.take(principal);
    if (seat === 'server') throw SERVER_BUSY();
    if (seat === 'token') throw tooMany('with this token');
    if (seat === 'organization') throw tooMany('in this organization');
    this.#onCount(this.#seats.taken);
    return () => {
      seat();
      this.#onCount(this.#seats.taken);
    };
  }

  open(request: StreamRequest): Readable {
    const ending = new AbortController();
    const state = { principal: request.principal, untakenSince: undefined as number | undefined };
    const texts = this.#toTexts(
      request.follow(ending.signal, () => state.principal),
      state,
    );
    const readable = Readable.from(texts, { objectMode: false, highWaterMark: BUFFER_BYTES });
    const stream: OpenStream = { readable, end: () => ending.abort() };
    const watch = setInterval(() => {
      if (state.untakenSince !== undefined && performance.now() - state.untakenSince > LIMITS.eventStreamStalledMs)
        readable.destroy();
      else void this.#recheck(request, state, stream);
    }, LOOK_EVERY_MS);
    this.#open.add(stream);
    readable.once('close', () => {
      clearInterval(watch);
      ending.abort();
      this.#open.delete(stream);
    });
    return readable;
  }

  /** Each is told when to come back; who does not take even that is cut off. */
  async endAll(): Promise<void> {
    for (const { end } of this.#open) end();
    for (const until = performance.now() + DRAIN_MS; this.#open.size > 0 && performance.now() < until;) await delay(20);
    for (const { readable } of this.#open) readable.destroy();
  }

  async *#toTexts(
    messages: AsyncIterable<readonly StreamMessage[]>,
    state: { untakenSince: number | undefined },
  ): AsyncGenerator<string, void> {
    yield toRetryText(RETRY_MS);
    try {
      for await (const batch of messages) {
        // The buffer is full for as long as nobody asks for more.
        state.untakenSince = performance.now();
        yield batch.map(toEventText).join('');
        state.untakenSince = undefined;
      }
    } catch (error) {
      // Clients come back to where they were; the status has long been sent.
      this.#log.warn({ err: error }, 'event stream ended early');
    }
    yield toRetryText(RETRY_MS + Math.random() * RETRY_SPREAD_MS);
  }

  async #recheck(request: StreamRequest, state: { principal: Principal }, stream: OpenStream): Promise<void> {
    try {
      const principal = await request.findPrincipal();
      // A session may speak for another organization by now.
      if (principal?.orgId === state.principal.orgId && principal.scopes.has('read')) state.principal = principal;
      else stream.end();
    } catch {
      // The database does not answer just now, so the stream carries nothing either; it is asked again.
    }
  }
}

function tooMany(where: string): Error {
  const retryAfterSeconds = RETRY_AFTER_SECONDS;
  return RATE_LIMITED({ what: `event streams ${where}`, retryAfterSeconds }, { retryAfterSeconds });
}
