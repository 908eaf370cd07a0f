/** Creates, changes and deletes services, each with its audit entry in one transaction. */
import { insertEvents } from '../../store/delivery/events.ts';
import type { OrgTx } from '../../store/database.ts';
import {
  findService,
  insertService,
  markServiceDeleted,
  renameService,
  setAiOptOut,
  type Service,
} from '../../store/portfolio/services.ts';
import { listAssessedVersions } from '../../store/ai/model-answers.ts';
import { countVexDocuments } from '../../store/relevance/vex.ts';
import { listWatchedVersions } from '../../store/portfolio/versions/versions-to-analyze.ts';
import { recordOpinionChange } from '../../store/relevance/opinion-changes.ts';
import { requestAnalyses, AFFECTED_VERSIONS_MAX } from '../request-analysis.ts';
import { nowOf, recordChange, type Caller, type PipelineDeps } from '../deps.ts';
import { NAME_TAKEN, SERVICE_UNKNOWN } from '../errors.ts';

export async function createService(deps: PipelineDeps, caller: Caller, name: string): Promise<Service> {
  const at = nowOf(deps);
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const service = await insertService(tx, { id: deps.newId(), name, createdAt: at });
    if (service === undefined) throw NAME_TAKEN({ what: 'service name', name });
    const { id } = service;
    await recordChange(deps, tx, caller, { action: 'service.created', kind: 'service', id, at, after: { name } });
    return service;
  });
}

/** Members that are left out keep their value. */
export async function changeService(
  deps: PipelineDeps,
  caller: Caller,
  reference: string,
  change: {
    readonly name?: string | undefined;
    readonly aiOptOut?: boolean | undefined;
    readonly onlyIf: (current: Service) => void;
  },
): Promise<Service> {
  const at = nowOf(deps);
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const service = await getService(tx, caller, reference);
    change.onlyIf(service);
    const { id, name: before } = service;
    const { name = before, aiOptOut = service.aiOptOut } = change;
    const subject = { kind: 'service', id, at };
    if (aiOptOut !== service.aiOptOut) {
      // Stored answers of a model no longer count, or count again. Like a publication, locks versions before their service.
      await recordOpinionChange(tx, [id]);
      const versions = await listAssessedVersions(tx, { serviceId: id, limit: AFFECTED_VERSIONS_MAX });
      await requestAnalyses(deps, tx, versions, 'ai');
    }
    if (name !== before) {
      // Statements of VEX documents name services, so others may apply now.
      if ((await countVexDocuments(tx)) > 0) {
        await recordOpinionChange(tx, [id]);
        await requestAnalyses(deps, tx, await listWatchedVersions(tx, id, AFFECTED_VERSIONS_MAX), 'decision');
      }
      if (!(await renameService(tx, id, name))) throw NAME_TAKEN({ what: 'service name', name });
      const named = { before: { name: before }, after: { name } };
      await recordChange(deps, tx, caller, { action: 'service.renamed', ...subject, ...named });
    }
    if (aiOptOut !== service.aiOptOut) {
      await setAiOptOut(tx, id, aiOptOut);
      const was = { aiOptOut: service.aiOptOut };
      await recordChange(deps, tx, caller, { action: 'service.updated', ...subject, before: was, after: { aiOptOut } });
    }
    return { ...service, name, aiOptOut };
  });
}

export async function deleteService(
  deps: PipelineDeps,
  caller: Caller,
  reference: string,
  onlyIf: (current: Service) => void = () => {},
): Promise<void> {
  const at = nowOf(deps);
  await deps.database.inOrg(caller.orgId, async (tx) => {
    const service = await getService(tx, caller, reference);
    onlyIf(service);
    const { id, name } = service;
    await markServiceDeleted(tx, id, at);
    await insertEvents(tx, [{ id: deps.newId(), type: 'service.deleted', at, serviceId: id, detail: { name } }]);
    await recordChange(deps, tx, caller, { action: 'service.deleted', kind: 'service', id, at, before: { name } });
    await deps.queue.enqueue(tx, 'remove-deleted', { orgId: tx.orgId });
  });
}

/**
 * Returns the service or throws SERVICE_UNKNOWN: an absent service, one of another organization and one outside the caller's
 * scope are indistinguishable.
 */
export async function getService(tx: OrgTx, caller: Pick<Caller, 'services'>, reference: string): Promise<Service> {
  const service = await findService(tx, reference, caller.services);
  if (service === undefined) throw SERVICE_UNKNOWN({ service: reference });
  return service;
}
