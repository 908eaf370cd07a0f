/** Long work on the one thread of a process: others are served in between, after every few milliseconds of it. */
import { setImmediate as breathe } from 'node:timers/promises';

const AT_A_STRETCH_MS = 25;

/** To be called, and waited for, after each piece of the work. */
export function takeTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < AT_A_STRETCH_MS) return;
    await breathe();
    since = performance.now();
  };
}
