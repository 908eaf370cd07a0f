/**
 * Whether the keys of this process are those of the database: the installation keeps one sealed word. A process with another
 * key, or with only an older one, is told so at its start, and not when somebody misses a message.
 */
import type { ReferenceTx } from '../database.ts';
import type { KeyRing } from './key-ring.ts';

const PLACE = { orgId: '', purpose: 'installation-check' };
const WORD = 'assay';

/** The first process leaves the word. A ring with a newer key seals it again, so that those without that key are found. */
export async function isKeyOfDatabase(tx: ReferenceTx, ring: KeyRing): Promise<boolean> {
  const sealed = await leaveWord(tx, ring);
  // A database without an installation has no secrets.
  if (sealed === undefined) return true;
  if (!canOpen(ring, sealed)) return false;
  if (!ring.isCurrent(sealed)) await adoptKey(tx, ring);
  return true;
}

/** From now on this is the key of the database, whatever was sealed before. */
export async function adoptKey(tx: ReferenceTx, ring: KeyRing): Promise<void> {
  await tx.db
    .updateTable('installation')
    .set({ secret_check: ring.seal(WORD, PLACE) })
    .execute();
}

/** What the database holds then; of two first processes one leaves it. */
async function leaveWord(tx: ReferenceTx, ring: KeyRing): Promise<string | undefined> {
  await tx.db
    .updateTable('installation')
    .set({ secret_check: ring.seal(WORD, PLACE) })
    .where('secret_check', 'is', null)
    .execute();
  const row = await tx.db.selectFrom('installation').select('secret_check').executeTakeFirst();
  return row?.secret_check ?? undefined;
}

function canOpen(ring: KeyRing, sealed: string): boolean {
  try {
    return ring.open(sealed, PLACE) === WORD;
  } catch {
    return false;
  }
}
