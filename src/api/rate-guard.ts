/**
 * Rates of requests that bring a document or a decision, per token and per organization. The buckets are large, because a refusal
 * that lasts fails somebody's build.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RATE_LIMITED } from '../access/errors.ts';
import { InFlight, RateLimit } from '../access/rate-limit.ts';
import { LIMITS } from '../core/limits.ts';
import type { ApiDeps } from './api-deps.ts';
import { getPrincipal } from './guard-request.ts';

/** `what` is counted on its own: scans do not use up the rate of uploads. */
export function createRateGuard(
  { limits, now }: Pick<ApiDeps, 'limits' | 'now'>,
  what: 'uploads' | 'scans' | 'decisions' | 'documents',
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const perToken = new RateLimit({
    perMinute: limits.tokenUploadsPerMinuteMax,
    burst: burst(limits.tokenUploadsPerMinuteMax, 2),
  });
  const perOrg = new RateLimit({
    perMinute: limits.orgUploadsPerMinuteMax,
    burst: burst(limits.orgUploadsPerMinuteMax, 5),
  });
  const inFlight = new InFlight(LIMITS.tokenUploadsInFlightMax);
  return async (request, reply) => {
    const { credentialId, orgId } = getPrincipal(request);
    refuseUnless(perToken.take(credentialId, now()), `${what} with this token`);
    refuseUnless(perOrg.take(orgId, now()), `${what} in this organization`);
    if (!inFlight.enter(credentialId)) {
      throw RATE_LIMITED({ what: `${what} at once with this token`, retryAfterSeconds: 2 }, { retryAfterSeconds: 2 });
    }
    reply.raw.once('close', () => inFlight.leave(credentialId));
  };
}

function burst(perMinute: number, share: number): number {
  return Math.max(1, Math.floor(perMinute / share));
}

function refuseUnless(verdict: ReturnType<RateLimit['take']>, what: string): void {
  if (verdict.allowed) return;
  const { retryAfterSeconds } = verdict;
  throw RATE_LIMITED({ what, retryAfterSeconds }, { retryAfterSeconds });
}
