/** Some answers count days, in UTC. What a test of them makes and what it reads must be of the same one. */
import { setTimeout as delay } from 'node:timers/promises';

const DAY_MS = 24 * 3_600_000;

/** Waits for midnight where less than `neededMs` is left of the day. */
export async function beginWithinOneDay(neededMs: number): Promise<void> {
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs < neededMs) await delay(leftMs);
}
