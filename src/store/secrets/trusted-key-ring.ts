/** The keys of this process, as far as they are those of the database; and what its operator should know about them. */
import type { Database } from '../database.ts';
import { isKeyOfDatabase } from './check-key.ts';
import type { KeyFile } from './key-file.ts';
import { refuseToSeal, type KeyRing } from './key-ring.ts';

export async function toTrustedKeyRing(
  database: Database,
  { path, ring, exposed }: KeyFile,
): Promise<{ readonly keyRing: KeyRing; readonly warnings: readonly string[] }> {
  const warnings: string[] = [];
  if (exposed)
    warnings.push(`The secret key file ${path} can be read or changed by everybody on this machine: chmod 600 it.`);
  const isRight = await database.reference(async (tx) => await isKeyOfDatabase(tx, ring));
  if (isRight) return { keyRing: ring, warnings };
  warnings.push(
    `The secret key file ${path} is not the one of this database: webhooks cannot be signed here. Give ASSAY_SECRET_KEY_FILE of the other processes to this one; if that key is lost, run "assay secret-key --adopt".`,
  );
  return { keyRing: refuseToSeal(ring), warnings };
}
