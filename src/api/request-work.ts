/**
 * The work of a request counts toward the share of its organization, see `WorkShares`. It rests while the request waits for its
 * client, or for something to happen.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toAddressKey } from '../access/address-key.ts';
import { LIMITS } from '../core/limits.ts';
import { Presence } from '../core/presence.ts';
import { WorkShares } from './work-shares.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered at once, however busy the process is. */
    isUnshared?: boolean;
  }
  interface FastifyRequest {
    /** Undefined before the handler is called, and where nobody is held back. */
    work: RequestWork | undefined;
  }
}

export class RequestWork {
  readonly #shares: WorkShares;
  readonly #owner: string;
  #isAtWork = false;
  #hasBegun = false;

  constructor(shares: WorkShares, owner: string) {
    this.#shares = shares;
    this.#owner = owner;
  }

  async begin(): Promise<void> {
    if (this.#isAtWork) return;
    await this.#shares.enter(this.#owner, this.#hasBegun);
    this.#isAtWork = true;
    this.#hasBegun = true;
  }

  rest(): void {
    if (!this.#isAtWork) return;
    this.#isAtWork = false;
    this.#shares.leave(this.#owner);
  }
}

/** Rests while `wait` is under way. */
export async function restDuring<Result>(
  { work }: Pick<FastifyRequest, 'work'>,
  wait: () => Promise<Result>,
): Promise<Result> {
  work?.rest();
  try {
    return await wait();
  } finally {
    await work?.begin();
  }
}

/** For an answer that is never finished: nothing of it counts from here on. */
export function endWork(request: FastifyRequest): void {
  request.work?.rest();
  request.work = undefined;
}

export function shareWork(app: FastifyInstance): void {
  const presence = new Presence();
  const waitingMax = LIMITS.requestsWaitingMax;
  const ofOrganizations = new WorkShares({ rate: LIMITS.orgWorkRate, waitingMax }, presence);
  const ofAddresses = new WorkShares({ rate: LIMITS.addressWorkRate, waitingMax }, presence);

  const toWork = ({ principal, ip, method, routeOptions }: FastifyRequest): RequestWork | undefined => {
    if (principal !== undefined) {
      presence.note(principal.orgId, performance.now());
      return new RequestWork(ofOrganizations, principal.orgId);
    }
    // Who signs in waits for the check of the password, which has a line of its own.
    const isShared = method === 'GET' && routeOptions.config.isUnshared !== true;
    return isShared ? new RequestWork(ofAddresses, toAddressKey(ip)) : undefined;
  };

  app.decorateRequest('work', undefined);
  app.addHook('preHandler', async (request, reply) => {
    const work = toWork(request);
    if (work === undefined) return;
    await work.begin();
    request.work = work;
    // The client may have gone while the request waited.
    if (reply.raw.destroyed) {
      work.rest();
      reply.hijack();
    } else {
      reply.raw.once('close', () => work.rest());
    }
  });
  app.addHook('onSend', async ({ work }, _reply, payload) => {
    work?.rest();
    return work !== undefined && payload instanceof Readable
      ? Readable.from(workOnPieces(work, payload), { objectMode: false })
      : payload;
  });
}

/** Rests while the client takes a piece. */
async function* workOnPieces(work: RequestWork, pieces: Readable): AsyncGenerator<unknown> {
  const iterator = pieces.iterator();
  try {
    for (;;) {
      await work.begin();
      const { done, value } = (await iterator.next()) as IteratorResult<unknown>;
      work.rest();
      if (done === true) return;
      yield value;
    }
  } finally {
    work.rest();
    await iterator.return?.();
  }
}
