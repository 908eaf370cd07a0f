/** Converts a stored event to the form that clients see, the same for polling, streaming and webhooks. */
import type { WireEvent } from '../api/contract/events/event.ts';
import type { StoredEvent } from '../store/delivery/list-events.ts';

/** Leaves out the position: clients use a cursor, which they cannot mistake for a number to count with. */
export function toWireEvent(event: StoredEvent): WireEvent {
  return {
    id: event.id,
    type: event.type,
    at: event.at,
    serviceId: event.serviceId,
    versionId: event.versionId,
    sbomId: event.sbomId,
    analysisId: event.analysisId,
    findingId: event.findingId,
    snapshot: event.snapshot,
    cause: event.cause,
    detail: { ...event.detail },
  };
}
