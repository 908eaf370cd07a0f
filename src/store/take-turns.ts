/** Long work on the one thread of a process: other requests are served in between, after every few milliseconds of it. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { Steps } from '../core/steps.ts';

/** Each work that is under way takes one stretch in each turn of the event loop, and a request waits for several turns. */
const AT_A_STRETCH_MS = 5;

/** To be called, and waited for, after each piece of the work. */
export function takeTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < AT_A_STRETCH_MS) return;
    await breathe();
    since = performance.now();
  };
}

/** Runs all pieces, with other requests served in between. */
export async function finishInTurns<Result>(steps: Steps<Result>): Promise<Result> {
  const turn = takeTurns();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await turn();
  }
}

/** Items that are costly to make, made in turns. */
export async function collectInTurns<Item>(items: Iterable<Item>): Promise<Item[]> {
  const turn = takeTurns();
  const collected: Item[] = [];
  for (const item of items) {
    collected.push(item);
    await turn();
  }
  return collected;
}
