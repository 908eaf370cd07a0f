/** An event as others see it, the same wherever they do: pulled, streamed or delivered to a webhook. */
import type { WireEvent } from '../api/contract/event.ts';
import type { StoredEvent } from '../store/delivery/read-events.ts';

/** Without the position: a place in the order is named by a cursor, which others cannot take for a number to count with. */
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
