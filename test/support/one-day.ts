/** Some responses count days in UTC. A test of them must create and read its data on the same day. */
import { setTimeout as delay } from 'node:timers/promises';
import { DAY_MS } from '../../src/core/calendar.ts';

/** Waits for midnight if less than `neededMs` is left of the day. */
export async function beginWithinOneDay(neededMs: number): Promise<void> {
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs < neededMs) await delay(leftMs);
}
