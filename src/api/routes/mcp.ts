/**
 * The MCP endpoint for agents. A tool sends requests to the API of this process with the token of the agent, so permissions,
 * rates and the audit log are those of the token. Sessions of the portal are not accepted.
 */
import type { FastifyRequest } from 'fastify';
import { ORIGIN_REFUSED, UNAUTHENTICATED } from '../../access/errors.ts';
import type { ApiDeps, RouteApp } from '../api-deps.ts';
import { BODY_INVALID } from '../errors.ts';
import { getPrincipal } from '../http/guard-request.ts';
import { pauseDuring } from '../http/limits/request-work.ts';
import type { SendRequest } from '../mcp/call-api.ts';

export function mcpRoutes(app: RouteApp, deps: ApiDeps): void {
  app.post('/mcp', { config: { scope: 'read' }, schema: { hide: true } }, async (request, reply) => {
    const { authorization } = request.headers;
    if (getPrincipal(request).person !== undefined || authorization === undefined) throw UNAUTHENTICATED();
    refuseBrowsers(request, deps.publicUrl);
    if (Array.isArray(request.body))
      throw BODY_INVALID({ summary: 'Batches are not supported. Send one JSON-RPC message per request.' });
    const caller = { authorization, remoteAddress: request.ip };
    const send: SendRequest = async (asked) => await deps.callInProcess(app.server, caller, asked);
    const { serveHttp } = await import('../mcp/serve-http.ts');
    const asked = { headers: toProtocolHeaders(request), body: request.body, version: deps.version };
    // The requests of the tool count by themselves.
    const { status, type, text } = await pauseDuring(request, async () => await serveHttp(send, asked));
    if (type !== null) void reply.type(type);
    return await reply.code(status).serializer(String).send(text);
  });
}

/**
 * Programs send no origin. A page that a browser has loaded must be of this installation; its address must be known, because an
 * attacker can let any other name resolve to this server.
 */
function refuseBrowsers({ raw }: FastifyRequest, publicUrl: string | undefined): void {
  const origins = raw.headersDistinct['origin'] ?? [];
  if (origins.length === 0) return;
  const origin = origins.length === 1 ? URL.parse(origins[0] ?? '') : null;
  const isOurs =
    publicUrl === undefined
      ? LOOPBACK.includes(origin?.hostname ?? '') && origin?.host === raw.headers.host?.toLowerCase()
      : origin?.origin === URL.parse(publicUrl)?.origin;
  if (!isOurs) throw ORIGIN_REFUSED();
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

function toProtocolHeaders({ headers }: FastifyRequest): Record<string, string> {
  const sent = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && (name.startsWith('mcp-') || name === 'accept' || name === 'content-type')
      ? [[name, value]]
      : [],
  );
  return Object.fromEntries(sent);
}
