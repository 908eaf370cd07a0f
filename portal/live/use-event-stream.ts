/** The event stream of the tab while a user is signed in. Bursts of events, as after new advisories, are handled together. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { READINESS_KEY } from '../queries/organization/readiness.ts';
import { applyEvent } from './apply-event.ts';
import { openEventStream } from './event-stream.ts';
import type { LiveEvent } from './live-event.ts';

const GATHER_MS = 1_000;
const GATHERED_MAX = 200;

let isLive = false;
const listeners = new Set<() => void>();

/** Whether the stream is connected; if not, pages have to poll. */
export function useLive(): boolean {
  return useSyncExternalStore(subscribe, () => isLive);
}

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
        setLive(value);
      },
    });
    return () => {
      clearTimeout(timer);
      close();
    };
  }, [isOn, queryClient]);
}

function setLive(value: boolean): void {
  if (isLive === value) return;
  isLive = value;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
