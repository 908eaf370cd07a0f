/** Splits long work on the process's only thread, so that other requests are served every few milliseconds. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { Steps } from '../core/steps.ts';

/** Every task in progress takes one slice per turn of the event loop, and a request needs several turns. */
const TIME_SLICE_MS = 5;

/** Returns a function to call and await after each piece of the work. */
export function createYielder(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TIME_SLICE_MS) return;
    await breathe();
    since = performance.now();
  };
}

/** Runs all steps, with other requests served in between. */
export async function runYielding<Result>(steps: Steps<Result>): Promise<Result> {
  const turn = createYielder();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await turn();
  }
}

/** Collects items that are expensive to produce, with other requests served in between. */
export async function collectYielding<Item>(items: Iterable<Item>): Promise<Item[]> {
  const turn = createYielder();
  const collected: Item[] = [];
  for (const item of items) {
    collected.push(item);
    await turn();
  }
  return collected;
}
