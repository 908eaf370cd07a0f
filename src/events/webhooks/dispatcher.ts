/**
 * Sends what is due, in every process that runs jobs, as long as it runs. It is woken by events, and looks by itself: every second
 * for webhooks that are due, and every few seconds for events of organizations that have webhooks, because a wake-up may be lost.
 * Webhooks share a number of slots; one organization never has more than half of them.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { WebhookKey } from '../../store/delivery/webhook-due.ts';
import { claimWebhook, listOrganizationsWithWebhooks } from '../../store/delivery/webhook-due.ts';
import type { WakeUps } from '../wake-ups.ts';
import { createDeliveries } from './create-deliveries.ts';
import { takeTurn } from './deliver.ts';
import type { SendDeps } from './webhook-deps.ts';

export interface Dispatcher {
  /** Ends what is under way; what was not noted is sent again, under the same id. */
  stop(): Promise<void>;
}

const SLOTS = 16;
const SLOTS_PER_ORGANIZATION = SLOTS / 2;
const DUE_EVERY_MS = 1_000;
const LOOK_EVERY_MS = 15_000;
/** Longer than a turn with its last message takes. */
const LEASE_SECONDS = 30;
/** After trouble with the database, which is then everybody's trouble. */
const TROUBLE_PAUSE_MS = 5_000;
/** Organizations without webhooks are woken by their events too; they are looked at once in a while only. */
const REST_MS = 2_000;
/** How long a process leaves a webhook to others that it cannot sign for. */
const WITHOUT_SECRET_MS = 60_000;
const ORGANIZATIONS_PER_READ = 500;

export function startDispatcher(deps: SendDeps, wakeUps: Pick<WakeUps, 'onEvents'>): Dispatcher {
  const ending = new AbortController();
  const { signal } = ending;
  const underWay = new Set<Promise<void>>();
  const inSlots = new Map<string, number>();
  // A lease may end while a slow machine still works under it.
  const inHand = new Set<string>();
  // With the time at which they are tried again: somebody may have made a new secret.
  const unreadable = new Map<string, number>();
  let used = 0;
  let claiming = false;
  let pausedUntil = 0;

  function follow(work: Promise<void>): void {
    const done = work
      .catch((error: unknown) => {
        if (signal.aborted) return;
        pausedUntil = deps.now() + TROUBLE_PAUSE_MS;
        deps.log.warn({ err: error }, 'webhooks are held up');
      })
      .finally(() => underWay.delete(done));
    underWay.add(done);
  }

  async function claimAll(): Promise<void> {
    while (!signal.aborted && used < SLOTS) {
      const busy = [...inSlots].filter(([, count]) => count >= SLOTS_PER_ORGANIZATION).map(([orgId]) => orgId);
      const now = new Date(deps.now()).toISOString();
      const except = [...inHand, ...listUnreadable()];
      const key = await deps.database.reference(
        async (tx) => await claimWebhook(tx, { now, leaseSeconds: LEASE_SECONDS, busy, except }),
      );
      if (key === undefined) return;
      follow(useSlot(key));
    }
  }

  async function useSlot(key: WebhookKey): Promise<void> {
    used += 1;
    inHand.add(key.webhookId);
    inSlots.set(key.orgId, (inSlots.get(key.orgId) ?? 0) + 1);
    try {
      if (!(await takeTurn(deps, key, signal))) unreadable.set(key.webhookId, deps.now() + WITHOUT_SECRET_MS);
    } finally {
      used -= 1;
      inHand.delete(key.webhookId);
      const left = (inSlots.get(key.orgId) ?? 1) - 1;
      if (left === 0) inSlots.delete(key.orgId);
      else inSlots.set(key.orgId, left);
      // Whoever has waited for a slot gets it.
      claim();
    }
  }

  function listUnreadable(): string[] {
    for (const [webhookId, until] of unreadable) if (until <= deps.now()) unreadable.delete(webhookId);
    return [...unreadable.keys()];
  }

  function claim(): void {
    if (claiming || signal.aborted || deps.now() < pausedUntil) return;
    claiming = true;
    follow(claimAll().finally(() => (claiming = false)));
  }

  const looks = createLooks(deps, { follow, signal, claim });
  const unsubscribe = wakeUps.onEvents('all', (orgId) => (orgId === undefined ? looks.atAll() : looks.at(orgId)));
  const timers = [setInterval(claim, DUE_EVERY_MS), setInterval(() => looks.atAll(), LOOK_EVERY_MS)];
  looks.atAll();
  claim();
  return {
    stop: async () => {
      unsubscribe();
      for (const timer of timers) clearInterval(timer);
      ending.abort();
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

interface Looks {
  at(orgId: string): void;
  /** At every organization that has webhooks. */
  atAll(): void;
}

/** Each organization is looked at once at a time; whoever is woken meanwhile is looked at again. */
function createLooks(
  deps: SendDeps,
  how: {
    readonly follow: (work: Promise<void>) => void;
    readonly signal: AbortSignal;
    readonly claim: () => void;
  },
): Looks {
  const wanted = new Set<string>();
  const running = new Set<string>();
  let isWalking = false;

  async function look(orgId: string): Promise<void> {
    running.add(orgId);
    try {
      while (wanted.delete(orgId) && !how.signal.aborted) {
        // An abort ends the rest, and with it the loop.
        if (!(await createDeliveries(deps, orgId)))
          await delay(REST_MS, undefined, { signal: how.signal }).catch(() => {});
      }
    } finally {
      running.delete(orgId);
    }
    how.claim();
  }

  async function walk(): Promise<void> {
    let after: string | undefined;
    for (;;) {
      const orgIds = await deps.database.reference(
        async (tx) => await listOrganizationsWithWebhooks(tx, after, ORGANIZATIONS_PER_READ),
      );
      for (const orgId of orgIds) {
        if (how.signal.aborted) return;
        if (running.has(orgId)) continue;
        wanted.add(orgId);
        await look(orgId);
      }
      after = orgIds.at(-1);
      if (orgIds.length < ORGANIZATIONS_PER_READ) return;
    }
  }

  return {
    at: (orgId) => {
      wanted.add(orgId);
      if (!running.has(orgId) && !how.signal.aborted) how.follow(look(orgId));
    },
    atAll: () => {
      if (isWalking || how.signal.aborted) return;
      isWalking = true;
      how.follow(walk().finally(() => (isWalking = false)));
    },
  };
}
