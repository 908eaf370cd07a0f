/**
 * Counts the work of a request toward the share of its organization, see `WorkShares`. Time spent waiting for the client, an
 * analysis or an event does not count.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toAddressKey } from '../../../access/limits/rate-limit.ts';
import { LIMITS } from '../../../core/limits.ts';
import { ActiveOwners } from '../../../core/active-owners.ts';
import { WorkShares } from './work-shares.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined before the handler is called, and for requests that are never held back. */
    work: RequestWork | undefined;
  }
}

export class RequestWork {
  readonly #shares: WorkShares;
  readonly #owner: string;
  #isAtWork = false;
  #hasStarted = false;
  #hasEnded = false;

  constructor(shares: WorkShares, owner: string) {
    this.#shares = shares;
    this.#owner = owner;
  }

  async start(): Promise<void> {
    if (this.#isAtWork || this.#hasEnded) return;
    await this.#shares.enter(this.#owner, this.#hasStarted ? 'paused' : 'new');
    this.#isAtWork = true;
    this.#hasStarted = true;
    if (this.#hasEnded) this.pause();
  }

  pause(): void {
    if (!this.#isAtWork) return;
    this.#isAtWork = false;
    this.#shares.leave(this.#owner);
  }

  /** The response is closed: nothing counts from here on, also if the handler is still running. */
  end(): void {
    this.#hasEnded = true;
    this.pause();
  }
}

/** Does not count the time of `wait`. */
export async function pauseDuring<Result>(
  { work }: Pick<FastifyRequest, 'work'>,
  wait: () => Promise<Result>,
): Promise<Result> {
  work?.pause();
  try {
    return await wait();
  } finally {
    await work?.start();
  }
}

/** Stops counting, for a response that stays open. */
export function endWork(request: FastifyRequest): void {
  request.work?.pause();
  request.work = undefined;
}

export function addWorkLimits(app: FastifyInstance, onWaiting: (change: number) => void): void {
  const presence = new ActiveOwners();
  const waitingMax = LIMITS.requestsWaitingMax;
  const ofOrganizations = new WorkShares({ rate: LIMITS.orgWorkRate, waitingMax }, presence, onWaiting);
  const ofAddresses = new WorkShares({ rate: LIMITS.addressWorkRate, waitingMax }, presence, onWaiting);

  const toWork = ({ principal, ip, method, routeOptions }: FastifyRequest): RequestWork | undefined => {
    if (principal !== undefined) {
      presence.record(principal.orgId, performance.now());
      return new RequestWork(ofOrganizations, principal.orgId);
    }
    // Sign-ins have a queue of their own, for password checks. Health checks, metrics and the portal are cheap and never wait.
    const isShared = method === 'GET' && routeOptions.url?.startsWith('/api/') === true;
    return isShared ? new RequestWork(ofAddresses, toAddressKey(ip)) : undefined;
  };

  app.decorateRequest('work', undefined);
  app.addHook('preHandler', async (request, reply) => {
    const work = toWork(request);
    if (work === undefined) return;
    await work.start();
    request.work = work;
    // The client may have disconnected while the request waited.
    if (reply.raw.destroyed) {
      work.pause();
      reply.hijack();
    } else {
      reply.raw.once('close', () => work.end());
    }
  });
  app.addHook('onSend', async ({ work }, _reply, payload) => {
    work?.pause();
    return work !== undefined && payload instanceof Readable
      ? Readable.from(workOnPieces(work, payload), { objectMode: false })
      : payload;
  });
}

/** Does not count the time in which the client receives a piece. */
async function* workOnPieces(work: RequestWork, pieces: Readable): AsyncGenerator<unknown> {
  const iterator = pieces.iterator();
  try {
    for (;;) {
      await work.start();
      const { done, value } = (await iterator.next()) as IteratorResult<unknown>;
      work.pause();
      if (done === true) return;
      yield value;
    }
  } finally {
    work.pause();
    await iterator.return?.();
  }
}
