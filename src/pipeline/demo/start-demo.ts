/** Loads the demo in the background when Assay starts, into the oldest organization; it stops when Assay stops. */
import { listOrganizations } from '../../store/people/organizations.ts';
import { loadDemo, type DemoDeps, type DemoReport } from './load-demo.ts';

const ACTOR = { kind: 'system', id: 'demo', name: 'demo' } as const;

export interface StartedDemo {
  readonly loaded: Promise<DemoReport>;
  readonly stop: () => Promise<void>;
}

export function startDemo(deps: Omit<DemoDeps, 'signal'>): StartedDemo {
  const ending = new AbortController();
  const load = async (): Promise<DemoReport> => {
    const [organization] = await deps.database.reference(async (tx) => await listOrganizations(tx, undefined, 1));
    if (organization === undefined) throw new Error('There is no organization, although the first start creates one.');
    const caller = { orgId: organization.id, actor: ACTOR, services: 'all', requestId: deps.newId() } as const;
    return await loadDemo({ ...deps, signal: ending.signal }, caller);
  };
  const loaded = load();
  return {
    loaded,
    stop: async () => {
      ending.abort();
      await loaded.catch(() => {});
    },
  };
}
