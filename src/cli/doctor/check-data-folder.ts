/** Checks the folder of the embedded database and of request bodies in transfer. */
import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readStorage } from '../../api/storage-guard.ts';
import type { Config } from '../../config.ts';
import { LIMITS } from '../../core/limits.ts';
import { toSize } from '../progress.ts';
import { fail, ok, toMessage, warn, type CheckResult } from './check.ts';

const WRITABLE = constants.R_OK | constants.W_OK | constants.X_OK;

export async function checkDataFolder({ dataDir }: Config): Promise<CheckResult> {
  const what = 'Data folder';
  const place = await nearestExisting(dataDir);
  try {
    if (!(await stat(place)).isDirectory()) return fail(what, `${place} is a file.`, DATA_FOLDER_CURE);
    await access(place, WRITABLE);
  } catch (error) {
    return fail(what, `${place} cannot be written to (${toMessage(error)}).`, DATA_FOLDER_CURE);
  }
  return ok(what, place === dataDir ? dataDir : `${dataDir} (made at the first start)`);
}

export async function checkFreeSpace({ dataDir }: Config): Promise<CheckResult> {
  const what = 'Free space';
  const { freeBytes, usedRatio, state } = await readStorage(await nearestExisting(dataDir));
  const found = `${toSize(freeBytes)} (${Math.round(usedRatio * 100)} % of the disk is in use)`;
  if (state === 'full') {
    return fail(what, `${found}: uploads are refused.`, 'Free some space, or move the data folder (ASSAY_DATA_DIR).');
  }
  if (state === 'low') {
    return warn(what, found, `Uploads are refused below ${toSize(LIMITS.freeBytesMin)}. Free some space.`);
  }
  return ok(what, found);
}

const DATA_FOLDER_CURE = 'Give Assay a folder that the running user owns, or set ASSAY_DATA_DIR to another one.';

/** Returns the existing folder in which the missing ones will be created. */
async function nearestExisting(path: string): Promise<string> {
  for (let place = path; ; place = dirname(place)) {
    const missing = await stat(place).then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
    );
    if (!missing || place === dirname(place)) return place;
  }
}
