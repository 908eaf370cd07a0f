/** A server that cannot keep up refuses new requests at once, so that those it has accepted are answered. */
import type { FastifyInstance } from 'fastify';
import { SERVER_BUSY } from './errors.ts';

const LOOK_EVERY_MS = 100;
/** One late turn is a single stall, as at the start of a process, and over by the time it is seen. */
const LATE_TURNS_IN_A_ROW = 2;

/** For the routes of this scope; `delayMsMax` is how late a turn of the event loop may be. Returns whether it refuses now. */
export function shedLoad(app: FastifyInstance, delayMsMax: number): () => boolean {
  const turns = new TurnWatch(delayMsMax, performance.now());
  const timer = setInterval(() => turns.look(performance.now()), LOOK_EVERY_MS).unref();
  app.addHook('onClose', () => clearInterval(timer));
  app.addHook('onRequest', async () => {
    if (turns.areLate) throw SERVER_BUSY();
  });
  return () => turns.areLate;
}

/** Whether the turns of the event loop are late, from looks that are due at an interval. */
export class TurnWatch {
  readonly #delayMsMax: number;
  #dueAt: number;
  #lateTurns = 0;

  constructor(delayMsMax: number, nowMs: number) {
    this.#delayMsMax = delayMsMax;
    this.#dueAt = nowMs + LOOK_EVERY_MS;
  }

  look(nowMs: number): void {
    this.#lateTurns = nowMs - this.#dueAt > this.#delayMsMax ? this.#lateTurns + 1 : 0;
    this.#dueAt = nowMs + LOOK_EVERY_MS;
  }

  get areLate(): boolean {
    return this.#lateTurns >= LATE_TURNS_IN_A_ROW;
  }
}
