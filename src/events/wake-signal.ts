/**
 * Lets one waiter sleep until the bell rings, the time is up or the signal is aborted. A ring while the waiter is awake is
 * remembered.
 */
export class WakeSignal {
  #isRung = false;
  #wake: (() => void) | undefined;

  /** A bound function, so it can be passed as a callback. */
  readonly notify = (): void => {
    this.#isRung = true;
    this.#wake?.();
  };

  /** Resolves at once if the bell has rung since the last sleep. */
  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#isRung && !signal.aborted && ms > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
        signal.addEventListener('abort', this.#wake, { once: true });
      });
      if (this.#wake !== undefined) signal.removeEventListener('abort', this.#wake);
      this.#wake = undefined;
    }
    this.#isRung = false;
  }
}
