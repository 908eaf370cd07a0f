/** The event stream of the tab while a user is signed in. Bursts of events, as after new advisories, are handled together. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { READINESS_KEY } from '../queries/organization/readiness.ts';
import { createSharedValue } from './shared-value.ts';
import { applyEvents, refreshAll, showProgress, type LiveEvent } from './apply-event.ts';
import { getShownOrganization } from '../api/shown-organization.ts';

const GATHER_MS = 1_000;

/** If it is not connected, pages have to poll. */
export const streamConnected = createSharedValue(false);

/** Used once, in the frame. */
export function useEventStream(isOn: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isOn) return undefined;
    const gathered = new Map<string, LiveEvent>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const apply = (): void => {
      timer = undefined;
      applyEvents(queryClient, [...gathered.values()]);
      gathered.clear();
    };
    const close = openEventStream({
      onEvent: (event) => {
        const { type, serviceId, versionId } = event;
        if (type === 'analysis.progress' && showProgress(queryClient, event)) return;
        gathered.set(`${type} ${serviceId} ${versionId}`, event);
        timer ??= setTimeout(apply, GATHER_MS);
      },
      onLive: (value) => {
        // A broken stream is the first sign of a server that is down; the readiness request tells whether it is.
        if (!value) void queryClient.invalidateQueries({ queryKey: READINESS_KEY });
        streamConnected.set(value);
      },
      onReopened: () => void refreshAll(queryClient),
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
  /** Events may have been missed. */
  readonly onReopened: () => void;
}

const PATH = '/api/v2/event/stream';
/** A server that is starting refuses the stream for seconds. A server without one, or a proxy that blocks it, may offer one later. */
const RETRY_MS = 2_000;
const RETRY_MAX_MS = 60_000;

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
 * closes its stream and opens a new one later. Without a stream, pages poll. Returns a function that closes it.
 */
function openEventStream({ onEvent, onLive, onReopened }: StreamHandlers): () => void {
  let source: EventSource | undefined;
  let wasOpen = false;
  let retryMs = RETRY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const receive = (message: MessageEvent<string>): void => {
    const event = parseEvent(message);
    if (event !== undefined) onEvent(event);
  };
  const open = (): void => {
    if (source !== undefined || document.visibilityState === 'hidden') return;
    source = new EventSource(toUrl());
    source.addEventListener('open', () => {
      onLive(true);
      if (wasOpen) onReopened();
      wasOpen = true;
      retryMs = RETRY_MS;
    });
    source.addEventListener('error', () => {
      onLive(false);
      // After a broken connection, EventSource reconnects by itself; after a response with an error, it does not.
      if (source?.readyState !== EventSource.CLOSED) return;
      close();
      timer = setTimeout(open, retryMs);
      retryMs = Math.min(2 * retryMs, RETRY_MAX_MS);
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
function toUrl(): string {
  const organization = getShownOrganization();
  return organization === undefined ? PATH : `${PATH}?${new URLSearchParams({ organization }).toString()}`;
}

function parseEvent({ type, data }: MessageEvent<string>): LiveEvent | undefined {
  try {
    const fields = JSON.parse(data) as Partial<LiveEvent>;
    return { type, at: '', serviceId: null, versionId: null, analysisId: null, detail: null, ...fields };
  } catch {
    return undefined;
  }
}
