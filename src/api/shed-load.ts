/** A server that cannot keep up refuses new requests at once, so that those it has accepted are answered. */
import type { FastifyInstance } from 'fastify';
import { SERVER_BUSY } from './errors.ts';

const LOOK_EVERY_MS = 100;
/** One late turn is a single stall, as at the start of a process, and over by the time it is seen. */
const LATE_TURNS_IN_A_ROW = 2;

/** For the routes of this scope; `delayMsMax` is how late a turn of the event loop may be. Returns whether it refuses now. */
export function shedLoad(app: FastifyInstance, delayMsMax: number): () => boolean {
  let dueAt = performance.now() + LOOK_EVERY_MS;
  let lateTurns = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    lateTurns = now - dueAt > delayMsMax ? lateTurns + 1 : 0;
    dueAt = now + LOOK_EVERY_MS;
  }, LOOK_EVERY_MS).unref();
  app.addHook('onClose', () => clearInterval(timer));

  const isShedding = (): boolean => lateTurns >= LATE_TURNS_IN_A_ROW;
  app.addHook('onRequest', async () => {
    if (isShedding()) throw SERVER_BUSY();
  });
  return isShedding;
}
