/**
 * `assay secret-key`: shows the key that seals secrets, and whether it matches the database. `--adopt` is for a lost key: secrets
 * sealed with it stay unreadable until new ones are set, and everything else works.
 */
import { loadConfig } from '../../config.ts';
import { adoptKey, isKeyOfDatabase } from '../../store/secrets/trusted-key-ring.ts';
import { openKeyFile, toKeyFilePath } from '../../store/secrets/key-file.ts';
import { withDatabase } from '../command-database.ts';

export async function secretKey({ adopt }: { readonly adopt: boolean }): Promise<void> {
  const config = loadConfig();
  const { path, ring } = await openKeyFile(toKeyFilePath(config), { generate: false });
  const older = ring.keyIds.slice(0, -1);
  process.stdout.write(
    `${path}\n  Key ${ring.keyIds.at(-1) ?? ''}${older.length === 0 ? '' : `, older keys: ${older.join(', ')}`}\n`,
  );
  const outcome = await withDatabase(config, async (database) => {
    if (adopt) {
      await database.reference(async (tx) => await adoptKey(tx, ring));
      return ADOPTED;
    }
    return (await database.reference(async (tx) => await isKeyOfDatabase(tx, ring))) ? RIGHT : WRONG;
  });
  process.stdout.write(outcome);
  if (outcome === WRONG) process.exitCode = 1;
}

const RIGHT = '  This key matches the database.\n';
const WRONG =
  '  This key does not match the database. Set ASSAY_SECRET_KEY_FILE to the right file, or use --adopt if the right key is lost.\n';
const ADOPTED =
  '  The database now uses this key. Restart Assay, then replace the secret of every webhook\n' +
  '  (POST /api/v2/webhook/{id}/secret): secrets encrypted with another key can no longer be read.\n';
