/**
 * Checks every request, in this order; the first failure wins: valid HTTP, authentication, permission, query. All checks use the
 * headers only, before any byte of the body is read.
 */
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../../access/tokens/authenticate-token.ts';
import { toAddressKey, type RateLimit } from '../../access/limits/rate-limit.ts';
import type { SessionAuthenticator } from '../../access/sessions/sessions.ts';
import { ORGANIZATION_CHANGED, PERSON_REQUIRED, RATE_LIMITED, UNAUTHENTICATED } from '../../access/errors.ts';
import { requireScope, type Principal, type SignedInPerson } from '../../access/principal.ts';
import type { Caller } from '../../pipeline/deps.ts';
import { quote } from '../../core/errors.ts';
import { findUnstorable, UNSTORABLE } from '../../core/naming/unstorable-text.ts';
import type { TokenScope } from '../../core/vocabulary/access.ts';
import { HTTP_INVALID, PARAMETER_INVALID, URL_INVALID } from '../errors.ts';
import { QUERY_PROBLEM, type ParsedQuery } from './query-string.ts';
import { requireSameOrigin } from './same-origin.ts';
import { findSessionCookie } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope required by the route. Every route under /api/v2 names one; routes without a scope are public. */
    scope?: TokenScope;
    /** Requires a signed-in user, because the route concerns their account. */
    person?: boolean;
    /** Works in all organizations of the user, whichever one the request names. */
    anyOrganization?: boolean;
    /** Also accepts a token in the header X-Api-Key, where clients of Dependency-Track send it. */
    acceptsApiKey?: boolean;
    /** The handler reads the body itself, and sends 100 Continue. */
    streamsBody?: boolean;
    /** For the OpenAPI document: errors whose status does not follow from the other properties of the route. */
    errors?: readonly { readonly code: string }[];
  }
  interface FastifyRequest {
    principal: Principal | undefined;
    /** As sent by the client: validation drops unknown parameters. */
    parameterNames: readonly string[];
  }
}

/** Rejects invalid requests that Node's parser accepts. */
export function checkHttp(request: FastifyRequest, reply: FastifyReply): void {
  const problem = findHttpProblem(request.raw);
  if (problem === undefined) return;
  void reply.header('connection', 'close');
  throw HTTP_INVALID({ problem });
}

function findHttpProblem({
  url = '',
  headers,
  headersDistinct,
  httpVersion,
}: FastifyRequest['raw']): string | undefined {
  const coding = headers['transfer-encoding'];
  if (!url.startsWith('/')) return 'its target does not begin with "/"';
  if ((headersDistinct['host']?.length ?? 0) > 1) return 'it has more than one Host header';
  if (httpVersion === '1.1' && headers.host === undefined) return 'the Host header is missing';
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return 'its Transfer-Encoding is not "chunked"';
  return undefined;
}

const refusedSockets = new WeakSet<Socket>();

/**
 * Returns whether a request was pipelined behind an invalid one. Node dispatches it before the first response is sent, although
 * the connection is about to close, and it may come from a different sender. Must be called at once, for every request in order.
 */
export function isPipelinedAfterInvalid({ raw }: FastifyRequest): boolean {
  if (refusedSockets.has(raw.socket)) return true;
  if (findHttpProblem(raw) !== undefined) refusedSockets.add(raw.socket);
  return false;
}

interface GuardDeps {
  readonly authenticator: Authenticator;
  readonly sessions: SessionAuthenticator;
  readonly failedAuthentications: RateLimit;
  readonly publicUrl: string | undefined;
  readonly now: () => number;
}

export async function authenticateRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: GuardDeps,
): Promise<void> {
  const { scope, person, anyOrganization } = request.routeOptions.config;
  if (scope === undefined) return;
  const principal = await findPrincipal(request, deps);
  if (principal === undefined) throw toAuthenticationError(request, deps);
  if (principal.person !== undefined) {
    requireSameOrigin(request, deps.publicUrl);
    // Unlike an Authorization header, a cookie does not stop shared caches from storing the response.
    void reply.header('cache-control', 'private, no-cache');
  }
  if (anyOrganization !== true) requireOrganization(principal, request.headers[ORGANIZATION_HEADER]);
  requireScope(principal, scope);
  if (person === true && principal.person === undefined) throw PERSON_REQUIRED();
  request.principal = principal;
}

const ORGANIZATION_HEADER = 'assay-organization';

/** The session may have been switched in another tab. Without the header, the request is for the current organization. */
export function requireOrganization({ orgId }: Principal, named: string | readonly string[] | undefined): void {
  if (named !== undefined && String(named).toLowerCase() !== orgId) throw ORGANIZATION_CHANGED();
}

/**
 * A token takes precedence over a session cookie, which a browser may add. Long-running responses call this again, because a
 * token may be revoked, a session ended or a role changed.
 */
export async function findPrincipal(
  request: FastifyRequest,
  deps: Pick<GuardDeps, 'authenticator' | 'sessions' | 'publicUrl'>,
): Promise<Principal | undefined> {
  const sent = listTokenHeaders(request);
  if (sent.length > 0) return sent.length === 1 ? await deps.authenticator.authenticate(sent[0]) : undefined;
  const secret = findSessionCookie(request, deps.publicUrl);
  return secret === undefined ? undefined : await deps.sessions.authenticate(secret);
}

/** As Authorization headers. */
function listTokenHeaders({ raw, routeOptions }: FastifyRequest): readonly string[] {
  const { authorization = [], 'x-api-key': keys = [] } = raw.headersDistinct;
  if (routeOptions.config.acceptsApiKey !== true) return authorization;
  return [...authorization, ...keys.map((key) => `Bearer ${key}`)];
}

/** Invalid tokens are rate-limited per address; a valid one from the same address still works. */
function toAuthenticationError(request: FastifyRequest, deps: GuardDeps): Error {
  const verdict = deps.failedAuthentications.take(toAddressKey(request.ip), deps.now());
  if (verdict.allowed) return UNAUTHENTICATED();
  const { retryAfterSeconds } = verdict;
  return RATE_LIMITED({ what: 'invalid tokens from this address', retryAfterSeconds }, { retryAfterSeconds });
}

/** Checks the parameters of the path and the query. */
export function checkParameters(request: FastifyRequest): void {
  const query = request.query as ParsedQuery;
  request.parameterNames = Object.keys(query);
  const problem = query[QUERY_PROBLEM];
  if (problem?.kind === 'encoding')
    throw URL_INVALID({ problem: `the parameter ${quote(problem.name)} contains an invalid percent-encoding` });
  if (problem !== undefined)
    throw PARAMETER_INVALID({ summary: `The parameter ${quote(problem.name)} was sent more than once. Send it once.` });
  requireStorable(request.params);
  requireStorable(query);
}

function requireStorable(parameters: unknown): void {
  const pointer = findUnstorable(parameters);
  if (pointer === undefined) return;
  const [, name = ''] = pointer.split('/', 2);
  const details = [{ path: name, message: UNSTORABLE }];
  throw PARAMETER_INVALID({ summary: `The parameter ${quote(name)} ${UNSTORABLE}.` }, { details });
}

/** Only for routes with a scope. */
export function getPrincipal(request: FastifyRequest): Principal {
  if (request.principal === undefined) throw new Error('The route requires no scope, so it has no principal.');
  return request.principal;
}

/** Only for routes that require a signed-in user. */
export function getPerson(request: FastifyRequest): SignedInPerson {
  const { person } = getPrincipal(request);
  if (person === undefined) throw new Error('The route accepts tokens, so it may have no signed-in person.');
  return person;
}

export function toCaller(request: FastifyRequest): Caller {
  const { orgId, actor, services } = getPrincipal(request);
  return { orgId, actor, services, requestId: request.id };
}
