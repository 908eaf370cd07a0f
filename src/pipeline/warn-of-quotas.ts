/**
 * Creates the event `quota.warning` once when the use of a quota reaches the threshold, and again only after it was below. It is
 * sent by the sweep and not by the change that crosses the threshold, because lowering a quota has the same effect.
 */
import { LIMITS } from '../core/limits.ts';
import { insertEvents } from '../store/delivery/events.ts';
import { getUsage, setWarnedQuotas, type QuotaUsage } from '../store/people/usage.ts';
import type { PipelineDeps } from './deps.ts';

export async function warnAboutQuotas(
  deps: Pick<PipelineDeps, 'database' | 'now' | 'newId'>,
  orgId: string,
): Promise<void> {
  await deps.database.inOrg(orgId, async (tx) => {
    const { quotas, warned } = await getUsage(tx);
    const high = quotas.filter(isHigh);
    const fresh = high.filter(({ quota }) => !warned.includes(quota));
    if (fresh.length === 0 && high.length === warned.length) return;
    const names = high.map(({ quota }) => quota);
    if (!(await setWarnedQuotas(tx, warned, names))) return;
    const at = new Date(deps.now()).toISOString();
    const events = fresh.map((detail) => ({
      id: deps.newId(),
      type: 'quota.warning' as const,
      at,
      detail: { ...detail },
    }));
    if (events.length > 0) await insertEvents(tx, events);
  });
}

function isHigh({ used, limit }: QuotaUsage): boolean {
  return limit > 0 && used >= limit * LIMITS.quotaWarningShare;
}
