/** Settings of an organization. A setting that was never changed has no row and uses its default. */
import { z } from 'zod';
import { LIMITS } from '../../core/limits.ts';
import { GRANTED_TRUST_LEVELS, type TrustLevel } from '../../core/vocabulary/vex.ts';
import type { OrgTx } from '../database.ts';

export interface OrganizationSettings {
  /** Whether an upload may create the service that it names. */
  readonly autoCreateServices: boolean;
  readonly retention: RetentionSettings;
  /** Authors whose VEX statements decide. Statements of other authors only annotate. */
  readonly vexAuthors: readonly TrustedAuthor[];
  readonly signatures: SignatureSettings;
}

export interface SignatureSettings {
  /** Public keys in PEM, in the order in which they are tried. */
  readonly keys: readonly { readonly name: string; readonly pem: string }[];
  /** Whether an upload without a verified signature is rejected. */
  readonly required: boolean;
}

export interface TrustedAuthor {
  /** The name in the author's documents. */
  readonly author: string;
  readonly trust: Exclude<TrustLevel, 'none'>;
}

export interface RetentionSettings {
  /** While it is disabled, all documents are kept. */
  readonly enabled: boolean;
  /** The newest versions of each service keep their documents, whatever their age. */
  readonly versionsPerService: number;
  /** Versions keep their documents for this many days, whatever their number. */
  readonly days: number;
  /** Audit entries are kept for this many days. Null: forever. */
  readonly auditDays: number | null;
}

export const DEFAULT_SETTINGS: OrganizationSettings = {
  autoCreateServices: true,
  retention: { enabled: false, versionsPerService: 50, days: 180, auditDays: null },
  vexAuthors: [],
  signatures: { keys: [], required: false },
};

export async function getSettings(tx: OrgTx): Promise<OrganizationSettings> {
  const rows = await tx.db.selectFrom('setting').select(['name', 'value']).where('org_id', '=', tx.orgId).execute();
  const values = new Map(rows.map((row) => [row.name, row.value]));
  const autoCreateServices = values.get('autoCreateServices');
  const retention = Retention.safeParse(values.get('retention'));
  const signatures = Signatures.safeParse(values.get('signatures'));
  const vexAuthors = VexAuthors.safeParse(values.get('vexAuthors'));
  return {
    autoCreateServices:
      typeof autoCreateServices === 'boolean' ? autoCreateServices : DEFAULT_SETTINGS.autoCreateServices,
    // With an invalid value, everything is kept.
    retention: retention.success ? retention.data : DEFAULT_SETTINGS.retention,
    // With an invalid value, no author is trusted.
    vexAuthors: vexAuthors.success ? vexAuthors.data : DEFAULT_SETTINGS.vexAuthors,
    signatures: signatures.success ? signatures.data : DEFAULT_SETTINGS.signatures,
  };
}

/** For uploads, in one short read. */
export async function isSignatureRequired(tx: OrgTx): Promise<boolean> {
  const row = await tx.db
    .selectFrom('setting')
    .select('value')
    .where('org_id', '=', tx.orgId)
    .where('name', '=', 'signatures')
    .executeTakeFirst();
  return Signatures.safeParse(row?.value).data?.required ?? DEFAULT_SETTINGS.signatures.required;
}

const Retention = z.object({
  enabled: z.boolean(),
  versionsPerService: z.int().min(1),
  days: z.int().min(1),
  auditDays: z.int().min(LIMITS.auditDaysMin).nullable().default(null),
});

const Signatures = z.object({
  keys: z.array(z.object({ name: z.string(), pem: z.string() })),
  required: z.boolean(),
});

const VexAuthors = z.array(z.object({ author: z.string(), trust: z.enum(GRANTED_TRUST_LEVELS) }));

export async function saveSetting<Name extends keyof OrganizationSettings>(
  tx: OrgTx,
  name: Name,
  value: OrganizationSettings[Name],
  at: string,
): Promise<void> {
  await saveSettingRow(tx, name, value, at);
}

/** For settings that other files of the store define. */
export async function saveSettingRow(tx: OrgTx, name: string, value: unknown, at: string): Promise<void> {
  const row = { value: JSON.stringify(value), updated_at: at };
  await tx.db
    .insertInto('setting')
    .values({ org_id: tx.orgId, name, ...row })
    .onConflict((conflict) => conflict.columns(['org_id', 'name']).doUpdateSet(row))
    .execute();
}

/** Authors that are not listed, or have no name, are not trusted. */
export function trustLevelOf({ vexAuthors }: Pick<OrganizationSettings, 'vexAuthors'>, author: string): TrustLevel {
  const name = author.trim().normalize('NFC');
  if (name === '') return 'none';
  return vexAuthors.find((each) => each.author.trim().normalize('NFC') === name)?.trust ?? 'none';
}
