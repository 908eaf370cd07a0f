/**
 * The key ring of this process, limited to opening when its keys are not those of the database, and warnings for the operator.
 */
import type { Database, ReferenceTx } from '../database.ts';
import { findAiKey } from '../ai/ai-settings.ts';
import { listWebhooks } from '../delivery/webhooks.ts';
import { listOrganizationIds } from '../people/organizations.ts';
import type { KeyFile } from './key-file.ts';
import { toReadOnlyKeyRing, type KeyRing } from './key-ring.ts';

interface TrustedKeyRing {
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

const CHECK_CONTEXT = { orgId: '', purpose: 'installation-check' };
const CHECK_TEXT = 'assay';

/**
 * Checks whether the keys of this process are those of the database, by means of one sealed word in the installation. A process
 * with another key, or with only an older one, is detected at its start, and not when a delivery fails. The first process stores
 * the word. A key ring with a newer key seals it again, so that processes without that key are detected.
 */
export async function isKeyOfDatabase(tx: ReferenceTx, ring: KeyRing): Promise<boolean> {
  const sealed = await ensureCheckText(tx, ring);
  // A database without an installation contains no secrets.
  if (sealed === undefined) return true;
  if (!canOpen(ring, sealed)) return false;
  if (!ring.isCurrent(sealed)) await adoptKey(tx, ring);
  return true;
}

/** Makes this the key of the database, regardless of existing secrets. */
export async function adoptKey(tx: ReferenceTx, ring: KeyRing): Promise<void> {
  await tx.db
    .updateTable('installation')
    .set({ secret_check: ring.seal(CHECK_TEXT, CHECK_CONTEXT) })
    .execute();
}

/** Stores the word if there is none, and returns the stored one. Of two first processes, one stores it. */
async function ensureCheckText(tx: ReferenceTx, ring: KeyRing): Promise<string | undefined> {
  await tx.db
    .updateTable('installation')
    .set({ secret_check: ring.seal(CHECK_TEXT, CHECK_CONTEXT) })
    .where('secret_check', 'is', null)
    .execute();
  const row = await tx.db.selectFrom('installation').select('secret_check').executeTakeFirst();
  return row?.secret_check ?? undefined;
}

function canOpen(ring: KeyRing, sealed: string): boolean {
  try {
    return ring.open(sealed, CHECK_CONTEXT) === CHECK_TEXT;
  } catch {
    return false;
  }
}
