/** Splits long work on the process's only thread, so that other requests are served every few milliseconds. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { Steps } from '../core/steps.ts';

/** Every task in progress takes one slice per turn of the event loop, and a request needs several turns. */
const AT_A_STRETCH_MS = 5;

/** Returns a function to call and await after each piece of the work. */
export function takeTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < AT_A_STRETCH_MS) return;
    await breathe();
    since = performance.now();
  };
}

/** Runs all steps, with other requests served in between. */
export async function finishInTurns<Result>(steps: Steps<Result>): Promise<Result> {
  const turn = takeTurns();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await turn();
  }
}

/** Collects items that are expensive to produce, with other requests served in between. */
export async function collectInTurns<Item>(items: Iterable<Item>): Promise<Item[]> {
  const turn = takeTurns();
  const collected: Item[] = [];
  for (const item of items) {
    collected.push(item);
    await turn();
  }
  return collected;
}
