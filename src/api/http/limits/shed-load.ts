/** Load shedding: an overloaded server rejects new requests at once, so that accepted ones are served. */
import type { FastifyInstance } from 'fastify';
import { SERVER_BUSY } from '../../errors.ts';

const CHECK_INTERVAL_MS = 100;
/** A single late turn is a one-time stall, for example at startup, and over by the time it is noticed. */
const LATE_CHECKS_IN_A_ROW = 2;

/**
 * Applies to the routes of this scope; `delayMsMax` is the allowed delay of the event loop. Returns a function that reports whether
 * requests are rejected now.
 */
export function shedLoad(app: FastifyInstance, delayMsMax: number): () => boolean {
  const turns = new EventLoopMonitor(delayMsMax, performance.now());
  const timer = setInterval(() => turns.check(performance.now()), CHECK_INTERVAL_MS).unref();
  app.addHook('onClose', () => clearInterval(timer));
  app.addHook('onRequest', async () => {
    if (turns.isLate) throw SERVER_BUSY();
  });
  return () => turns.isLate;
}

/** Detects a late event loop from checks that are due at a fixed interval. */
export class EventLoopMonitor {
  readonly #delayMsMax: number;
  #dueAt: number;
  #lateTurns = 0;

  constructor(delayMsMax: number, nowMs: number) {
    this.#delayMsMax = delayMsMax;
    this.#dueAt = nowMs + CHECK_INTERVAL_MS;
  }

  check(nowMs: number): void {
    this.#lateTurns = nowMs - this.#dueAt > this.#delayMsMax ? this.#lateTurns + 1 : 0;
    this.#dueAt = nowMs + CHECK_INTERVAL_MS;
  }

  get isLate(): boolean {
    return this.#lateTurns >= LATE_CHECKS_IN_A_ROW;
  }
}
