/**
 * A queue for expensive work. Limits concurrency, and total weight by the available memory. Each organization has its own queue,
 * and the queues take turns, so a long queue delays only its own organization. A request is rejected if its queue is full.
 */
import { SERVER_BUSY } from '../../errors.ts';

interface FairQueueLimits {
  readonly atOnceMax: number;
  /** Per organization; without it, one organization may use all. */
  readonly atOncePerOrgMax?: number;
  /** Heavier work runs alone. */
  readonly weightMax: number;
  /** Per organization. */
  readonly waitingMax: number;
}

interface OrgQueue {
  readonly waiting: { readonly weight: number; readonly begin: () => void }[];
  running: number;
}

/** For work that belongs to no organization. */
const COMMON = '';

export class FairQueue {
  readonly #limits: FairQueueLimits;
  /** Ordered by turn: the first queue is next. */
  readonly #lines = new Map<string, OrgQueue>();
  #running = 0;
  #weight = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /** Throws if the queue is full. Call this before doing any work for a request that would have to wait. */
  requireCapacity(orgId: string = COMMON): void {
    if ((this.#lines.get(orgId)?.waiting.length ?? 0) >= this.#limits.waitingMax) throw SERVER_BUSY();
  }

  /** Resolves when the turn starts, with a function that ends it. */
  async acquire(weight: number, orgId: string = COMMON): Promise<() => void> {
    this.requireCapacity(orgId);
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
    const end = await this.acquire(weight, orgId);
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** The queue whose turn it is waits until its first entry fits, so that light work cannot starve heavy work. */
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
      // Moved to the end: the loop visits it again after all others.
      this.#lines.delete(orgId);
      this.#lines.set(orgId, line);
      next.begin();
    }
  }
}
