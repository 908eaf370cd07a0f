/** Demo services, for organizations without services of their own. Loading continues after the response, version by version. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { requireScope } from '../../../access/principal.ts';
import type { Caller } from '../../../pipeline/deps.ts';
import { loadDemo, listDemoStates } from '../../../pipeline/demo/load-demo.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { WireDemo } from '../../contract/organization/demo.ts';
import { getPrincipal, toCaller } from '../../http/guard-request.ts';
import { ERRORS } from '../../http/response/route-schema.ts';

const tags = ['Demo'];

export function demoRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();
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
        tags,
        operationId: 'getDemo',
        summary: 'Get the state of the demo',
        description: 'Returns the demo services and the loading progress.',
        response: { 200: WireDemo, ...ERRORS },
      },
    },
    async (request) => await read(toCaller(request)),
  );

  app.post(
    '/demo',
    {
      config: { scope: 'settings:write' },
      schema: {
        tags,
        operationId: 'loadDemo',
        summary: 'Load the demo',
        description:
          'Creates demo services with several versions in the background. Repeating the request changes nothing. Also requires the scope `sbom:upload`. Use `GET /demo` to follow the progress.',
        response: { 202: WireDemo, ...ERRORS },
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
