/**
 * Limits the concurrent calls of an organization in this process. Runs of several services share the slots in the order of their
 * questions, so that a service with many findings or slow answers does not hold back another.
 */
interface Waiting {
  readonly limit: number;
  readonly start: () => void;
}

interface OrganizationSlots {
  used: number;
  readonly waiting: Set<Waiting>;
}

const organizations = new Map<string, OrganizationSlots>();

/** Rejects with the reason of the signal if it is aborted before there is a free slot. */
export async function inCallSlot<Result>(
  orgId: string,
  { limit, signal }: { readonly limit: number; readonly signal: AbortSignal },
  work: () => Promise<Result>,
): Promise<Result> {
  const slots = organizations.get(orgId) ?? { used: 0, waiting: new Set() };
  organizations.set(orgId, slots);
  await acquire(slots, limit, signal);
  try {
    return await work();
  } finally {
    slots.used -= 1;
    startWaiting(slots);
    if (slots.used === 0 && slots.waiting.size === 0) organizations.delete(orgId);
  }
}

async function acquire(slots: OrganizationSlots, limit: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const waiting: Waiting = { limit, start: resolve };
  slots.waiting.add(waiting);
  const onAbort = (): void => {
    // A slot that was already given is returned by the caller.
    if (slots.waiting.delete(waiting)) reject(signal.reason);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  startWaiting(slots);
  try {
    await promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Starts the longest waiting first. */
function startWaiting(slots: OrganizationSlots): void {
  for (const waiting of slots.waiting) {
    if (slots.used >= waiting.limit) return;
    slots.waiting.delete(waiting);
    slots.used += 1;
    waiting.start();
  }
}
