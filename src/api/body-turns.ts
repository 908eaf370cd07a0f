/**
 * Scanning and compressing bodies is most of what the main thread does, so the pieces of bodies take turns: of each organization two
 * are worked on at a time, and each begins in a turn of the event loop of its own. Somebody who sends a hundred large documents at
 * once delays a small request of another organization by two pieces, not by a hundred.
 */
const PIECES_AT_ONCE_MAX = 2;

export class BodyTurns {
  readonly #lines = new Map<string, { running: number; readonly waiting: (() => void)[] }>();

  async run<Result>(orgId: string, work: () => Promise<Result>): Promise<Result> {
    const line = this.#lines.get(orgId) ?? { running: 0, waiting: [] };
    this.#lines.set(orgId, line);
    if (line.running < PIECES_AT_ONCE_MAX) line.running += 1;
    else await new Promise<void>((begin) => line.waiting.push(begin));
    try {
      await new Promise((resolve) => setImmediate(resolve));
      return await work();
    } finally {
      const next = line.waiting.shift();
      if (next !== undefined) next();
      else line.running -= 1;
      if (line.running === 0) this.#lines.delete(orgId);
    }
  }
}
