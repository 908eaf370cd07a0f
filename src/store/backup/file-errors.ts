/** Turns file system errors about a backup file into an error with a readable reason. */
import { BACKUP_FILE_UNUSABLE } from './errors.ts';

export async function withFileErrors<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    throw BACKUP_FILE_UNUSABLE({ path, reason: REASONS[code] ?? code }, { cause: error });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'part of the path is a file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left',
  EDQUOT: 'the quota is exceeded',
  ENAMETOOLONG: 'its name is too long',
};
