/**
 * Divides the connections of a pool among organizations. One organization alone may use all of them. While several are active,
 * each is limited to its share, and the one with the fewest connections is served first, so that an organization waits for one
 * statement of another at most.
 */
import { ActiveOwners } from '../../core/active-owners.ts';
import { DATABASE_BUSY } from '../errors.ts';

export interface SharesOptions {
  readonly connections: number;
  /** Limit for one organization while others are active. */
  readonly perOrgMax: number;
  /** A request that has waited this long is rejected. */
  readonly waitMaxMs: number;
  readonly now?: () => number;
}

interface Share {
  inUse: number;
  readonly waiting: (() => void)[];
}

export class ConnectionShares {
  readonly #options: Required<SharesOptions>;
  /** Organizations that have a connection or wait for one. */
  readonly #shares = new Map<string, Share>();
  #inUse = 0;
  readonly #presence = new ActiveOwners();

  constructor(options: SharesOptions) {
    this.#options = { now: () => performance.now(), ...options };
  }

  /** Resolves when a connection may be acquired; `leave` releases it. */
  async enter(orgId: string): Promise<void> {
    this.#presence.record(orgId, this.#options.now());
    const share = this.#shares.get(orgId) ?? { inUse: 0, waiting: [] };
    this.#shares.set(orgId, share);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    share.waiting.push(resolve);
    this.#serve();
    const timer = setTimeout(() => {
      const place = share.waiting.indexOf(resolve);
      if (place === -1) return;
      share.waiting.splice(place, 1);
      this.#forgetIfIdle(orgId, share);
      reject(DATABASE_BUSY());
    }, this.#options.waitMaxMs);
    await promise.finally(() => clearTimeout(timer));
  }

  leave(orgId: string): void {
    const share = this.#shares.get(orgId);
    if (share === undefined) return;
    share.inUse -= 1;
    this.#inUse -= 1;
    this.#forgetIfIdle(orgId, share);
    this.#serve();
  }

  #serve(): void {
    const { connections, perOrgMax, now } = this.#options;
    const max = this.#presence.hasSeveral(now()) ? perOrgMax : connections;
    while (this.#inUse < connections) {
      let next: Share | undefined;
      for (const share of this.#shares.values()) {
        if (share.waiting.length > 0 && share.inUse < Math.min(max, next?.inUse ?? max)) next = share;
      }
      if (next === undefined) return;
      next.inUse += 1;
      this.#inUse += 1;
      next.waiting.shift()?.();
    }
  }

  #forgetIfIdle(orgId: string, { inUse, waiting }: Share): void {
    if (inUse === 0 && waiting.length === 0) this.#shares.delete(orgId);
  }
}
