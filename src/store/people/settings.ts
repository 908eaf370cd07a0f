/** Settings of an organization. A setting that was never changed has no row and takes its default. */
import type { OrgTx } from '../database.ts';

export interface OrganizationSettings {
  /** Whether an upload may create the service that it names. */
  readonly autoCreateServices: boolean;
}

export const DEFAULT_SETTINGS: OrganizationSettings = { autoCreateServices: true };

export async function readSettings(tx: OrgTx): Promise<OrganizationSettings> {
  const rows = await tx.db.selectFrom('setting').select(['name', 'value']).where('org_id', '=', tx.orgId).execute();
  const values = new Map(rows.map((row) => [row.name, row.value]));
  const autoCreateServices = values.get('autoCreateServices');
  return {
    autoCreateServices:
      typeof autoCreateServices === 'boolean' ? autoCreateServices : DEFAULT_SETTINGS.autoCreateServices,
  };
}

export async function writeSetting<Name extends keyof OrganizationSettings>(
  tx: OrgTx,
  name: Name,
  value: OrganizationSettings[Name],
  at: string,
): Promise<void> {
  const row = { value: JSON.stringify(value), updated_at: at };
  await tx.db
    .insertInto('setting')
    .values({ org_id: tx.orgId, name, ...row })
    .onConflict((conflict) => conflict.columns(['org_id', 'name']).doUpdateSet(row))
    .execute();
}
