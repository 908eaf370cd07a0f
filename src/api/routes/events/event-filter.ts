/** Translates event queries into store filters. A token restricted to services sees only their events. */
import { isUuid } from '../../../core/naming/uuid.ts';
import { SERVICE_UNKNOWN, VERSION_UNKNOWN } from '../../../pipeline/errors.ts';
import type { Database } from '../../../store/database.ts';
import type { Progress } from '../../../store/delivery/progress.ts';
import type { EventFilter } from '../../../store/delivery/list-events.ts';
import { findService, isInScope, type ServiceScope } from '../../../store/portfolio/services.ts';
import { findVersion } from '../../../store/portfolio/versions/versions.ts';
import { toReference } from '../../http/path-parameters.ts';
import { PARAMETER_INVALID } from '../../errors.ts';

interface Caller {
  readonly orgId: string;
  readonly services: ServiceScope;
}

/** An id is not looked up: events outlive their service, and an unknown id simply has none. */
export async function findServiceId(
  database: Database,
  caller: Caller,
  service: string | undefined,
): Promise<string | undefined> {
  if (service === undefined) return undefined;
  const reference = toReference('service name', service);
  if (isUuid(reference)) return reference;
  const found = await database.inOrg(caller.orgId, async (tx) => await findService(tx, reference, caller.services));
  if (found === undefined) throw SERVICE_UNKNOWN({ service: reference });
  return found.id;
}

/** An id is not looked up, as with services: events outlive their version. */
export async function findVersionId(
  database: Database,
  caller: Caller,
  { serviceId, version }: { readonly serviceId: string | undefined; readonly version: string | undefined },
): Promise<string | undefined> {
  if (version === undefined) return undefined;
  if (serviceId === undefined)
    throw PARAMETER_INVALID({ summary: 'The parameter "version" requires "service". Send both.' });
  const reference = toReference('version name', version);
  if (isUuid(reference)) return reference;
  const found = isInScope(serviceId, caller.services)
    ? await database.inOrg(caller.orgId, async (tx) => await findVersion(tx, serviceId, reference))
    : undefined;
  if (found === undefined) throw VERSION_UNKNOWN({ version: reference });
  return found.id;
}

interface RequestedEvents {
  readonly serviceId: string | undefined;
  readonly versionId?: string | undefined;
  readonly types: EventFilter['types'];
}

export function toEventFilter(services: ServiceScope, { serviceId, versionId, types }: RequestedEvents): EventFilter {
  if (serviceId !== undefined) {
    const serviceIds = isInScope(serviceId, services) ? [serviceId] : [];
    return { types, serviceIds, ...(versionId !== undefined && { versionId }) };
  }
  return services === 'all' ? { types } : { types, serviceIds: services, alsoCommon: true };
}

/** A client that filters by type wants events only, no progress. */
export function wantsProgress(progress: Progress, { types, serviceIds, alsoCommon = false }: EventFilter): boolean {
  if (types !== undefined) return false;
  if (serviceIds === undefined) return true;
  return progress.kind === 'analysis' ? serviceIds.includes(progress.serviceId) : alsoCommon;
}
