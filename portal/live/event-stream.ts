/**
 * Server-sent events. Only visible tabs keep a stream, because browsers allow six connections per host: a hidden tab closes its
 * stream and later resumes after the last event. Without a stream, pages poll.
 */

import { getShownOrganization } from '../api/shown-organization.ts';
import type { LiveEvent } from './live-event.ts';

export interface StreamHandlers {
  readonly onEvent: (event: LiveEvent) => void;
  readonly onLive: (isLive: boolean) => void;
}

const PATH = '/api/v2/event/stream';
/** A server without a stream, or a proxy that blocks it, may offer one later. */
const RETRY_MS = 60_000;

/** Events of single findings are left out: the end of their analysis stands for all of them. */
const TYPES = [
  'sbom.received',
  'analysis.progress',
  'analysis.completed',
  'analysis.failed',
  'version.created',
  'version.alias_moved',
  'relevance.changed',
  'remediation.planned',
  'remediation.verified',
  'advisories.updated',
  'advisories.stale',
  'quota.warning',
] as const;

/** Returns a function that closes the stream. */
export function openEventStream({ onEvent, onLive }: StreamHandlers): () => void {
  let source: EventSource | undefined;
  let lastId = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  const receive = (message: MessageEvent<string>): void => {
    if (message.lastEventId !== '') lastId = message.lastEventId;
    const event = parseEvent(message);
    if (event !== undefined) onEvent(event);
  };
  const open = (): void => {
    if (source !== undefined || document.visibilityState === 'hidden') return;
    source = new EventSource(toUrl(lastId));
    source.addEventListener('open', () => onLive(true));
    source.addEventListener('error', () => {
      onLive(false);
      // While EventSource reconnects by itself, it also sends the last event id.
      if (source?.readyState !== EventSource.CLOSED) return;
      close();
      timer = setTimeout(open, RETRY_MS);
    });
    source.addEventListener('message', receive);
    for (const type of TYPES) source.addEventListener(type, receive);
  };
  const close = (): void => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
    onLive(false);
  };
  const follow = (): void => (document.visibilityState === 'hidden' ? close() : open());

  document.addEventListener('visibilitychange', follow);
  open();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    close();
  };
}

/** The organization is a query parameter because EventSource cannot send headers. */
function toUrl(lastId: string): string {
  const organization = getShownOrganization();
  const query = new URLSearchParams({
    ...(lastId !== '' && { after: lastId }),
    ...(organization !== undefined && { organization }),
  }).toString();
  return query === '' ? PATH : `${PATH}?${query}`;
}

function parseEvent({ type, data }: MessageEvent<string>): LiveEvent | undefined {
  try {
    const fields = JSON.parse(data) as Partial<LiveEvent>;
    return { type, at: '', serviceId: null, versionId: null, analysisId: null, detail: null, ...fields };
  } catch {
    return undefined;
  }
}
