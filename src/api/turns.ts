/**
 * A queue in front of costly work: few run at once, and no more together than the memory allows. Each organization has a line of
 * its own, and the lines take turns, so a long line delays only its own organization. A request behind the end of its line is
 * refused.
 */
import { SERVER_BUSY } from './errors.ts';

export interface TurnLimits {
  readonly atOnceMax: number;
  /** Of one organization; all of them unless it is given. */
  readonly atOncePerOrgMax?: number;
  /** One that is heavier goes alone. */
  readonly weightMax: number;
  /** Of one organization. */
  readonly waitingMax: number;
}

interface Line {
  readonly waiting: { readonly weight: number; readonly begin: () => void }[];
  running: number;
}

/** For work that belongs to no organization. */
const COMMON = '';

export class Turns {
  readonly #limits: TurnLimits;
  /** The one whose turn is next comes first. */
  readonly #lines = new Map<string, Line>();
  #running = 0;
  #weight = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Throws when the line is full: asked before anything is done for a request that would have to wait. */
  requireRoom(orgId: string = COMMON): void {
    if ((this.#lines.get(orgId)?.waiting.length ?? 0) >= this.#limits.waitingMax) throw SERVER_BUSY();
  }

  /** Resolves when it is one's turn, with how to end it. */
  async take(weight: number, orgId: string = COMMON): Promise<() => void> {
    this.requireRoom(orgId);
    const counted = Math.min(weight, this.#limits.weightMax);
    const line = this.#lines.get(orgId) ?? { waiting: [], running: 0 };
    this.#lines.set(orgId, line);
    await new Promise<void>((begin) => {
      line.waiting.push({ weight: counted, begin });
      this.#beginNext();
    });
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#running -= 1;
      this.#weight -= counted;
      line.running -= 1;
      if (line.running === 0 && line.waiting.length === 0) this.#lines.delete(orgId);
      this.#beginNext();
    };
  }

  async run<Result>(weight: number, work: () => Promise<Result>, orgId?: string): Promise<Result> {
    const end = await this.take(weight, orgId);
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** The line whose turn it is waits until its first fits: a heavy one is never overtaken for ever by light ones. */
  #beginNext(): void {
    const { atOnceMax, atOncePerOrgMax = atOnceMax, weightMax } = this.#limits;
    for (const [orgId, line] of this.#lines) {
      const [next] = line.waiting;
      if (next === undefined || line.running >= atOncePerOrgMax) continue;
      if (this.#running >= atOnceMax || this.#weight + next.weight > weightMax) return;
      line.waiting.shift();
      line.running += 1;
      this.#running += 1;
      this.#weight += next.weight;
      // To the end: the loop comes to it again after all others.
      this.#lines.delete(orgId);
      this.#lines.set(orgId, line);
      next.begin();
    }
  }
}
