/**
 * Long work on the one thread of a process. Requests are served in between, and however many works are under way, one of them goes
 * on at a time: a request waits for one stretch, not for one of each.
 */
const AT_A_STRETCH_MS = 5;

const waiting: (() => void)[] = [];

function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}

/** To be called, and waited for, after each piece of the work. */
export function takeTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < AT_A_STRETCH_MS) return;
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(goOn);
    });
    since = performance.now();
  };
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
