/**
 * A line in front of work that is costly in memory: few at once, and no more together than the memory allows; the others wait in
 * the order of their coming. The line itself is short: who would stand behind its end is asked to come back.
 */
import { SERVER_BUSY } from './errors.ts';

export interface TurnLimits {
  readonly atOnceMax: number;
  /** One that is heavier goes alone. */
  readonly weightMax: number;
  readonly waitingMax: number;
}

export class Turns {
  readonly #limits: TurnLimits;
  readonly #waiting: { readonly weight: number; readonly begin: () => void }[] = [];
  #running = 0;
  #weight = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Throws when the line is full: asked before anything is done for somebody who would have to wait. */
  requireRoom(): void {
    if (this.#waiting.length >= this.#limits.waitingMax) throw SERVER_BUSY();
  }

  /** Resolves when it is one's turn, with how to end it. */
  async take(weight: number): Promise<() => void> {
    this.requireRoom();
    const counted = Math.min(weight, this.#limits.weightMax);
    await new Promise<void>((begin) => {
      this.#waiting.push({ weight: counted, begin });
      this.#beginNext();
    });
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#running -= 1;
      this.#weight -= counted;
      this.#beginNext();
    };
  }

  async run<Result>(weight: number, work: () => Promise<Result>): Promise<Result> {
    const end = await this.take(weight);
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** Strictly in order: a heavy one at the head is never overtaken for ever by light ones. */
  #beginNext(): void {
    const { atOnceMax, weightMax } = this.#limits;
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (this.#running >= atOnceMax || this.#weight + next.weight > weightMax) return;
      this.#waiting.shift();
      this.#running += 1;
      this.#weight += next.weight;
      next.begin();
    }
  }
}
