/**
 * The key ring of this process, limited to opening when its keys are not those of the database, and warnings for the operator.
 */
import type { Database } from '../database.ts';
import { findAiKey } from '../ai/ai-settings.ts';
import { listWebhooks } from '../delivery/webhooks.ts';
import { listOrganizationIds } from '../people/organizations.ts';
import { adoptKey, isKeyOfDatabase } from './check-key.ts';
import type { KeyFile } from './key-file.ts';
import { toReadOnlyKeyRing, type KeyRing } from './key-ring.ts';

export interface TrustedKeyRing {
  readonly keyRing: KeyRing;
  readonly warnings: readonly string[];
}

/** `alone`: no other process can have a different key, because it would share the folder. */
export async function toTrustedKeyRing(
  database: Database,
  { path, ring, exposed }: KeyFile,
  { alone }: { readonly alone: boolean },
): Promise<TrustedKeyRing> {
  const warnings: string[] = [];
  if (exposed) warnings.push(`Other users can read or change the secret key file ${path}. Run "chmod 600 ${path}".`);
  if (await database.reference(async (tx) => await isKeyOfDatabase(tx, ring))) return { keyRing: ring, warnings };
  // A backup was restored elsewhere, and no secret was sealed with the lost key.
  if (alone && !(await hasSecrets(database))) {
    await database.reference(async (tx) => await adoptKey(tx, ring));
    return { keyRing: ring, warnings };
  }
  warnings.push(
    `The secret key file ${path} does not match the database: this process cannot sign webhooks or call AI models. Set ASSAY_SECRET_KEY_FILE to the file that the other processes use, or run "assay secret-key --adopt" if that key is lost.`,
  );
  return { keyRing: toReadOnlyKeyRing(ring), warnings };
}

const ORGANIZATIONS_PER_READ = 500;

async function hasSecrets(database: Database): Promise<boolean> {
  let after: string | undefined;
  for (;;) {
    const orgIds = await database.reference(async (tx) => await listOrganizationIds(tx, after, ORGANIZATIONS_PER_READ));
    for (const orgId of orgIds) {
      const isSealed = await database.inOrg(
        orgId,
        async (tx) => (await listWebhooks(tx)).length > 0 || (await findAiKey(tx)) !== undefined,
      );
      if (isSealed) return true;
    }
    after = orgIds.at(-1);
    if (orgIds.length < ORGANIZATIONS_PER_READ) return false;
  }
}
