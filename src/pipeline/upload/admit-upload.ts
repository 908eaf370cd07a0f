/**
 * Checks an upload before its body is read: whether its service exists or may be created, whether its version can be addressed,
 * whether the queue has room, and whether a new service or version exceeds a quota. It needs one short read; the transaction of
 * the upload checks again.
 */
import { LIMITS } from '../../core/limits.ts';
import { NAME_INVALID } from '../../core/naming/errors.ts';
import { isUuid } from '../../core/naming/uuid.ts';
import { readQuota } from '../../store/people/usage.ts';
import { pipelined } from '../../store/pipelined.ts';
import { getAdmission, type Admission, isInScope } from '../../store/portfolio/services.ts';
import type { Caller, PipelineDeps } from '../deps.ts';
import { QUEUE_FULL, SERVER_QUEUE_FULL, SERVICE_UNKNOWN } from '../errors.ts';

export interface UploadTarget {
  /** An id, or a name after NFC normalization. */
  readonly service: string;
  readonly version: string;
}

export async function admitUpload(deps: PipelineDeps, caller: Caller, target: UploadTarget): Promise<void> {
  if ((await deps.queue.countWaiting()) >= LIMITS.queuedAnalysesPerDatabaseMax) throw SERVER_QUEUE_FULL();
  await deps.database.inOrg(caller.orgId, async (tx) => {
    const [facts, requireRoom] = await pipelined([
      getAdmission(tx, target, LIMITS.queuedAnalysesPerOrgMax),
      readQuota(tx),
    ]);
    requireTarget(caller, target, facts);
    // For an existing version, the bytes may be stored already and then need no room.
    if (!facts.versionExists) requireRoom({ services: facts.serviceId === undefined ? 1 : 0, versions: 1, sboms: 1 });
  });
}

function requireTarget(caller: Caller, target: UploadTarget, facts: Admission): void {
  if (!canReach(caller, target, facts)) throw SERVICE_UNKNOWN({ service: target.service });
  if (isUuid(target.version) && !facts.versionExists) {
    throw NAME_INVALID({
      what: 'version name',
      name: target.version,
      problem: 'looks like a UUID, but this service has no version with that id',
    });
  }
  if (facts.queueFull) throw QUEUE_FULL({ whose: 'this organization' });
}

function canReach(
  caller: Caller,
  target: UploadTarget,
  facts: { readonly serviceId: string | undefined; readonly autoCreateServices: boolean },
): boolean {
  if (facts.serviceId !== undefined) return isInScope(facts.serviceId, caller.services);
  return facts.autoCreateServices && caller.services === 'all' && !isUuid(target.service);
}
