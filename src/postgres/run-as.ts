/** The user that PostgreSQL's programs run as, as options of `spawn`. `start-as-root.ts` chooses it. */

export type RootMode = 'namespace' | 'user';

export interface RunAs {
  readonly mode: RootMode | 'self';
  /** The owner of the cluster's files. */
  readonly uid: number;
  readonly gid: number;
}

/** Returns the command line that runs `command`. `unshare` executes in place, so the process keeps its pid. */
export function toCommandLine({ mode }: RunAs, command: readonly string[]): readonly string[] {
  return mode === 'namespace' ? [...UNSHARE, ...command] : command;
}

/** The working directory is one that every user may enter. */
export function toSpawnOptions({ mode, uid, gid }: RunAs): { cwd: string; uid?: number; gid?: number } {
  return mode === 'user' ? { cwd: '/', uid, gid } : { cwd: '/' };
}

/**
 * The environment of PostgreSQL. It inherits nothing: `PGPORT` or `TZ` would change its behavior, and it must not see secrets.
 */
export const CLEAN_ENVIRONMENT = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };

export const NOBODY = 65_534;

const UNSHARE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];
