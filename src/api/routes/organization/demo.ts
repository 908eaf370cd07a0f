/** Demo services, for organizations without services of their own. Loading continues after the response, version by version. */
import { requireScope } from '../../../access/principal.ts';
import type { Caller } from '../../../pipeline/deps.ts';
import { loadDemo, listDemoStates } from '../../../pipeline/demo/load-demo.ts';
import type { ApiDeps, RouteApp } from '../../api-deps.ts';
import { WireDemo } from '../../contract/organization/organization.ts';
import { getPrincipal, toCaller } from '../../http/guard-request.ts';

export function demoRoutes(app: RouteApp, deps: ApiDeps): void {
  const loader = createLoader(deps);
  app.addHook('onClose', async () => await loader.stop());
  const read = async (caller: Caller): Promise<WireDemo> => ({
    loading: loader.isLoading(caller.orgId),
    services: await listDemoStates(deps, caller),
  });

  app.get(
    '/demo',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getDemo',
        summary: 'Get the state of the demo',
        description: 'Returns the demo services and the loading progress.',
        response: { 200: WireDemo },
      },
    },
    async (request) => await read(toCaller(request)),
  );

  app.post(
    '/demo',
    {
      config: { scope: 'settings:write' },
      schema: {
        operationId: 'loadDemo',
        summary: 'Load the demo',
        description:
          'Creates demo services with several versions in the background. Repeating the request changes nothing. Also requires the scope `sbom:upload`. Use `GET /demo` to follow the progress.',
        response: { 202: WireDemo },
      },
    },
    async (request, reply) => {
      requireScope(getPrincipal(request), 'sbom:upload');
      await deps.storageGuard();
      const caller = toCaller(request);
      loader.load(caller);
      void reply.code(202);
      return await read(caller);
    },
  );
}

interface DemoLoader {
  /** Does nothing while the demo of the organization is loading. */
  load(caller: Caller): void;
  isLoading(orgId: string): boolean;
  stop(): Promise<void>;
}

function createLoader(deps: ApiDeps): DemoLoader {
  const loading = new Map<string, Promise<void>>();
  const ending = new AbortController();
  const run = async (caller: Caller): Promise<void> => {
    try {
      await loadDemo({ ...deps, signal: ending.signal }, caller);
    } catch (error) {
      if (!ending.signal.aborted) deps.log.error({ err: error }, 'loading demo data failed');
    } finally {
      loading.delete(caller.orgId);
    }
  };
  return {
    load: (caller) => {
      if (!loading.has(caller.orgId)) loading.set(caller.orgId, run(caller));
    },
    isLoading: (orgId) => loading.has(orgId),
    stop: async () => {
      ending.abort();
      await Promise.all(loading.values());
    },
  };
}
