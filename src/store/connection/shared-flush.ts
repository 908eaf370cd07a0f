/**
 * Lets concurrent transactions wait for the disk together. A transaction that waits alone holds its locks meanwhile, so those that
 * need the same row are written to disk one after the other, however many the disk could take at once. Here they commit without
 * waiting, which releases their locks, and then wait for one flush that includes all of them.
 */
export class SharedFlush {
  readonly #flush: () => Promise<void>;
  #open = 0;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(flush: () => Promise<void>) {
    this.#flush = flush;
  }

  /** `commit` is called with whether its commit has to wait for the disk itself, because no other one is in progress. */
  async run<Result>(commit: (isAlone: boolean) => Promise<Result>): Promise<Result> {
    this.#open += 1;
    const isAlone = this.#open === 1;
    try {
      const result = await commit(isAlone);
      if (!isAlone) await this.#flushed();
      return result;
    } finally {
      this.#open -= 1;
    }
  }

  /** A flush that has begun may not include this commit, so it waits for the next one. */
  async #flushed(): Promise<void> {
    this.#next ??= this.#flushAfter(this.#running);
    await this.#next;
  }

  async #flushAfter(running: Promise<void>): Promise<void> {
    await running.catch(() => {});
    this.#next = undefined;
    this.#running = this.#flush();
    await this.#running;
  }
}
