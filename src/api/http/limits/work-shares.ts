/**
 * Limits the work of one organization while others are active, in seconds of work per second. Unused time is saved up to a limit.
 * Work starts while there is time left, several pieces at once if enough is saved; the rest waits in the queue of its organization.
 *
 * Only the organization with the highest demand is held back: never one that is alone, and never one whose work is slow because of
 * another organization.
 */
import type { ActiveOwners } from '../../../core/active-owners.ts';
import { SERVER_BUSY } from '../../errors.ts';

interface WorkLimits {
  /** Seconds of work per second; 1 means one piece of work at a time. */
  readonly rate: number;
  readonly waitingMax: number;
}

/** Work that has not started, and work that started earlier and paused. The two take turns, so that neither waits for ever. */
type Kind = 'new' | 'paused';

interface Share {
  /** Negative while the organization has used more than its share. */
  savedMs: number;
  atWork: number;
  /** Pieces of work running or waiting, averaged over the last seconds. */
  demand: number;
  /** When the values above were last updated. */
  at: number;
  readonly queues: Readonly<Record<Kind, (() => void)[]>>;
  /** The kind that started last. */
  last: Kind;
  timer: NodeJS.Timeout | undefined;
}

const SAVED_MS_MAX = 500;
/** The excess is dropped: work done without being held back must not block an organization later. */
const OWED_MS_MAX = 2_000;
/** Each multiple saved allows one more piece of work at a time. */
const SAVED_MS_EACH = 50;
/** Cost of a request outside its handler: parsing, authentication, sending. */
const COST_MS = 2;
const DEMAND_OVER_MS = 10_000;
const CHECK_INTERVAL_MS = 1_000;

export class WorkShares {
  readonly #limits: WorkLimits;
  readonly #presence: ActiveOwners;
  readonly #onWaiting: (change: number) => void;
  readonly #shares = new Map<string, Share>();
  #sweptAt = 0;

  /** `presence` says whether several organizations are active; `onWaiting` is called when the number of waiting pieces changes. */
  constructor(limits: WorkLimits, presence: ActiveOwners, onWaiting: (change: number) => void) {
    this.#limits = limits;
    this.#presence = presence;
    this.#onWaiting = onWaiting;
  }

  /** Resolves when the work may start; call `leave` when it ends. */
  async enter(owner: string, kind: Kind = 'new'): Promise<void> {
    const share = this.#shares.get(owner) ?? this.#add(owner);
    if (kind === 'new' && share.queues.new.length >= this.#limits.waitingMax) throw SERVER_BUSY();
    this.#update(share);
    await new Promise<void>((start) => {
      share.queues[kind].push(start);
      this.#onWaiting(1);
      this.#start(share);
    });
  }

  leave(owner: string): void {
    const share = this.#shares.get(owner);
    if (share === undefined) return;
    this.#update(share);
    share.atWork -= 1;
    this.#start(share);
  }

  #add(owner: string): Share {
    this.#removeIdle();
    const at = performance.now();
    const share: Share = {
      savedMs: SAVED_MS_MAX,
      atWork: 0,
      demand: 0,
      at,
      queues: { new: [], paused: [] },
      last: 'new',
      timer: undefined,
    };
    this.#shares.set(owner, share);
    return share;
  }

  /** An idle share with all of its time saved is the same as a new one. */
  #removeIdle(): void {
    if (performance.now() - this.#sweptAt < CHECK_INTERVAL_MS) return;
    this.#sweptAt = performance.now();
    for (const [owner, share] of this.#shares) {
      this.#update(share);
      if (countAsked(share) === 0 && share.savedMs === SAVED_MS_MAX && share.demand < 0.01) this.#shares.delete(owner);
    }
  }

  #update(share: Share): void {
    const now = performance.now();
    const passedMs = now - share.at;
    const savedMs = share.savedMs + (this.#limits.rate - share.atWork) * passedMs;
    share.savedMs = Math.min(SAVED_MS_MAX, Math.max(-OWED_MS_MAX, savedMs));
    const asked = countAsked(share);
    share.demand = asked + (share.demand - asked) * Math.exp(-passedMs / DEMAND_OVER_MS);
    share.at = now;
  }

  #start(share: Share): void {
    clearTimeout(share.timer);
    this.#update(share);
    for (let kind = findNext(share); kind !== undefined; kind = findNext(share)) {
      const hasTime = share.savedMs > 0 && share.atWork < 1 + share.savedMs / SAVED_MS_EACH;
      if (!hasTime && this.#isHeldBack(share)) {
        this.#startLater(share);
        return;
      }
      share.atWork += 1;
      if (kind === 'new') share.savedMs -= COST_MS;
      share.last = kind;
      share.queues[kind].shift()?.();
      this.#onWaiting(-1);
    }
  }

  #startLater(share: Share): void {
    // `leave` checks earlier.
    const recovery = this.#limits.rate - share.atWork;
    const recoveredMs = recovery > 0 ? (1 - share.savedMs) / recovery : CHECK_INTERVAL_MS;
    share.timer = setTimeout(() => this.#start(share), Math.min(CHECK_INTERVAL_MS, Math.max(1, recoveredMs)));
  }

  #isHeldBack(share: Share): boolean {
    if (!this.#presence.hasSeveral(performance.now())) return false;
    // A burst counts at once, before it shows in the average.
    const demand = Math.max(share.demand, countAsked(share));
    for (const other of this.#shares.values()) {
      this.#update(other);
      if (other !== share && other.demand > demand) return false;
    }
    return true;
  }
}

/** Running and waiting. */
function countAsked({ atWork, queues }: Share): number {
  return atWork + queues.new.length + queues.paused.length;
}

function findNext({ queues, last }: Share): Kind | undefined {
  const order: readonly Kind[] = last === 'new' ? ['paused', 'new'] : ['new', 'paused'];
  return order.find((kind) => queues[kind].length > 0);
}
