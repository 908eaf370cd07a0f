/**
 * Checks whether the keys of this process are those of the database, by means of one sealed word in the installation. A process
 * with another key, or with only an older one, is detected at its start, and not when a delivery fails.
 */
import type { ReferenceTx } from '../database.ts';
import type { KeyRing } from './key-ring.ts';

const CHECK_CONTEXT = { orgId: '', purpose: 'installation-check' };
const CHECK_TEXT = 'assay';

/**
 * The first process stores the word. A key ring with a newer key seals it again, so that processes without that key are detected.
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
