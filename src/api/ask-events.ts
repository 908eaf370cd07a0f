/** What a caller asks of the events, turned into what the store is asked: a token of some services sees theirs alone. */
import { isUuid } from '../core/naming/uuid.ts';
import { SERVICE_UNKNOWN } from '../pipeline/errors.ts';
import type { Database } from '../store/database.ts';
import type { Progress } from '../store/delivery/progress.ts';
import type { EventFilter } from '../store/delivery/read-events.ts';
import { findService, isInScope, type ServiceScope } from '../store/portfolio/services.ts';
import { toReference } from './addresses.ts';

interface Caller {
  readonly orgId: string;
  readonly services: ServiceScope;
}

/** An id is taken as it is: the events of a service outlive it, and those of one that never was are none. */
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

export function toEventFilter(
  services: ServiceScope,
  { serviceId, types }: { readonly serviceId: string | undefined; readonly types: EventFilter['types'] },
): EventFilter {
  if (serviceId !== undefined) return { types, serviceIds: isInScope(serviceId, services) ? [serviceId] : [] };
  return services === 'all' ? { types } : { types, serviceIds: services, alsoCommon: true };
}

/** Whoever asks for certain types asks for events, and gets nothing else. */
export function wantsProgress(progress: Progress, { types, serviceIds, alsoCommon = false }: EventFilter): boolean {
  if (types !== undefined) return false;
  if (serviceIds === undefined) return true;
  return progress.kind === 'analysis' ? serviceIds.includes(progress.serviceId) : alsoCommon;
}
