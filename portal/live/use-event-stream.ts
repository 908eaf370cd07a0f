/** The event stream of the tab while a user is signed in. Bursts of events, as after new advisories, are handled together. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { READINESS_KEY } from '../queries/organization/readiness.ts';
import { createSharedValue } from './shared-value.ts';
import { applyEvent, type LiveEvent } from './apply-event.ts';
import { getShownOrganization } from '../api/shown-organization.ts';

const GATHER_MS = 1_000;
const GATHERED_MAX = 200;

/** If it is not connected, pages have to poll. */
export const streamConnected = createSharedValue(false);

/** Used once, in the frame. */
export function useEventStream(isOn: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isOn) return undefined;
    let gathered: LiveEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const apply = (): void => {
      timer = undefined;
      const events = gathered;
      gathered = [];
      for (const event of events) applyEvent(queryClient, event);
    };
    const close = openEventStream({
      onEvent: (event) => {
        if (event.type === 'analysis.progress') {
          applyEvent(queryClient, event);
          return;
        }
        const isKnown = gathered.some((each) => each.type === event.type && each.versionId === event.versionId);
        if (!isKnown && gathered.length < GATHERED_MAX) gathered.push(event);
        timer ??= setTimeout(apply, GATHER_MS);
      },
      onLive: (value) => {
        // A broken stream is the first sign of a server that is down; the readiness request tells whether it is.
        if (!value) void queryClient.invalidateQueries({ queryKey: READINESS_KEY });
        streamConnected.set(value);
      },
    });
    return () => {
      clearTimeout(timer);
      close();
    };
  }, [isOn, queryClient]);
}

interface StreamHandlers {
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
  'finding.assigned',
  'finding.commented',
  'remediation.planned',
  'remediation.verified',
  'advisories.updated',
  'advisories.stale',
  'quota.warning',
] as const;

/**
 * Opens the stream of server-sent events. Only visible tabs keep one, because browsers allow six connections per host: a hidden tab
 * closes its stream and later resumes after the last event. Without a stream, pages poll. Returns a function that closes it.
 */
function openEventStream({ onEvent, onLive }: StreamHandlers): () => void {
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
