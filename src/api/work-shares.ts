/**
 * How much an organization may keep the process busy while others are present: so many seconds of work in each second. Unused
 * time is saved, up to a limit. Work begins while some is left, and more at once the more there is; the rest waits in the line of
 * its organization.
 *
 * Only the organization with the highest demand is held back. One that is alone never is, and neither is one whose work takes
 * long because of another.
 */
import type { Presence } from '../core/presence.ts';
import { SERVER_BUSY } from './errors.ts';

export interface WorkLimits {
  /** Seconds of work in each second: 1 is one piece of work at any time. */
  readonly rate: number;
  readonly waitingMax: number;
}

interface Share {
  /** Negative after more work than there was time for. */
  savedMs: number;
  atWork: number;
  /** The average of what was at work or waiting, over the last seconds. */
  demand: number;
  /** When all of these were brought up to date. */
  at: number;
  readonly waiting: (() => void)[];
  timer: NodeJS.Timeout | undefined;
}

const SAVED_MS_MAX = 500;
/** More is forgiven: whoever was alone, or was not held back, owes nothing for it later. */
const OWED_MS_MAX = 2_000;
/** For each of these that is saved, one more piece of work may be under way. */
const SAVED_MS_EACH = 50;
/** What a request costs before and after its own work. */
const COST_MS = 2;
const DEMAND_OVER_MS = 10_000;
const LOOK_EVERY_MS = 1_000;

export class WorkShares {
  readonly #limits: WorkLimits;
  readonly #presence: Presence;
  readonly #shares = new Map<string, Share>();

  /** `presence` tells whether several organizations are there. */
  constructor(limits: WorkLimits, presence: Presence) {
    this.#limits = limits;
    this.#presence = presence;
  }

  /** Resolves when the work may begin, and `leave` has to be called at its end. What goes on with earlier work comes first. */
  async enter(owner: string, goesOn = false): Promise<void> {
    const share = this.#shares.get(owner) ?? this.#add(owner);
    if (!goesOn && share.waiting.length >= this.#limits.waitingMax) throw SERVER_BUSY();
    this.#update(share);
    await new Promise<void>((begin) => {
      if (goesOn) share.waiting.unshift(begin);
      else share.waiting.push(begin);
      this.#begin(share);
    });
  }

  leave(owner: string): void {
    const share = this.#shares.get(owner);
    if (share === undefined) return;
    this.#update(share);
    share.atWork -= 1;
    this.#begin(share);
  }

  #add(owner: string): Share {
    this.#forgetRested();
    const at = performance.now();
    const share: Share = { savedMs: SAVED_MS_MAX, atWork: 0, demand: 0, at, waiting: [], timer: undefined };
    this.#shares.set(owner, share);
    return share;
  }

  /** They are as good as new. */
  #forgetRested(): void {
    for (const [owner, share] of this.#shares) {
      this.#update(share);
      if (share.atWork === 0 && share.waiting.length === 0 && share.savedMs === SAVED_MS_MAX && share.demand < 0.01)
        this.#shares.delete(owner);
    }
  }

  #update(share: Share): void {
    const now = performance.now();
    const passedMs = now - share.at;
    const savedMs = share.savedMs + (this.#limits.rate - share.atWork) * passedMs;
    share.savedMs = Math.min(SAVED_MS_MAX, Math.max(-OWED_MS_MAX, savedMs));
    const asked = share.atWork + share.waiting.length;
    share.demand = asked + (share.demand - asked) * Math.exp(-passedMs / DEMAND_OVER_MS);
    share.at = now;
  }

  #begin(share: Share): void {
    clearTimeout(share.timer);
    this.#update(share);
    while (share.waiting.length > 0) {
      const hasTime = share.savedMs > 0 && share.atWork < 1 + share.savedMs / SAVED_MS_EACH;
      if (!hasTime && this.#isHeldBack(share)) break;
      share.atWork += 1;
      share.savedMs -= COST_MS;
      share.waiting.shift()?.();
    }
    if (share.waiting.length === 0) return;
    // Sooner when work ends, or when another organization has gone.
    const recovery = this.#limits.rate - share.atWork;
    const recoveredMs = recovery > 0 ? (1 - share.savedMs) / recovery : LOOK_EVERY_MS;
    share.timer = setTimeout(() => this.#begin(share), Math.min(LOOK_EVERY_MS, Math.max(1, recoveredMs)));
  }

  #isHeldBack(share: Share): boolean {
    if (!this.#presence.areSeveral(performance.now())) return false;
    for (const other of this.#shares.values()) {
      this.#update(other);
      if (other.demand > share.demand) return false;
    }
    return true;
  }
}
