/** Settings of an organization. A setting that was never changed has no row and takes its default. */
import { z } from 'zod';
import type { OrgTx } from '../database.ts';

export interface OrganizationSettings {
  /** Whether an upload may create the service that it names. */
  readonly autoCreateServices: boolean;
  readonly retention: RetentionSettings;
}

/** While it is off, everything is kept. */
export interface RetentionSettings {
  readonly enabled: boolean;
  /** The newest versions of each service stay complete, however old. */
  readonly versionsPerService: number;
  /** Versions stay complete for as many days, however many there are. */
  readonly days: number;
}

export const DEFAULT_SETTINGS: OrganizationSettings = {
  autoCreateServices: true,
  retention: { enabled: false, versionsPerService: 50, days: 180 },
};

export async function readSettings(tx: OrgTx): Promise<OrganizationSettings> {
  const rows = await tx.db.selectFrom('setting').select(['name', 'value']).where('org_id', '=', tx.orgId).execute();
  const values = new Map(rows.map((row) => [row.name, row.value]));
  const autoCreateServices = values.get('autoCreateServices');
  const retention = Retention.safeParse(values.get('retention'));
  return {
    autoCreateServices:
      typeof autoCreateServices === 'boolean' ? autoCreateServices : DEFAULT_SETTINGS.autoCreateServices,
    // What cannot be read keeps everything.
    retention: retention.success ? retention.data : DEFAULT_SETTINGS.retention,
  };
}

const Retention = z.object({
  enabled: z.boolean(),
  versionsPerService: z.int().min(1),
  days: z.int().min(1),
});

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
