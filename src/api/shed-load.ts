/** A server that is late refuses new work at once, instead of letting everybody wait for everybody. */
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { SERVER_BUSY } from './errors.ts';

const LOOK_EVERY_MS = 1_000;

/** For the routes of this scope; `delayMsMax` is how late the event loop may be in the mean. Returns whether it refuses now. */
export async function shedLoad(app: FastifyInstance, delayMsMax: number): Promise<() => boolean> {
  await app.register(underPressure, {
    maxEventLoopDelay: delayMsMax,
    // Two turns of the loop are needed to measure one, and what could not be measured counts as too late: a look must not come
    // before there was time for two that are late enough.
    sampleInterval: Math.max(LOOK_EVERY_MS, 2 * delayMsMax),
    pressureHandler: () => {
      throw SERVER_BUSY();
    },
  });
  return () => app.isUnderPressure();
}
