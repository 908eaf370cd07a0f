/** Lets one waiter sleep until it is rung, the time is up or it is told to stop. A ring that comes while nobody sleeps is kept. */
export class Bell {
  #isRung = false;
  #wake: (() => void) | undefined;

  /** Can be handed on as it is. */
  readonly ring = (): void => {
    this.#isRung = true;
    this.#wake?.();
  };

  /** Resolves at once when it was rung since the last sleep. */
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
