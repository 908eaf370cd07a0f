/**
 * Notifies the followers in this process that there may be new events, whichever process wrote them, and forwards the progress of
 * running jobs. Best effort: followers also poll (`POLL_INTERVAL_MS`).
 */
import { EVENT_CHANNEL } from '../store/delivery/events.ts';
import { listen } from '../store/delivery/listen.ts';
import { parseProgress } from '../store/delivery/parse-progress.ts';
import { PROGRESS_CHANNEL, type Progress } from '../store/delivery/progress.ts';

/** Polling interval of followers that were not woken. */
export const POLL_INTERVAL_MS = 3_000;

export interface WakeUps {
  /**
   * Subscribes to one organization or to `all`. `wake` gets the organization, or undefined when any may have new events. Returns
   * a function that unsubscribes.
   */
  onEvents(orgId: string, wake: (orgId: string | undefined) => void): () => void;
  /** Subscribes to the progress of the organization and to progress that concerns all organizations. */
  onProgress(orgId: string, notify: (progress: Progress) => void): () => void;
  /** Number of subscribers, for tests of leaks. */
  readonly subscribers: number;
  stop(): Promise<void>;
}

export function startWakeUps(options: { readonly url: string; readonly onTrouble: (error: unknown) => void }): WakeUps {
  const waiting = new Subscribers<string | undefined>();
  const watching = new Subscribers<Progress>();

  function onMessage(channel: string, payload: string): void {
    if (channel === EVENT_CHANNEL) {
      waiting.notify(payload, payload);
      return;
    }
    const progress = parseProgress(payload);
    if (progress?.kind === 'analysis') watching.notify(progress.orgId, progress);
    if (progress?.kind === 'advisories') watching.notifyAll(progress);
  }

  const listener = listen({
    url: options.url,
    channels: [EVENT_CHANNEL, PROGRESS_CHANNEL],
    onMessage,
    onConnected: () => waiting.notifyAll(undefined),
    onTrouble: options.onTrouble,
  });
  return {
    onEvents: (orgId, wake) => waiting.add(orgId, wake),
    onProgress: (orgId, notify) => watching.add(orgId, notify),
    get subscribers() {
      return waiting.count + watching.count;
    },
    stop: async () => await listener.stop(),
  };
}

class Subscribers<Message> {
  readonly #byOrg = new Map<string, Set<{ readonly notify: (message: Message) => void }>>();

  get count(): number {
    return [...this.#byOrg.values()].reduce((sum, subscribers) => sum + subscribers.size, 0);
  }

  add(orgId: string, notify: (message: Message) => void): () => void {
    const subscriber = { notify };
    const known = this.#byOrg.get(orgId) ?? new Set();
    this.#byOrg.set(orgId, known.add(subscriber));
    return () => {
      known.delete(subscriber);
      if (known.size === 0 && this.#byOrg.get(orgId) === known) this.#byOrg.delete(orgId);
    };
  }

  notify(orgId: string, message: Message): void {
    for (const key of [orgId, 'all']) for (const { notify } of this.#byOrg.get(key) ?? []) notify(message);
  }

  notifyAll(message: Message): void {
    for (const subscribers of this.#byOrg.values()) for (const { notify } of subscribers) notify(message);
  }
}

/**
 * Lets one waiter sleep until the bell rings, the time is up or the signal is aborted. A ring while the waiter is awake is
 * remembered.
 */
export class WakeSignal {
  #isRung = false;
  #wake: (() => void) | undefined;

  /** A bound function, so it can be passed as a callback. */
  readonly notify = (): void => {
    this.#isRung = true;
    this.#wake?.();
  };

  /** Resolves at once if the bell has rung since the last sleep. */
  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#isRung && !signal.aborted && ms > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
        signal.addEventListener('abort', this.#wake, { once: true });
      });
      if (this.#wake !== undefined) signal.removeEventListener('abort', this.#wake);
      this.#wake = undefined;
    }
    this.#isRung = false;
  }
}
