/** Integration tokens: list, create, get, revoke. The text of a token is returned once and never again. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { SERVICE_UNKNOWN } from '../../../pipeline/errors.ts';
import { TOKEN_UNKNOWN } from '../../../access/errors.ts';
import { issueToken, revokeToken } from '../../../access/tokens/issue-token.ts';
import { findToken, listTokens } from '../../../store/people/tokens.ts';
import { toId, toReference } from '../../http/path-parameters.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { PageQuery } from '../../contract/page.ts';
import { NewToken, TokenParams, WireNewToken, WireToken } from '../../contract/organization/token.ts';
import { getPrincipal } from '../../http/guard-request.ts';
import { setPageHeaders } from '../../http/response/page-headers.ts';
import { ERRORS } from '../../http/response/route-schema.ts';
import { toWireToken } from '../../wire/to-wire-token.ts';

const tags = ['Tokens'];

export function tokensRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();

  app.get(
    '/token',
    {
      config: { scope: 'token:write' },
      schema: {
        tags,
        operationId: 'listTokens',
        summary: 'List integration tokens',
        description: 'Newest first, including revoked ones.',
        querystring: PageQuery,
        response: { 200: z.array(WireToken), ...ERRORS },
      },
    },
    async (request, reply) => {
      const { orgId } = getPrincipal(request);
      const page = await deps.database.inOrg(orgId, async (tx) => await listTokens(tx, request.query));
      setPageHeaders(request, reply, request.query, page);
      return page.items.map(toWireToken);
    },
  );

  app.post(
    '/token',
    {
      config: { scope: 'token:write', errors: [SERVICE_UNKNOWN] },
      schema: {
        tags,
        operationId: 'createToken',
        summary: 'Create an integration token',
        description: 'The response contains the token, which is shown only once.',
        body: NewToken,
        response: { 201: WireNewToken, ...ERRORS },
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
        tags,
        operationId: 'getToken',
        summary: 'Get an integration token',
        params: TokenParams,
        response: { 200: WireToken, ...ERRORS },
      },
    },
    async (request) => {
      const id = toId(request.params.id, TOKEN_UNKNOWN);
      const token = await deps.database.inOrg(getPrincipal(request).orgId, async (tx) => await findToken(tx, id));
      if (token === undefined) throw TOKEN_UNKNOWN();
      return toWireToken(token);
    },
  );

  app.delete(
    '/token/:id',
    {
      config: { scope: 'token:write' },
      schema: {
        tags,
        operationId: 'revokeToken',
        summary: 'Revoke an integration token',
        description: 'Takes effect immediately.',
        params: TokenParams,
        response: { 204: z.null(), ...ERRORS },
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
