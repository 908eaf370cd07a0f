/** `assay quota`: shows the quota usage of an organization, and sets limits that differ from those of the installation. */
import { loadConfig } from '../../config.ts';
import { QuotaValue } from '../../config/value-schemas.ts';
import { quote } from '../../core/errors.ts';
import { QUOTA_NAMES, type QuotaName } from '../../core/limits.ts';
import { newId } from '../../store/new-id.ts';
import { insertAuditEntry } from '../../store/people/audit.ts';
import { getUsage, setQuota, type QuotaUsage } from '../../store/people/usage.ts';
import { withOrganization, type OrganizationOption } from '../choose-organization.ts';
import { USAGE_INVALID } from '../errors.ts';
import { toColumns } from '../terminal/columns.ts';

export async function listQuotas(values: OrganizationOption): Promise<void> {
  await withOrganization(loadConfig(), values, async (database, { id }) => {
    const { quotas } = await database.inOrg(id, getUsage);
    const rows = quotas.map((usage) => [usage.quota, String(usage.used), toLimit(usage), toShare(usage)]);
    process.stdout.write(toColumns([['QUOTA', 'USED', 'LIMIT', 'SHARE'], ...rows]));
  });
}

export async function set(values: OrganizationOption, name: string, text: string): Promise<void> {
  const wanted = QUOTA_NAMES.find((known) => known === name);
  if (wanted === undefined)
    throw USAGE_INVALID({ problem: `Unknown quota ${quote(name)}. Use one of ${QUOTA_NAMES.join(', ')}.` });
  const limit = parseLimit(text);
  await withOrganization(loadConfig(), values, async (database, { id }) => {
    const after = await database.inOrg(id, async (tx) => {
      const before = await getUsage(tx);
      await setQuota(tx, wanted, limit);
      const changed = await getUsage(tx);
      await insertAuditEntry(tx, {
        id: newId(),
        at: new Date().toISOString(),
        actor: { kind: 'system', id: 'command-line', name: 'command line' },
        action: 'organization.quota_changed',
        subject: { kind: 'organization', id },
        before: { [wanted]: limitOf(before.quotas, wanted) },
        after: { [wanted]: limitOf(changed.quotas, wanted) },
      });
      return changed.quotas.find((usage) => usage.quota === wanted);
    });
    if (after !== undefined) process.stdout.write(`${wanted}: ${after.used} of ${toLimit(after)} used.\n`);
  });
}

/** Undefined means the limit of the installation. */
function parseLimit(text: string): number | undefined {
  if (text === 'default') return undefined;
  const limit = QuotaValue(text === 'unlimited' ? '0' : text);
  if ('problem' in limit)
    throw USAGE_INVALID({ problem: `${quote(text)} is not a valid limit. Use a whole number, unlimited or default.` });
  return limit.value;
}

function limitOf(quotas: readonly QuotaUsage[], name: QuotaName): string {
  const usage = quotas.find((each) => each.quota === name);
  return usage === undefined ? '' : toLimit(usage);
}

function toLimit({ limit }: QuotaUsage): string {
  return limit === 0 ? 'unlimited' : String(limit);
}

function toShare({ used, limit }: QuotaUsage): string {
  return limit === 0 ? '' : `${Math.floor((used / limit) * 100)} %`;
}
