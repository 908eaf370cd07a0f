/** Rejects uploads before the disk is full: a full disk stops the database and everything that depends on it. */
import { statfs } from 'node:fs/promises';
import { LIMITS } from '../../../core/limits.ts';
import { STORAGE_FULL } from '../../errors.ts';

const REMEMBER_MS = 1_000;
/** Multiple of the free space below which uploads are rejected. */
const LOW_FACTOR = 4;

export interface Storage {
  readonly freeBytes: number;
  readonly usedRatio: number;
  /** `full`: uploads are rejected. `low`: they soon will be. */
  readonly state: 'ok' | 'low' | 'full';
}

export async function readStorage(folder: string): Promise<Storage> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  const usedRatio = 1 - bavail / blocks;
  if (freeBytes < LIMITS.freeBytesMin || usedRatio > LIMITS.usedSpaceRatioMax) {
    return { freeBytes, usedRatio, state: 'full' };
  }
  return { freeBytes, usedRatio, state: freeBytes < LOW_FACTOR * LIMITS.freeBytesMin ? 'low' : 'ok' };
}

export type StorageGuard = () => Promise<void>;

/** `folder` contains the embedded database and the spool; the disk of an external database server is not checked. */
export function createStorageGuard(folder: string): StorageGuard {
  let checkedAt = -Infinity;
  let full = false;
  return async () => {
    const now = performance.now();
    if (now - checkedAt > REMEMBER_MS) {
      checkedAt = now;
      full = (await readStorage(folder)).state === 'full';
    }
    if (full) throw STORAGE_FULL();
  };
}
