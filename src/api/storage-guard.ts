/** Refuses uploads before the disk is full: a full disk stops the database, and with it everything else. */
import { statfs } from 'node:fs/promises';
import { LIMITS } from '../core/limits.ts';
import { STORAGE_FULL } from './errors.ts';

const REMEMBER_MS = 1_000;

export type StorageGuard = () => Promise<void>;

/** `folder` is where the embedded database and the spool live; the disk of a database server is its own affair. */
export function createStorageGuard(folder: string): StorageGuard {
  let checkedAt = -Infinity;
  let full = false;
  return async () => {
    const now = performance.now();
    if (now - checkedAt > REMEMBER_MS) {
      checkedAt = now;
      const { bavail, blocks, bsize } = await statfs(folder);
      full = bavail * bsize < LIMITS.freeBytesMin || 1 - bavail / blocks > LIMITS.usedSpaceRatioMax;
    }
    if (full) throw STORAGE_FULL();
  };
}
