/**
 * Formats stream messages as server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html. A message with
 * only an id moves the position from which a client resumes, without an event.
 */
import type { StreamMessage } from '../events/follow-events.ts';
import { toWireEvent } from '../events/to-wire-event.ts';
import type { Progress } from '../store/delivery/progress.ts';

export function toEventText(message: StreamMessage): string {
  if (message.kind === 'heartbeat') return ': still here\n\n';
  if (message.kind === 'place') return `id: ${message.cursor}\n\n`;
  if (message.kind === 'progress') return toProgressText(message.progress);
  const { event, cursor } = message;
  return `id: ${cursor}\nevent: ${event.type}\ndata: ${JSON.stringify(toWireEvent(event))}\n\n`;
}

/** The time that a client waits before it reconnects. */
export function toRetryText(ms: number): string {
  return `retry: ${Math.round(ms)}\n\n`;
}

/** Has no id, so the resume position stays the same. JSON text contains no line breaks. */
function toProgressText(progress: Progress): string {
  const { kind, ...data } = progress;
  if ('orgId' in data) {
    const { orgId: _, ...told } = data;
    return `event: ${kind}.progress\ndata: ${JSON.stringify(told)}\n\n`;
  }
  return `event: ${kind}.progress\ndata: ${JSON.stringify(data)}\n\n`;
}
