/** Integration tokens: list, create, get, revoke. The text of a token is returned once and never again. */
import { z } from 'zod';
import { SERVICE_UNKNOWN } from '../../../pipeline/errors.ts';
import { TOKEN_UNKNOWN } from '../../../access/errors.ts';
import { issueToken, revokeToken } from '../../../access/tokens/issue-token.ts';
import { findToken, listTokens, type Token } from '../../../store/people/tokens.ts';
import { toId, toReference } from '../../http/path-parameters.ts';
import type { ApiDeps, RouteApp } from '../../api-deps.ts';
import { PageQuery } from '../../contract/page.ts';
import { NewToken, TokenParams, WireNewToken, WireToken } from '../../contract/organization/token.ts';
import { getPrincipal } from '../../http/guard-request.ts';
import { sendPage } from '../../http/response/page-headers.ts';
import { isScope } from '../../../access/principal.ts';

export function tokensRoutes(app: RouteApp, deps: ApiDeps): void {
  app.get(
    '/token',
    {
      config: { scope: 'token:write' },
      schema: {
        operationId: 'listTokens',
        summary: 'List integration tokens',
        description: 'Newest first, including revoked ones.',
        querystring: PageQuery,
        response: { 200: z.array(WireToken) },
      },
    },
    async (request, reply) => {
      const { orgId } = getPrincipal(request);
      const page = await deps.database.readInOrg(orgId, async (tx) => await listTokens(tx, request.query));
      return sendPage(request, reply, request.query, page, toWireToken);
    },
  );

  app.post(
    '/token',
    {
      config: { scope: 'token:write', errors: [SERVICE_UNKNOWN] },
      schema: {
        operationId: 'createToken',
        summary: 'Create an integration token',
        description: 'The response contains the token, which is shown only once.',
        body: NewToken,
        response: { 201: WireNewToken },
      },
    },
    async (request, reply) => {
      const { name, scopes, services, expiresAt } = request.body;
      const wanted = {
        name,
        scopes: [...new Set(scopes)],
        services: services?.map((service) => toReference('service name', service)) ?? null,
        expiresAt,
      };
      const { token, text } = await issueToken(deps, getPrincipal(request), wanted, request.id);
      void reply.code(201).headers({ location: `/api/v2/token/${token.id}`, 'cache-control': 'no-store' });
      return { ...toWireToken(token), token: text };
    },
  );

  app.get(
    '/token/:id',
    {
      config: { scope: 'token:write' },
      schema: {
        operationId: 'getToken',
        summary: 'Get an integration token',
        params: TokenParams,
        response: { 200: WireToken },
      },
    },
    async (request) => {
      const id = toId(request.params.id, TOKEN_UNKNOWN);
      const token = await deps.database.readInOrg(getPrincipal(request).orgId, async (tx) => await findToken(tx, id));
      if (token === undefined) throw TOKEN_UNKNOWN();
      return toWireToken(token);
    },
  );

  app.delete(
    '/token/:id',
    {
      config: { scope: 'token:write' },
      schema: {
        operationId: 'revokeToken',
        summary: 'Revoke an integration token',
        description: 'Takes effect immediately.',
        params: TokenParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const id = toId(request.params.id, TOKEN_UNKNOWN);
      const token = await revokeToken(deps, getPrincipal(request), id, request.id);
      deps.authenticator.forget(token.publicId);
      return await reply.code(204).send(null);
    },
  );
}

/** Maps a token to the API: for the list of tokens, and for tokens revoked with a member. */
export function toWireToken(token: Token): WireToken {
  const { kind, id, name } = token.createdBy;
  return {
    ...token,
    scopes: token.scopes.filter(isScope),
    serviceIds: token.serviceIds === null ? null : [...token.serviceIds],
    // A name without an id proves nothing; it could have been chosen to imitate another.
    createdBy: { kind, id, name: kind === 'unrecorded' ? null : name },
  };
}
