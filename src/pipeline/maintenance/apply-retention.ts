/**
 * Runs once a day, for one organization after the other: freezes versions and deletes audit entries that its retention does not
 * keep, and deletes data that no SBOM refers to any more. Every transaction is short, and the next run continues after a crash.
 */
import { DAY_MS, HOUR_MS } from '../../core/calendar.ts';
import { LIMITS } from '../../core/limits.ts';
import { removeCallBodies } from '../../store/ai/ai-calls.ts';
import { removeOldRevisions } from '../../store/advisories/merge/revisions.ts';
import type { OrgTx } from '../../store/database.ts';
import { insertEvents } from '../../store/delivery/events.ts';
import { catchUpEvents } from '../../store/delivery/positions.ts';
import { insertAuditEntry, removeAuditEntries } from '../../store/people/audit.ts';
import { getSettings, type RetentionSettings } from '../../store/people/settings.ts';
import { correctUsage } from '../../store/people/usage.ts';
import { lockVersion } from '../../store/portfolio/versions/change-versions.ts';
import {
  freezeVersion,
  listExpiredVersions,
  listHalfFrozenVersions,
  removeContent,
  type RetentionRule,
} from '../../store/portfolio/versions/frozen-versions.ts';
import { nowOf, type PipelineDeps } from '../deps.ts';
import { walk } from '../../core/collections/walk.ts';
import { forEachOrganization } from '../walk.ts';
import { collectUnusedSet } from '../../store/portfolio/components/unused-components.ts';

// Deletes sets of components that no document refers to any more, and the components that are in no other set.

/** Longer than the time between the first member of a set and the document that refers to it. */
const UNUSED_HOURS = 24;

export async function collectUnused(
  deps: Pick<PipelineDeps, 'database' | 'now'>,
  { orgId }: { readonly orgId: string },
): Promise<void> {
  const before = new Date(deps.now() - UNUSED_HOURS * HOUR_MS).toISOString();
  while (await deps.database.inOrg(orgId, async (tx) => await collectUnusedSet(tx, before)));
}

type RetentionDeps = Pick<PipelineDeps, 'database' | 'now' | 'newId'>;

const VERSIONS_PER_READ = 200;

export async function applyRetention(deps: RetentionDeps): Promise<void> {
  await deleteOldRevisions(deps);
  await forEachOrganization(deps.database, async (orgId) => {
    const { retention } = await deps.database.inOrg(orgId, getSettings);
    await finishFreezing(deps, orgId);
    if (retention.enabled) await freezeExpired(deps, orgId, retention);
    if (retention.auditDays !== null) await deleteOldAuditEntries(deps, orgId, retention.auditDays);
    await collectUnused(deps, { orgId });
    await deleteOldModelBodies(deps, orgId);
    await deps.database.inOrg(orgId, correctUsage);
    // Keeps the backlog small for organizations without event consumers.
    await catchUpEvents(deps.database, orgId);
  });
}

/** Old revisions of records, which explain changes. */
async function deleteOldRevisions(deps: RetentionDeps): Promise<void> {
  const before = new Date(deps.now() - LIMITS.advisoryRevisionDays * DAY_MS).toISOString();
  while (await deps.database.reference(async (tx) => await removeOldRevisions(tx, before)));
}

async function deleteOldAuditEntries(deps: RetentionDeps, orgId: string, days: number): Promise<void> {
  const before = deps.now() - days * DAY_MS;
  while (await deps.database.inOrg(orgId, async (tx) => await removeAuditEntries(tx, before)));
}

/** Request and response bodies of model calls. */
async function deleteOldModelBodies(deps: RetentionDeps, orgId: string): Promise<void> {
  const before = new Date(deps.now() - LIMITS.aiBodyDaysKept * DAY_MS).toISOString();
  await deps.database.inOrg(orgId, async (tx) => await removeCallBodies(tx, before));
}

/** Also runs if retention is disabled by now: a frozen version is not unfrozen. */
async function finishFreezing(deps: RetentionDeps, orgId: string): Promise<void> {
  for (;;) {
    const versionIds = await deps.database.inOrg(
      orgId,
      async (tx) => await listHalfFrozenVersions(tx, VERSIONS_PER_READ),
    );
    for (const versionId of versionIds) await removeAllContent(deps, orgId, versionId);
    if (versionIds.length < VERSIONS_PER_READ) return;
  }
}

async function freezeExpired(deps: RetentionDeps, orgId: string, retention: RetentionSettings): Promise<void> {
  const before = new Date(deps.now() - retention.days * DAY_MS).toISOString();
  const rule = { versionsPerService: retention.versionsPerService, before };
  const limit = VERSIONS_PER_READ;
  const expired = walk(
    limit,
    async (after) =>
      await deps.database.inOrg(orgId, async (tx) => await listExpiredVersions(tx, rule, { after, limit })),
  );
  for await (const versionId of expired) {
    const isFrozen = await deps.database.inOrg(orgId, async (tx) => await freeze(deps, tx, versionId, rule));
    if (isFrozen) await removeAllContent(deps, orgId, versionId);
  }
}

/** Checked again under the lock: an alias, a tag or an upload may have been added. */
async function freeze(deps: RetentionDeps, tx: OrgTx, versionId: string, rule: RetentionRule): Promise<boolean> {
  const at = nowOf(deps);
  const version = await lockVersion(tx, versionId);
  if (version === undefined || !(await freezeVersion(tx, versionId, rule, at))) return false;
  const { serviceId, name } = version;
  await insertEvents(tx, [{ id: deps.newId(), type: 'version.frozen', at, serviceId, versionId, detail: { name } }]);
  await insertAuditEntry(tx, {
    id: deps.newId(),
    at,
    actor: { kind: 'system', id: 'retention', name: 'retention' },
    action: 'version.frozen',
    subject: { kind: 'version', id: versionId },
    after: { ...rule },
  });
  return true;
}

async function removeAllContent(deps: RetentionDeps, orgId: string, versionId: string): Promise<void> {
  const at = nowOf(deps);
  while (await deps.database.inOrg(orgId, async (tx) => await removeContent(tx, versionId, at)));
}
