/**
 * Notifies waiting requests when an analysis ends. Each organization has one poll loop, however many requests wait: it runs when
 * one of its events is announced, and every few seconds in case an announcement was lost.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { WakeSignal, POLL_INTERVAL_MS, type WakeUps } from '../../../events/wake-ups.ts';
import type { Database } from '../../../store/database.ts';
import { listEndedAnalyses } from '../../../store/findings/analyses/list-analyses.ts';
import type { Logger } from '../../../telemetry/log.ts';

interface AnalysisWait {
  readonly orgId: string;
  readonly analysisId: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

interface Watch {
  readonly bell: WakeSignal;
  /** Callbacks of the waiting requests, by analysis. */
  readonly waiting: Map<string, Set<() => void>>;
}

/** Limits how often an organization with many events is queried. */
const PAUSE_MS = 50;

export class AnalysisWatch {
  readonly #deps: { readonly database: Database; readonly wakeUps: WakeUps; readonly log: Logger };
  readonly #watches = new Map<string, Watch>();

  constructor(deps: { readonly database: Database; readonly wakeUps: WakeUps; readonly log: Logger }) {
    this.#deps = deps;
  }

  /** Resolves to true when the analysis ends, or to false on timeout or when the signal aborts. */
  async untilEnded({ orgId, analysisId, timeoutMs, signal }: AnalysisWait): Promise<boolean> {
    if (signal.aborted || timeoutMs <= 0) return false;
    const watch = this.#watches.get(orgId) ?? this.#start(orgId);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const notify = (): void => resolve(true);
    const giveUp = (): void => resolve(false);
    const timer = setTimeout(giveUp, timeoutMs);
    signal.addEventListener('abort', giveUp, { once: true });
    const known = watch.waiting.get(analysisId) ?? new Set();
    watch.waiting.set(analysisId, known.add(notify));
    watch.bell.notify();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      known.delete(notify);
      if (known.size === 0) watch.waiting.delete(analysisId);
      if (watch.waiting.size === 0) watch.bell.notify();
    }
  }

  #start(orgId: string): Watch {
    const watch: Watch = { bell: new WakeSignal(), waiting: new Map() };
    this.#watches.set(orgId, watch);
    void this.#follow(orgId, watch);
    return watch;
  }

  async #follow(orgId: string, { bell, waiting }: Watch): Promise<void> {
    const stop = this.#deps.wakeUps.onEvents(orgId, bell.notify);
    const never = new AbortController().signal;
    do {
      await bell.sleep(POLL_INTERVAL_MS, never);
      for (const id of await this.#listEnded(orgId, [...waiting.keys()]))
        for (const notify of waiting.get(id) ?? []) notify();
      await delay(PAUSE_MS);
    } while (waiting.size > 0);
    this.#watches.delete(orgId);
    stop();
  }

  async #listEnded(orgId: string, ids: readonly string[]): Promise<readonly string[]> {
    if (ids.length === 0) return [];
    try {
      return await this.#deps.database.inOrg(orgId, async (tx) => await listEndedAnalyses(tx, ids));
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'failed to read awaited analyses, retrying');
      return [];
    }
  }
}
