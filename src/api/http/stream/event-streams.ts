/**
 * The open event streams of this process. Limits their number, ends each one soon after its token or session ends, closes those
 * whose clients stop reading, and ends all of them before the process exits.
 */
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { RATE_LIMITED } from '../../../access/errors.ts';
import type { Principal } from '../../../access/principal.ts';
import { Seats } from '../../../access/limits/seats.ts';
import { LIMITS } from '../../../core/limits.ts';
import type { StreamMessage } from '../../../events/follow-events.ts';
import { POLL_INTERVAL_MS } from '../../../events/wake-ups.ts';
import type { Logger } from '../../../telemetry/log.ts';
import { SERVER_BUSY } from '../../errors.ts';
import { toWireEvent } from '../../../events/event-pages.ts';
import type { Progress } from '../../../store/delivery/progress.ts';

interface OpenStream {
  readonly readable: Readable;
  readonly end: () => void;
}

interface StreamRequest {
  readonly principal: Principal;
  /** Returns the current principal of the stream, or undefined if its credentials are no longer valid. */
  readonly findPrincipal: () => Promise<Principal | undefined>;
  /** `principal` returns the current state, because the services of a token may change. */
  readonly follow: (signal: AbortSignal, principal: () => Principal) => AsyncIterable<readonly StreamMessage[]>;
}

const RETRY_MS = 3_000;
/** Spreads the reconnects of clients when a server shuts down. */
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

  /** Throws if there are too many streams. Returns a function that releases the seat, to be called once. */
  reserve(principal: Principal): () => void {
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
    }, POLL_INTERVAL_MS);
    this.#open.add(stream);
    readable.once('close', () => {
      clearInterval(watch);
      ending.abort();
      this.#open.delete(stream);
    });
    return readable;
  }

  /** Tells each client when to reconnect; clients that do not read even that are disconnected. */
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
        // The generator is resumed only when the buffer has room again.
        state.untakenSince = performance.now();
        yield batch.map(toEventText).join('');
        state.untakenSince = undefined;
      }
    } catch (error) {
      // The status is already sent; clients reconnect and resume from their cursor.
      this.#log.warn({ err: error }, 'event stream ended early');
    }
    yield toRetryText(RETRY_MS + Math.random() * RETRY_SPREAD_MS);
  }

  async #recheck(request: StreamRequest, state: { principal: Principal }, stream: OpenStream): Promise<void> {
    try {
      const principal = await request.findPrincipal();
      // The session may have switched to another organization.
      if (principal?.orgId === state.principal.orgId && principal.scopes.has('read')) state.principal = principal;
      else stream.end();
    } catch {
      // If the database does not respond, the stream sends nothing either; the next check tries again.
    }
  }
}

function tooMany(where: string): Error {
  const retryAfterSeconds = RETRY_AFTER_SECONDS;
  return RATE_LIMITED({ what: `event streams ${where}`, retryAfterSeconds }, { retryAfterSeconds });
}

// Formats stream messages as server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html. A message with
// only an id moves the position from which a client resumes, without an event.
function toEventText(message: StreamMessage): string {
  if (message.kind === 'heartbeat') return ': keep-alive\n\n';
  if (message.kind === 'place') return `id: ${message.cursor}\n\n`;
  if (message.kind === 'progress') return toProgressText(message.progress);
  const { event, cursor } = message;
  return `id: ${cursor}\nevent: ${event.type}\ndata: ${JSON.stringify(toWireEvent(event))}\n\n`;
}

/** The time that a client waits before it reconnects. */
function toRetryText(ms: number): string {
  return `retry: ${Math.round(ms)}\n\n`;
}

/** Has no id, so the resume position stays the same. JSON text contains no line breaks. */
function toProgressText(progress: Progress): string {
  const { kind, ...data } = progress;
  if ('orgId' in data) {
    const { orgId: _, ...told } = data;
    return `event: ${kind}.progress\ndata: ${JSON.stringify(told)}\n\n`;
  }
  return `event: ${kind}.progress\ndata: ${JSON.stringify(data)}\n\n`;
}
