/**
 * Requests a refresh of an advisory source on behalf of a user. The data is shared by all organizations, so the request has an
 * audit entry.
 */
import { SOURCE_NAMES } from '../../core/vocabulary/source.ts';
import { listSources } from '../../store/advisories/sources/sources.ts';
import { insertAuditEntry } from '../../store/people/audit.ts';
import { STARTER } from './data-state.ts';
import type { Caller, PipelineDeps } from '../deps.ts';
import { ADVISORY_SOURCE_OFF, ADVISORY_SOURCE_UNKNOWN } from '../errors.ts';

export interface RefreshRequest {
  readonly source: string;
  /** Compare all records, not only new ones. */
  readonly complete: boolean;
  /** Accept that records were deleted. */
  readonly acceptShrink: boolean;
}

export async function requestRefresh(deps: PipelineDeps, caller: Caller, request: RefreshRequest): Promise<void> {
  const { source: name, ...how } = request;
  await deps.database.inOrg(caller.orgId, async (tx) => {
    const source = (await listSources(tx)).find((each) => each.name === name);
    const isKnown = source !== undefined || (SOURCE_NAMES as readonly string[]).includes(name);
    if (!isKnown) throw ADVISORY_SOURCE_UNKNOWN({ source: name });
    if (source?.enabled !== true || name === STARTER) throw ADVISORY_SOURCE_OFF({ source: name });
    await insertAuditEntry(tx, {
      id: deps.newId(),
      at: new Date(deps.now()).toISOString(),
      actor: caller.actor,
      action: 'advisories.refresh_requested',
      subject: { kind: 'advisory-source', id: name },
      after: how,
      requestId: caller.requestId,
    });
    await deps.queue.enqueue(tx, 'refresh-advisories', request);
  });
}
