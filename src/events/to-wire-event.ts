/** An event as others see it, the same wherever they do: pulled, streamed or delivered to a webhook. */
import type { WireEvent } from '../api/contract/event.ts';
import type { StoredEvent } from '../store/delivery/read-events.ts';

/** Without the position: how many events an organization has is nothing that a token of one service should learn from each. */
export function toWireEvent({ position: _, ...event }: StoredEvent): WireEvent {
  return { ...event, detail: { ...event.detail } };
}
