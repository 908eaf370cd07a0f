/**
 * Sends due webhook messages in every process that runs jobs. It is woken by events and also polls, because a wake-up may be
 * lost: every second for webhooks that are due, and every few seconds for events of organizations with webhooks. Webhooks share a
 * fixed number of slots; one organization never uses more than half of them.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { tryEach, walk } from '../../core/collections/walk.ts';
import type { WebhookKey } from '../../store/delivery/webhook-due.ts';
import { claimWebhook, listOrganizationsWithWebhooks } from '../../store/delivery/webhook-due.ts';
import type { WakeUps } from '../wake-ups.ts';
import { createDeliveries } from './create-deliveries.ts';
import { deliverDueMessages } from './deliver-due-messages.ts';
import type { SendDeps } from './webhook-deps.ts';

export interface Dispatcher {
  /** Aborts the messages that are being sent; those not recorded are sent again with the same id. */
  stop(): Promise<void>;
}

const SLOTS = 16;
const SLOTS_PER_ORGANIZATION = SLOTS / 2;
const DUE_POLL_INTERVAL_MS = 1_000;
const EVENT_POLL_INTERVAL_MS = 15_000;
/** Longer than a turn including its last message takes. */
const LEASE_SECONDS = 30;
/** Pause after a database error, which affects all webhooks. */
const FAILURE_PAUSE_MS = 5_000;
/** Organizations without webhooks are woken by their events too; they are checked at most once in this time. */
const IDLE_PAUSE_MS = 2_000;
/** How long a process leaves a webhook that it cannot sign for to other processes. */
const WITHOUT_SECRET_MS = 60_000;
const ORGANIZATIONS_PER_READ = 500;

export function startDispatcher(deps: SendDeps, wakeUps: Pick<WakeUps, 'onEvents'>): Dispatcher {
  const ending = new AbortController();
  const { signal } = ending;
  const underWay = new Set<Promise<void>>();
  const inSlots = new Map<string, number>();
  // Webhooks that this process is working on: on a slow machine a lease may expire during the work.
  const inHand = new Set<string>();
  // Webhooks that could not be signed, with the time of the next attempt: the secret may be replaced meanwhile.
  const unreadable = new Map<string, number>();
  let used = 0;
  let claiming = false;
  let pausedUntil = 0;

  function follow(work: Promise<void>): void {
    const done = work
      .catch((error: unknown) => {
        if (signal.aborted) return;
        pausedUntil = deps.now() + FAILURE_PAUSE_MS;
        deps.log.warn({ err: error }, 'webhook dispatch failed, retrying');
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
      if (!(await deliverDueMessages(deps, key, signal))) unreadable.set(key.webhookId, deps.now() + WITHOUT_SECRET_MS);
    } finally {
      used -= 1;
      inHand.delete(key.webhookId);
      const left = (inSlots.get(key.orgId) ?? 1) - 1;
      if (left === 0) inSlots.delete(key.orgId);
      else inSlots.set(key.orgId, left);
      // Give the slot to a waiting webhook.
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

  const looks = createEventChecks(deps, { follow, signal, claim });
  const unsubscribe = wakeUps.onEvents('all', (orgId) => (orgId === undefined ? looks.checkAll() : looks.check(orgId)));
  const timers = [
    setInterval(claim, DUE_POLL_INTERVAL_MS),
    setInterval(() => looks.checkAll(), EVENT_POLL_INTERVAL_MS),
  ];
  looks.checkAll();
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

interface EventChecks {
  check(orgId: string): void;
  /** Checks every organization that has webhooks. */
  checkAll(): void;
}

/** Checks each organization once at a time; a wake-up during the check causes another check. */
function createEventChecks(
  deps: SendDeps,
  how: {
    readonly follow: (work: Promise<void>) => void;
    readonly signal: AbortSignal;
    readonly claim: () => void;
  },
): EventChecks {
  const wanted = new Set<string>();
  const running = new Set<string>();
  let isWalking = false;

  async function look(orgId: string): Promise<void> {
    running.add(orgId);
    try {
      while (wanted.delete(orgId) && !how.signal.aborted) {
        // An abort ends the pause, and then the loop.
        if (!(await createDeliveries(deps, orgId)))
          await delay(IDLE_PAUSE_MS, undefined, { signal: how.signal }).catch(() => {});
      }
    } finally {
      running.delete(orgId);
    }
    how.claim();
  }

  async function lookAtAll(): Promise<void> {
    const limit = ORGANIZATIONS_PER_READ;
    const orgIds = walk(limit, async (after) =>
      how.signal.aborted
        ? []
        : await deps.database.reference(async (tx) => await listOrganizationsWithWebhooks(tx, after, limit)),
    );
    await tryEach(orgIds, async (orgId) => {
      if (how.signal.aborted || running.has(orgId)) return;
      wanted.add(orgId);
      await look(orgId);
    });
  }

  return {
    check: (orgId) => {
      wanted.add(orgId);
      if (!running.has(orgId) && !how.signal.aborted) how.follow(look(orgId));
    },
    checkAll: () => {
      if (isWalking || how.signal.aborted) return;
      isWalking = true;
      how.follow(lookAtAll().finally(() => (isWalking = false)));
    },
  };
}
