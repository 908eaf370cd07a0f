/**
 * Requests with `wait=`. Each holds a seat until it is answered, its client disconnects or the server stops. If no seat is free,
 * the response is sent at once and says that it did not wait.
 */
import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { Seats, type FullShare } from '../../../access/limits/seats.ts';
import { LIMITS } from '../../../core/limits.ts';
import { getPrincipal } from '../guard-request.ts';
import { pauseDuring } from '../limits/request-work.ts';

export type WaitResult<Result> =
  | { readonly waited: true; readonly result: Result }
  /** `reason` completes the sentence "The response did not wait: ...". */
  | { readonly waited: false; readonly reason: string };

const REASONS: Readonly<Record<FullShare, string>> = {
  token: 'too many requests with this token are waiting',
  organization: 'too many requests of this organization are waiting',
  server: 'too many requests are waiting on this server',
};

const STOPPING: WaitResult<never> = { waited: false, reason: 'the server is shutting down' };

export class LongPolls {
  readonly #seats = new Seats({
    total: LIMITS.waitingRequestsMax,
    perOrg: LIMITS.waitingRequestsPerOrgMax,
    perToken: LIMITS.waitingRequestsPerTokenMax,
  });
  readonly #waits = new Set<AbortController>();
  #isStopping = false;

  async wait<Result>(
    request: FastifyRequest,
    response: ServerResponse,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<WaitResult<Result>> {
    const seat = this.#seats.take(getPrincipal(request));
    if (typeof seat === 'string') return { waited: false, reason: REASONS[seat] };
    const wait = new AbortController();
    const onClose = (): void => wait.abort();
    this.#waits.add(wait);
    response.once('close', onClose);
    try {
      if (this.#isStopping || response.destroyed) wait.abort();
      const result = await pauseDuring(request, async () => await work(wait.signal));
      return this.#isStopping ? STOPPING : { waited: true, result };
    } finally {
      response.off('close', onClose);
      this.#waits.delete(wait);
      seat();
    }
  }

  /** Ends all waits now; later requests do not wait. */
  stop(): void {
    this.#isStopping = true;
    for (const wait of this.#waits) wait.abort();
  }
}
