/** Checks the file with the key for secrets at rest. `assay secret-key` checks whether it matches the database. */
import { access } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { openKeyFile, toKeyFilePath } from '../../store/secrets/key-file.ts';
import { fail, ok, toMessage, warn, type CheckResult } from './check.ts';

export async function checkSecretKey(config: Config): Promise<CheckResult> {
  const what = 'Secret key';
  const path = toKeyFilePath(config);
  if (config.secretKeyFile === undefined && !(await exists(path))) return ok(what, 'none yet: the next start makes it');
  try {
    const { ring, exposed } = await openKeyFile(path, { generate: false });
    if (exposed) return warn(what, `${path} can be read or changed by everybody.`, `chmod 600 ${path}`);
    return ok(what, `${ring.keyIds.at(-1) ?? ''} in ${path}`);
  } catch (error) {
    return fail(what, toMessage(error));
  }
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
