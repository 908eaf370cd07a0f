/**
 * What happens on the server, as it happens. One stream for each tab that can be seen: browsers allow six connections to a host,
 * so a hidden tab closes its own and goes on later from where it was. Without a stream the pages ask from time to time.
 */

import { getShownOrganization } from '../shown-organization.ts';
import type { LiveEvent } from './live-event.ts';

export interface StreamHandlers {
  readonly onEvent: (event: LiveEvent) => void;
  readonly onLive: (isLive: boolean) => void;
}

const PATH = '/api/v2/event/stream';
/** A server without a stream, or one behind a proxy that does not let it through, may have one later. */
const RETRY_MS = 60_000;

/** Those of single findings are left out: the end of their analysis stands for all of them. */
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

/** Returns how to end it. */
export function openEventStream({ onEvent, onLive }: StreamHandlers): () => void {
  let source: EventSource | undefined;
  let lastId = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  const receive = (message: MessageEvent<string>): void => {
    if (message.lastEventId !== '') lastId = message.lastEventId;
    const event = readEvent(message);
    if (event !== undefined) onEvent(event);
  };
  const open = (): void => {
    if (source !== undefined || document.visibilityState === 'hidden') return;
    source = new EventSource(toUrl(lastId));
    source.addEventListener('open', () => onLive(true));
    source.addEventListener('error', () => {
      onLive(false);
      // While it connects again by itself, it also says by itself where it was.
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

/** The organization goes into the address: a stream cannot send headers. */
function toUrl(lastId: string): string {
  const organization = getShownOrganization();
  const query = new URLSearchParams({
    ...(lastId !== '' && { after: lastId }),
    ...(organization !== undefined && { organization }),
  }).toString();
  return query === '' ? PATH : `${PATH}?${query}`;
}

function readEvent({ type, data }: MessageEvent<string>): LiveEvent | undefined {
  try {
    const fields = JSON.parse(data) as Partial<LiveEvent>;
    return { type, at: '', serviceId: null, versionId: null, analysisId: null, detail: null, ...fields };
  } catch {
    return undefined;
  }
}
