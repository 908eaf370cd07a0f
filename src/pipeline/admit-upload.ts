/**
 * What can be decided about an upload before its body is read: whether its service exists or may be created, whether its
 * version can be addressed, and whether the queue has room. One short read; the transaction of the upload decides again.
 */
import { LIMITS } from '../core/limits.ts';
import { NAME_INVALID } from '../core/naming/errors.ts';
import { isUuid } from '../core/naming/uuid.ts';
import { readAdmission } from '../store/portfolio/admission.ts';
import { isInScope } from '../store/portfolio/services.ts';
import type { Caller, PipelineDeps } from './deps.ts';
import { QUEUE_FULL, SERVER_QUEUE_FULL, SERVICE_UNKNOWN } from './errors.ts';

export interface UploadTarget {
  /** An id, or a name after NFC. */
  readonly service: string;
  readonly version: string;
}

export async function admitUpload(deps: PipelineDeps, caller: Caller, target: UploadTarget): Promise<void> {
  if ((await deps.queue.waitingCount()) >= LIMITS.queuedAnalysesPerDatabaseMax) throw SERVER_QUEUE_FULL();
  const facts = await deps.database.inOrg(
    caller.orgId,
    async (tx) => await readAdmission(tx, target, LIMITS.queuedAnalysesPerOrgMax),
  );
  if (!mayReach(caller, target, facts)) throw SERVICE_UNKNOWN({ service: target.service });
  if (isUuid(target.version) && !facts.versionExists) {
    throw NAME_INVALID({
      what: 'version name',
      name: target.version,
      problem: 'looks like a UUID, but this service has no version with that id',
    });
  }
  if (facts.queueFull) throw QUEUE_FULL({ whose: 'this organization' });
}

function mayReach(
  caller: Caller,
  target: UploadTarget,
  facts: { readonly serviceId: string | undefined; readonly autoCreateServices: boolean },
): boolean {
  if (facts.serviceId !== undefined) return isInScope(facts.serviceId, caller.services);
  return facts.autoCreateServices && caller.services === 'all' && !isUuid(target.service);
}
