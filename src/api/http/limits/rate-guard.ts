/**
 * Rate limits per token and per organization, for requests that send a document or a decision, and for reads. The buckets are
 * large, because a lasting rejection breaks a build.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RATE_LIMITED } from '../../../access/errors.ts';
import type { Principal } from '../../../access/principal.ts';
import { InFlight, RateLimit, type Allowance } from '../../../access/limits/rate-limit.ts';
import { LIMITS } from '../../../core/limits.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { getPrincipal } from '../guard-request.ts';

/** Each `what` has separate counters: scans do not use up the rate of uploads. */
export function createRateGuard(
  { limits, now }: Pick<ApiDeps, 'limits' | 'now'>,
  what: 'uploads' | 'scans' | 'decisions' | 'documents',
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const checkRates = createRateCheck(what, {
    token: { perMinute: limits.tokenUploadsPerMinuteMax, burst: burst(limits.tokenUploadsPerMinuteMax, 2) },
    organization: { perMinute: limits.orgUploadsPerMinuteMax, burst: burst(limits.orgUploadsPerMinuteMax, 5) },
  });
  const inFlight = new InFlight(LIMITS.tokenUploadsInFlightMax);
  return async (request, reply) => {
    const { credentialId } = getPrincipal(request);
    checkRates(getPrincipal(request), now());
    if (!inFlight.enter(credentialId)) {
      throw RATE_LIMITED({ what: `${what} at once with this token`, retryAfterSeconds: 2 }, { retryAfterSeconds: 2 });
    }
    reply.raw.once('close', () => inFlight.leave(credentialId));
  };
}

/** Counts reads of all routes together; a session has the same rate as a token. */
export function createReadGuard({ limits, now }: Pick<ApiDeps, 'limits' | 'now'>): (request: FastifyRequest) => void {
  const checkRates = createRateCheck('reads', {
    token: { perMinute: limits.tokenReadsPerMinuteMax, burst: burst(limits.tokenReadsPerMinuteMax, 2) },
    organization: { perMinute: limits.orgReadsPerMinuteMax, burst: burst(limits.orgReadsPerMinuteMax, 2) },
  });
  return ({ method, principal }) => {
    if (principal !== undefined && (method === 'GET' || method === 'HEAD')) checkRates(principal, now());
  };
}

function createRateCheck(
  what: string,
  allowed: { readonly token: Allowance; readonly organization: Allowance },
): (principal: Principal, nowMs: number) => void {
  const perToken = new RateLimit(allowed.token);
  const perOrg = new RateLimit(allowed.organization);
  return ({ credentialId, orgId, person }, nowMs) => {
    refuseUnless(perToken.take(credentialId, nowMs), `${what} with this ${person === undefined ? 'token' : 'session'}`);
    refuseUnless(perOrg.take(orgId, nowMs), `${what} in this organization`);
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
