/**
 * Builds the body of a message: type, time and data as in Standard Webhooks, where the data is the event as the API shows it. The
 * position lets receivers order messages that arrive out of order. If a body exceeds the size limit, its detail is replaced by a
 * link to the full data.
 */
import { LIMITS } from '../../core/limits.ts';
import type { StoredEvent } from '../../store/delivery/list-events.ts';
import { toWireEvent } from '../to-wire-event.ts';

export const TEST_TYPE = 'webhook.test';

export function toEventBody(event: StoredEvent): Buffer {
  const { type, at: timestamp, position } = event;
  const data = toWireEvent(event);
  const body = toBody({ type, timestamp, position, data });
  if (body.length <= LIMITS.webhookPayloadBytesMax) return body;
  const cut = { ...data, detail: { truncated: true }, links: { whole: linkOf(event) } };
  return toBody({ type, timestamp, position, data: cut });
}

export function toTestBody(at: string): Buffer {
  const data = { message: 'This is a test message. Respond with any 2xx status.' };
  return toBody({ type: TEST_TYPE, timestamp: at, data });
}

/** A link to the omitted detail. It is a path, because the public address of Assay is not known for sure. */
function linkOf({ type, analysisId, findingId }: StoredEvent): string {
  if (analysisId !== null) return `/api/v2/analysis/${analysisId}`;
  if (findingId !== null) return `/api/v2/finding/${findingId}`;
  return `/api/v2/event?type=${type}`;
}

function toBody(message: object): Buffer {
  return Buffer.from(JSON.stringify(message));
}
