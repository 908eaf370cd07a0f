/**
 * The part of the Dependency-Track API that its published clients use, so that a pipeline moves by changing the URL and the key.
 * The key is a token of Assay. The routes are not in the OpenAPI document; docs/guides/coming-from-dependency-track.md lists them.
 */
import { z } from 'zod';
import { ANALYSIS_UNKNOWN } from '../../pipeline/errors.ts';
import type { TokenScope } from '../../core/vocabulary/access.ts';
import { findAnalysis } from '../../store/findings/analyses/list-analyses.ts';
import type { ApiDeps, RouteApp } from '../api-deps.ts';
import { getPrincipal, toCaller } from '../http/guard-request.ts';
import { toId } from '../http/path-parameters.ts';
import { Processing } from './contract.ts';
import { findingRoutes } from './findings.ts';
import { projectRoutes } from './projects.ts';
import { bomRoutes } from './upload-bom.ts';
import { vexRoutes } from './vex.ts';

/** The release whose API this is. Clients check the name and the number. */
const APPLICATION = { application: 'Dependency-Track', version: '4.13.0' } as const;

export async function dependencyTrackRoutes(app: RouteApp, deps: ApiDeps): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('x-powered-by', `${APPLICATION.application} v${APPLICATION.version} (Assay ${deps.version})`);
  });
  app.get('/version', { schema: { hide: true } }, async () => ({
    ...APPLICATION,
    framework: { name: 'Assay', version: deps.version },
  }));
  for (const add of [tokenRoutes, projectRoutes, findingRoutes, bomRoutes, vexRoutes])
    await app.register(async (scope) => add(scope, deps), { prefix: '/v1' });
}

/** Permissions that clients look for. There is none to view policy violations, because Assay has no such policies. */
const PERMISSIONS: Readonly<Partial<Record<TokenScope, readonly string[]>>> = {
  'sbom:upload': ['BOM_UPLOAD', 'PROJECT_CREATION_UPLOAD', 'PORTFOLIO_MANAGEMENT_UPDATE'],
  read: ['VIEW_PORTFOLIO', 'VIEW_VULNERABILITY'],
  triage: ['VULNERABILITY_ANALYSIS'],
  'settings:write': ['PORTFOLIO_MANAGEMENT'],
};

function tokenRoutes(app: RouteApp, deps: ApiDeps): void {
  // The client that uploads also polls.
  for (const url of ['/bom/token/:uuid', '/event/token/:uuid']) {
    app.get(
      url,
      {
        config: { scope: 'sbom:upload', acceptsApiKey: true },
        schema: { hide: true, params: z.object({ uuid: z.string() }), response: { 200: Processing } },
      },
      async (request) => {
        const { orgId, services } = toCaller(request);
        const id = toId(request.params.uuid, ANALYSIS_UNKNOWN);
        const analysis = await deps.database.readInOrg(orgId, async (tx) => await findAnalysis(tx, id, services));
        // As in Dependency-Track, nothing is processed for an unknown token.
        return { processing: analysis?.status === 'queued' || analysis?.status === 'running' };
      },
    );
  }

  app.get('/team/self', { config: { scope: 'read', acceptsApiKey: true }, schema: { hide: true } }, async (request) => {
    const { scopes, credentialId, actor } = getPrincipal(request);
    const permissions = [...scopes].flatMap((scope) => PERMISSIONS[scope] ?? []).map((name) => ({ name }));
    return { uuid: credentialId, name: actor.name, permissions };
  });
}
